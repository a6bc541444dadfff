"""Reads and checks `table.toml` (its shape is in `file.py`) and all that it names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feltlink import __version__
from feltlink.games.core import Game
from feltlink.problem import Problem
from feltlink.record.entry import canonical
from feltlink.table import people, playing, progressive, ready
from feltlink.table.file import TableFile
from feltlink.table.people import Person
from feltlink.table.playing import Playing
from feltlink.table.progressive import MeterSetup
from feltlink.table.two_people import TwoPeople
from feltlink.toml_locator import Flaw, inside, load_toml
from feltlink.workshop import boards, key_file
from feltlink.workshop.boards import Board


@dataclass(frozen=True)
class Setup:
    """A checked table, ready to run. `effective` is all that decides how it plays."""

    file: TableFile
    board: Board
    playing: Playing
    record: Path
    key: bytes | None
    effective: dict[str, Any]
    meter: MeterSetup | None = None
    people: tuple[Person, ...] | None = None
    shoe: Path | None = None

    @property
    def two_people(self) -> TwoPeople:
        """What one supervisor cannot do alone."""
        return self.file.two_people or TwoPeople()

    @property
    def digest(self) -> str:
        """SHA-256 over `effective`, in hex."""
        return hashlib.sha256(canonical(self.effective).encode()).hexdigest()

    def game(self) -> Game[Any]:
        """The game, bound to its rules."""
        return self.playing.game()


def load(path: Path, *, to_run: bool = False) -> Setup:
    """Read and check a table's file and all it names. Every fault is told at once, with its place.

    Paths in the file are relative to it. `to_run`: also whether this machine can run it.
    """
    base = path.parent

    def wrong(found: TableFile) -> Iterable[Flaw]:
        return [*_flaws(found, base), *(ready.flaws(found, base) if to_run else ())]

    file = load_toml(path, TableFile, wrong)
    board = boards.load(_board_name(file, base))
    played = playing.load(file, base)
    key = None
    if file.controller.key_file:
        key = key_file.read(base / file.controller.key_file)
    meter = progressive.load(file, played, base)
    effective = {
        "name": file.name,
        "game": file.game,
        **played.effective(),
        **(meter.effective() if meter else {}),
        "board": board.name,
        "board_digest": board.digest.hex(),
        "controller": file.controller.model_dump(mode="json"),
        **({"two_people": (file.two_people or TwoPeople()).model_dump()} if file.people else {}),
        **({"shoe": file.shoe.model_dump(mode="json")} if file.shoe else {}),
        "version": __version__,
    }
    persons = people.load(base / file.people) if file.people else None
    shoe = base / file.shoe.source if file.shoe else None
    return Setup(file, board, played, base / file.record, key, effective, meter, persons, shoe)


def _flaws(file: TableFile, base: Path) -> Iterable[Flaw]:
    board = None
    try:
        board = boards.load(_board_name(file, base))
    except Problem as problem:
        yield Flaw(("board",), inside(problem))
    wrong = list(playing.flaws(file, base))
    yield from wrong
    if not wrong:
        yield from progressive.flaws(file, playing.load(file, base), base)
    if board and not wrong:
        there = {(place.seat, place.spot) for place in board.places}
        missing = [place for place in playing.load(file, base).places if place not in there]
        if missing:
            which = ", ".join(f"{spot!r} at seat {seat}" for seat, spot in missing)
            yield Flaw(("board",), f"expected a board with these spots: {which}")
    if file.people:
        try:
            people.load(base / file.people)
        except Problem as problem:
            yield Flaw(("people",), inside(problem))
    elif file.two_people is not None:
        yield Flaw(("two_people",), "needs people = FILE: without it nobody has a PIN")
    if file.controller.key_file:
        try:
            key_file.read(base / file.controller.key_file)
        except Problem as problem:
            yield Flaw(("controller", "key_file"), inside(problem))


def _board_name(file: TableFile, base: Path) -> str | Path:
    return base / file.board if file.board.endswith(".toml") else file.board
