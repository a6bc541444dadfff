"""`table.toml`: which board, game, wheel, record and address make one table.

name = "Table 1"
board = "pico-6seat"
game = "bonus_spin"
paytable = "A5"
wheel = "wheel-a5.toml"      # beside this file
record = "table-1.db"

[controller]
port = "auto"                # or a port's path, or "sim"
uid = "e66118c4e3471a29"

[web]
port = 8080
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from feltlink import __version__
from feltlink.games import bonus_spin_file
from feltlink.games.bonus_spin import BonusSpin
from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.core import Draw, Game
from feltlink.problem import Problem
from feltlink.record.entry import canonical
from feltlink.table.host import Drawer
from feltlink.toml_locator import Flaw, load_toml
from feltlink.wheel.config import WheelConfig
from feltlink.workshop import boards, key_file
from feltlink.workshop.boards import Board

SIM = "sim"
AUTO = "auto"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Controller(_Model):
    """Which controller: its port ("auto" looks at all, "sim" starts a simulated board), its unique
    id, the file with its key, and whether one without a key may be used.
    """

    port: Annotated[str, Field(min_length=1)] = AUTO
    uid: Annotated[str, Field(pattern="^[0-9a-f]{16}$")] | None = None
    key_file: str | None = None
    allow_unprovisioned: bool = False

    @model_validator(mode="after")
    def _provable(self) -> Self:
        if self.port != SIM and not (self.key_file or self.allow_unprovisioned):
            raise ValueError(
                "expected key_file, or allow_unprovisioned = true for a controller without a key"
            )
        return self


class Web(_Model):
    """Where the pages are served. `names` are the host names they answer under."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    names: Annotated[tuple[str, ...], Field(strict=False)] = ()


class TableFile(_Model):
    """The file."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    board: str
    game: Literal["bonus_spin"]
    paytable: str
    wheel: str
    record: Annotated[str, Field(min_length=1)]
    controller: Controller
    web: Web = Web()


@dataclass(frozen=True)
class Setup:
    """A checked table, ready to run. `effective` is all that decides how it plays."""

    file: TableFile
    board: Board
    rules: Rules
    record: Path
    key: bytes | None
    effective: dict[str, Any]

    @property
    def digest(self) -> str:
        """SHA-256 over `effective`, in hex."""
        return hashlib.sha256(canonical(self.effective).encode()).hexdigest()

    def game(self) -> Game[Any]:
        """The game, bound to its rules."""
        return BonusSpin(self.rules)

    def drawer(self) -> Drawer:
        """Draws on the table's wheel, by the operating system's generator."""

        def draw(asked: Draw) -> dict[str, Any]:
            if asked.what != "wheel":
                raise ValueError(f"this table draws on a wheel, not {asked.what!r}")
            return {"stop": self.rules.wheel.draw()}

        return draw


def load(path: Path) -> Setup:
    """Read and check a table's file and all it names. Every fault is told at once, with its place.

    Paths in the file are relative to it.
    """
    base = path.parent
    file = load_toml(path, TableFile, lambda found: _flaws(found, base))
    board = boards.load(_board_name(file, base))
    rules = bonus_spin_file.load(base / file.wheel)
    wheel = load_toml(base / file.wheel, WheelConfig)
    key = None
    if file.controller.key_file:
        key = key_file.read(base / file.controller.key_file)
    effective = {
        "name": file.name,
        "game": file.game,
        "paytable": file.paytable,
        "wheel": wheel.model_dump(mode="json"),
        "board": board.name,
        "board_digest": board.digest.hex(),
        "controller": file.controller.model_dump(mode="json"),
        "version": __version__,
    }
    return Setup(file, board, rules, base / file.record, key, effective)


def _flaws(file: TableFile, base: Path) -> Iterable[Flaw]:
    board = rules = None
    try:
        board = boards.load(_board_name(file, base))
    except Problem as problem:
        yield Flaw(("board",), str(problem))
    try:
        rules = bonus_spin_file.load(base / file.wheel)
    except Problem as problem:
        yield Flaw(("wheel",), str(problem))
    if rules and rules.paytable != file.paytable:
        yield Flaw(
            ("paytable",),
            f"expected {rules.paytable!r}, the pay table of {file.wheel}, not {file.paytable!r}",
        )
    if board and rules:
        places = {(place.seat, place.spot) for place in board.places}
        missing = [seat for seat in rules.seats if (seat, rules.spot) not in places]
        if missing:
            seats = ", ".join(map(str, missing))
            yield Flaw(
                ("board",), f"expected a spot {rules.spot!r} at each seat; none at seat {seats}"
            )
    if not (base / file.record).parent.is_dir():
        yield Flaw(("record",), f"expected a file in a folder that exists, not {file.record!r}")
    if file.controller.key_file:
        try:
            key_file.read(base / file.controller.key_file)
        except Problem as problem:
            yield Flaw(("controller", "key_file"), str(problem))


def _board_name(file: TableFile, base: Path) -> str | Path:
    return base / file.board if file.board.endswith(".toml") else file.board
