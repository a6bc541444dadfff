"""Cards from a shoe: a file that grows, a named pipe, a serial port; each card dealt once."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from feltlink.cards.card import show_cards
from feltlink.games.card_games import build
from feltlink.problem import Problem
from feltlink.table.shoe import Shoe
from support.table_rig import Rig


class CardRig(Rig):
    """A Hold'em table whose cards come from a shoe, two seats with trips, bets locked."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, build("ultimate-holdem", {"cards": "stream"}))
        self.host.take([self.found(), self.snapshot()])
        self.tap("new_game")
        for seat in (1, 2):
            self.tap("wager", seat=seat, wager="trips", amount_cents=500)
        self.tap("begin_game")

    def tap(self, act: str, **data: Any) -> None:
        self._taps += 1
        answer = self.host.act({"id": f"t{self._taps}", "act": act, **data}, "dealer")
        assert answer["ok"], answer

    def cards(self) -> dict[str, str]:
        held = self.host._play.status.state.cards
        return {place: show_cards(cards) for place, cards in held.items()}

    def refusal(self) -> str:
        return str(self.host.view()["last_refusal"] or "")


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[CardRig]:
    made = CardRig(tmp_path / "table.db")
    yield made
    made.record.close()


def test_a_file_is_read_as_it_grows(rig: CardRig, tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text("As\n\nK♠ # the second\nQ")
    shoe = Shoe(file, 9600, rig.record)
    assert shoe.feed(rig.host) == 2
    assert rig.cards() == {"seat 1": "As", "seat 2": "Ks"}
    with file.open("a") as more:
        more.write("d\nTh\n")
    assert shoe.feed(rig.host) == 2
    assert rig.cards() == {"seat 1": "As Th", "seat 2": "Ks", "dealer": "Qd"}
    shoe.close()


def test_wrong_and_repeated_cards_are_told_to_the_dealer(rig: CardRig, tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text("As\nAs\n")
    shoe = Shoe(file, 9600, rig.record)
    shoe.feed(rig.host)
    assert "The As already lies at seat 1" in rig.refusal()
    with file.open("a") as more:
        more.write("misread\n")
    shoe.feed(rig.host)
    assert "“misread” is not a card" in rig.refusal()
    with file.open("ab") as noise:
        noise.write(b"\xff" * 150 + b"\n2c\n")
    shoe.feed(rig.host)
    assert rig.cards() == {"seat 1": "As", "seat 2": "2c"}
    shoe.close()


@pytest.mark.parametrize("told", [True, False])
def test_after_a_kill_no_card_is_dealt_twice_or_left_out(
    rig: CardRig, tmp_path: Path, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after a card was recorded, with and without the place in the file remembered."""
    file = tmp_path / "cards.txt"
    file.write_text("As\nKs\n")
    first = Shoe(file, 9600, rig.record)
    if not told:
        first.feed(rig.host)
        kept = rig.record.ask(
            lambda c: c.execute("SELECT value FROM kept WHERE key = 'shoe'").fetchall()
        )
        assert kept
        rig.record.keep("shoe", {**json.loads(kept[0][0]), "at": 3})
    else:
        first.feed(rig.host)
    first.close()
    rig.restart()
    rig.host.take([rig.found(), rig.snapshot()])
    with file.open("a") as more:
        more.write("Qd\n")
    second = Shoe(file, 9600, rig.record)
    second.feed(rig.host)
    second.close()
    assert rig.cards() == {"seat 1": "As", "seat 2": "Ks", "dealer": "Qd"}
    assert not rig.refusal()


def test_a_shorter_file_is_another_file(rig: CardRig, tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text("As\nKs\n")
    shoe = Shoe(file, 9600, rig.record)
    shoe.feed(rig.host)
    file.write_text("Qd\n")
    shoe.feed(rig.host)
    assert rig.cards()["dealer"] == "Qd"
    shoe.close()


def test_a_named_pipe_whose_writers_come_and_go(rig: CardRig, tmp_path: Path) -> None:
    pipe = tmp_path / "shoe"
    os.mkfifo(pipe)
    shoe = Shoe(pipe, 9600, rig.record)
    assert shoe.feed(rig.host) == 0
    for card in ("As\n", "Ks\n"):
        with pipe.open("w") as writer:
            writer.write(card)
            writer.flush()
            assert shoe.feed(rig.host) == 1
    assert rig.cards() == {"seat 1": "As", "seat 2": "Ks"}
    shoe.close()


def test_a_serial_port(rig: CardRig) -> None:
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    shoe = Shoe(Path(os.ttyname(theirs)), 9600, rig.record)
    os.write(ours, b"As\r\nKs\r\n")
    given = 0
    while given < 2:
        given += shoe.feed(rig.host)
    assert rig.cards() == {"seat 1": "As", "seat 2": "Ks"}
    shoe.close()
    os.close(ours)
    os.close(theirs)


def test_a_source_that_is_not_there(rig: CardRig, tmp_path: Path) -> None:
    with pytest.raises(Problem, match="the shoe cannot be read"):
        Shoe(tmp_path / "none", 9600, rig.record)


def test_a_shoe_that_fails_is_told_and_opened_again(
    rig: CardRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cards.txt"
    file.write_text("As\n")
    shoe = Shoe(file, 9600, rig.record)
    monkeypatch.setattr("feltlink.table.shoe.AGAIN_S", 0.0)

    async def run() -> None:
        task = asyncio.create_task(shoe.run(rig.host))
        while not rig.cards():
            await asyncio.sleep(0)
        gone = tmp_path / "gone"
        file.rename(gone)
        while "The shoe cannot be read" not in str(rig.host.view()["state"]["notice"]):
            await asyncio.sleep(0)
        with gone.open("a") as more:
            more.write("Ks\n")
        gone.rename(file)
        while "seat 2" not in rig.cards():
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert rig.cards() == {"seat 1": "As", "seat 2": "Ks"}
