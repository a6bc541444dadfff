"""The self-test at the table: each light is lit, each sensor and the button is asked for.

A technician is told what to do and answers; what the controller reports is compared with what
should have happened, so that two wires exchanged are found. No event is taken, and nothing is
asked of a controller in a round.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal, Protocol

from feltlink.link.hands import Hands
from feltlink.link.judge import firmware_version
from feltlink.link.messages import SelfTest
from feltlink.link.port import BAUD, PortInfo
from feltlink.problem import Problem
from feltlink.workshop import attached
from feltlink.workshop.boards import Board
from feltwire import catalogue

__all__ = ["Bench", "Step", "examine"]


class Bench(Protocol):
    """The person at the table, or a test in their place."""

    def tell(self, sentence: str) -> None:
        """Say what to do now."""

    def seen(self) -> bool | None:
        """Whether the light was seen to blink; None: no answer yet. Returns at once."""


@dataclass(frozen=True)
class Step:
    """One thing tested. `seat` is 0 for the button. `detail` says what was wrong, or is ""."""

    part: Literal["light", "sensor"]
    seat: int
    spot: str
    pin: str
    result: Literal["passed", "failed", "not seen"]
    detail: str = ""

    @property
    def name(self) -> str:
        """As people say it: `seat 3 bonus_spin sensor (GP4)`."""
        place = f"seat {self.seat} {self.spot} " if self.seat else "button "
        word = self.part if self.seat else {"light": "lamp", "sensor": "switch"}[self.part]
        return f"{place}{word} ({self.pin})"


def examine(
    port: PortInfo,
    board: Board,
    bench: Bench,
    *,
    patience_s: float = 30.0,
    light_s: float | None = None,
    baud: int = BAUD,
) -> dict[str, Any]:
    """Walk all lights, sensors and the button; return the report, not yet signed.

    `patience_s`: so long is waited for each chip or press, `light_s` (or as long) for each answer
    about a light. Problem when a round is open
    or the controller is wired as another board.
    """
    with Hands(port, baud) as hands:
        attached.leave_a_round_alone(hands, port.path)
        said, name = attached.identity(hands)
        if said.board != board.digest:
            raise Problem(
                f"this controller is wired as {name}, and not as {board.path} says",
                where=f"port {port.path}",
                remedy="name its own board with --board, or deploy the program for this wiring",
            )
        program = attached.digest(hands)
        steps = _Walk(hands, board, bench, patience_s, light_s).steps()
        return {
            "report": "feltlink self-test 1",
            "at_utc": datetime.now(UTC).isoformat(timespec="seconds"),
            "uid": hands.welcome.uid.hex(),
            "board": name,
            "firmware": firmware_version(hands.welcome),
            "program_sha256": program.hex(),
            "passed": all(step.result != "failed" for step in steps),
            "steps": [{**asdict(step), "name": step.name} for step in steps],
        }


class _Walk:
    def __init__(
        self,
        hands: Hands,
        board: Board,
        bench: Bench,
        patience_s: float,
        light_s: float | None,
    ) -> None:
        self._hands = hands
        self._board = board
        self._bench = bench
        self._patience_s = patience_s
        self._light_s = patience_s if light_s is None else light_s

    def steps(self) -> list[Step]:
        board = self._board
        lines = [(p.seat, p.spot, board.line(p.light), board.line(p.sensor)) for p in board.places]
        lamp, button = board.chip.pin(board.button_light), board.chip.pin(board.button)
        lines.append((0, "", lamp, button))
        lights = [self._light(i, *place[:3]) for i, place in enumerate(lines)]
        self._bench.tell("Take all chips off the sensors, and let go of the button.")
        self._wait(lambda covered: covered == 0)
        return lights + [self._input(i, *place[:2], place[3]) for i, place in enumerate(lines)]

    def _light(self, number: int, seat: int, spot: str, pin: str) -> Step:
        where = f"seat {seat}, {spot}" if seat else "the button"
        said = self._hands.command(SelfTest(number, catalogue.BLINK_FAST))
        if said != "ok":
            return Step("light", seat, spot, pin, "failed", f"the controller refused: {said}")
        self._bench.tell(f"Does the light of {where} ({pin}) blink, and no other?")
        seen: bool | None = None
        until = time.monotonic() + self._light_s
        while seen is None and time.monotonic() < until:
            self._hands.snapshot()
            seen = self._bench.seen()
        self._hands.command(SelfTest(number, catalogue.OFF))
        if seen is None:
            return Step("light", seat, spot, pin, "not seen", "nobody answered")
        detail = "" if seen else "it does not blink, or another one does"
        return Step("light", seat, spot, pin, "passed" if seen else "failed", detail)

    def _input(self, number: int, seat: int, spot: str, pin: str) -> Step:
        put = f"Put a chip on seat {seat}, {spot}" if seat else "Press and hold the button"
        take = "Take it off again." if seat else "Let it go."
        mine = 1 << number
        at_rest = self._covered()
        if at_rest & mine:
            return self._failed(seat, spot, pin, "is active with nothing on it")
        self._bench.tell(f"{put} ({pin}).")
        covered = self._wait(lambda covered: bool(covered & ~at_rest))
        if not covered & mine:
            others = [i for i in range(self._board.inputs) if (covered & ~at_rest) >> i & 1]
            if not others:
                return self._failed(seat, spot, pin, self._silence(mine))
            names = ", ".join(map(self._name, others))
            self._bench.tell(take)
            self._wait(lambda covered: not covered & ~at_rest)
            return self._failed(seat, spot, pin, f"{names} answered in its place")
        self._bench.tell(take)
        if self._wait(lambda covered: not covered & mine) & mine:
            return self._failed(seat, spot, pin, "stays active when it is left alone")
        return Step("sensor", seat, spot, pin, "passed")

    def _failed(self, seat: int, spot: str, pin: str, detail: str) -> Step:
        return Step("sensor", seat, spot, pin, "failed", detail)

    def _silence(self, mine: int) -> str:
        faulted = self._hands.snapshot().faulted & mine
        return "is masked: the controller holds it for faulty" if faulted else "did not answer"

    def _name(self, number: int) -> str:
        if number == self._board.button_input:
            return f"the button ({self._board.pin_of(number)})"
        seat, spot = self._board.spot_of(number)
        return f"seat {seat} {spot} ({self._board.pin_of(number)})"

    def _covered(self) -> int:
        """The debounced inputs, the button as the last."""
        snapshot = self._hands.snapshot()
        sensors = snapshot.inputs & (1 << self._board.button_input) - 1
        return sensors | bool(snapshot.held) << self._board.button_input

    def _wait(self, true: Callable[[int], bool]) -> int:
        """Wait until it is so, or patience ends; return what is covered then."""
        until = time.monotonic() + self._patience_s
        while not true(covered := self._covered()) and time.monotonic() < until:
            time.sleep(0.02)
        return covered
