"""`feltlink selftest` on the simulated board, with somebody at the table who does what is said."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli import selftest as command
from feltlink.link.port import PortInfo
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.workshop import attached, boards, selftest
from support.open_round import leave_a_round_open

BOARD = boards.load("pico-6seat")
PATIENCE_S = 60.0


@pytest.fixture
def board() -> Iterator[SimBoard]:
    with SimBoard() as running:
        attached.again(PortInfo(running.port)).close()
        yield running


class Hand:
    """Does at the simulated table what it is told; `crossed` seats are wired the wrong way round,
    `dead` ones are not wired."""

    def __init__(
        self,
        board: SimBoard,
        crossed: tuple[int, int] = (0, 0),
        dead: int = 0,
        dark: int = 0,
    ) -> None:
        self._board = board
        self._seat = dict([crossed, crossed[::-1]])
        self._dead = dead
        self._dark = dark
        self._down: int | None = None
        self._light = ""
        self.said: list[str] = []
        self.waited_s = 0.0

    def tell(self, sentence: str) -> None:
        self.said.append(sentence)
        if asked := re.search(r"light of (?:seat (\d)|the button)", sentence):
            self._light = f"light {asked[1]}" if asked[1] else "lamp"
        elif put := re.search(r"Put a chip on seat (\d)", sentence):
            self._down = self._seat.get(int(put[1]), int(put[1]))
            if self._down != self._dead:
                self._board.chip(self._down)
            else:
                self.waited_s += PATIENCE_S  # nothing will come: no need to stand and wait
        elif "Press" in sentence:
            self._down = 0
            self._board.button(True)
        elif self._down:
            self._board.chip(self._down, False)
        else:
            self._board.button(False)

    def seen(self) -> bool | None:
        if self._light == f"light {self._dark}":
            return False
        return True if self._board.lit(self._light) else None


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(selftest, "time", clock)
    return clock


class Clock:
    """The time that the self-test sees: the real one, and what its `hand` has stood waiting."""

    hand: Hand

    def monotonic_ns(self) -> int:
        return time.monotonic_ns() + int(self.hand.waited_s * 1e9)

    def monotonic(self) -> float:
        return self.monotonic_ns() / 1e9

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


def run(board: SimBoard, hand: Hand) -> dict:
    port = PortInfo(board.port)
    return selftest.examine(port, BOARD, hand, patience_s=PATIENCE_S, light_s=PATIENCE_S)


def failures(report: dict) -> dict[str, str]:
    return {s["name"]: s["detail"] for s in report["steps"] if s["result"] == "failed"}


def test_a_good_table_passes_and_loses_no_event(board: SimBoard) -> None:
    report = run(board, Hand(board))
    assert report["passed"]
    assert len(report["steps"]) == 14
    assert {s["result"] for s in report["steps"]} == {"passed"}
    with Quiet(PortInfo(board.port)) as looking:
        assert looking.welcome.first_unacked == 0
        assert looking.welcome.pending >= 13  # BOOT, and each chip put on and taken off


def test_two_wires_exchanged_are_named(board: SimBoard) -> None:
    found = failures(run(board, Hand(board, crossed=(2, 5))))
    two, five = BOARD.pin_of(1), BOARD.pin_of(4)
    assert found == {
        f"seat 2 bonus_spin sensor ({two})": f"seat 5 bonus_spin ({five}) answered in its place",
        f"seat 5 bonus_spin sensor ({five})": f"seat 2 bonus_spin ({two}) answered in its place",
    }


def test_a_dead_sensor_and_a_dark_light_are_named(board: SimBoard, clock: Clock) -> None:
    clock.hand = Hand(board, dead=4, dark=3)
    found = failures(run(board, clock.hand))
    assert found == {
        f"seat 4 bonus_spin sensor ({BOARD.pin_of(3)})": "did not answer",
        f"seat 3 bonus_spin light ({BOARD.line(BOARD.lights[2])})": (
            "it does not blink, or another one does"
        ),
    }


def test_no_test_while_a_round_is_open(board: SimBoard) -> None:
    leave_a_round_open(board.port)
    with pytest.raises(Problem, match="a round is being played"):
        run(board, Hand(board))


def test_the_report_is_signed_and_a_changed_one_shows(
    board: SimBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    hand = clock.hand = Hand(board, dead=6)
    monkeypatch.setattr(command, "Person", lambda **_: hand)
    key, out = str(tmp_path / "workshop"), tmp_path / "reports"
    options = [board.port, "--key", key, "--out", str(out), "--patience-s", str(PATIENCE_S)]
    ran = CliRunner().invoke(command.app, options)
    assert isinstance(ran.exception, Problem)
    assert ran.exception.code == 1
    assert f"seat 6 bonus_spin sensor ({BOARD.pin_of(5)})" in ran.exception.what
    (file,) = out.glob("*.json")
    assert "FAILED" in file.with_suffix(".txt").read_text()
    check = ["--check", str(file), "--key", key]
    assert CliRunner().invoke(command.app, check, catch_exceptions=False).exit_code == 0
    report = json.loads(file.read_text())
    report["passed"] = True
    file.write_text(json.dumps(report))
    changed = CliRunner().invoke(command.app, check)
    assert isinstance(changed.exception, Problem)
    assert "not as it was signed" in changed.exception.what
