"""The self-test at a controller without a table: it opens the port itself, and asks at a terminal.

A technician is told what to do and answers; what the controller reports is compared with what
should have happened, so that two wires exchanged are found. No event is taken, and nothing is
asked of a controller in a round.
"""

from __future__ import annotations

import time
from typing import Any, Protocol

from feltlink.link.hands import Hands
from feltlink.link.messages import SelfTest
from feltlink.link.port import BAUD, PortInfo
from feltlink.problem import Problem
from feltlink.workshop import attached
from feltlink.workshop.boards import Board
from feltlink.workshop.selftest_report import report, stamp
from feltlink.workshop.selftest_walk import Ask, Look, Walk, sentence
from feltwire import catalogue

__all__ = ["Bench", "examine"]

_PAUSE_S = 0.02
_LAMP_AGAIN_S = 2.0  # the controller ends the test of a lamp by itself after five


class Bench(Protocol):
    """The person at the table, or a test in their place."""

    def tell(self, sentence: str) -> None:
        """Say what to do now."""

    def seen(self) -> bool | None:
        """Whether the light was seen to blink; None: no answer yet. Returns at once."""


def examine(
    port: PortInfo,
    board: Board,
    bench: Bench,
    *,
    by: str = "",
    patience_s: float = 30.0,
    light_s: float | None = None,
    baud: int = BAUD,
) -> dict[str, Any]:
    """Walk all lights, sensors and the button; return the report, not yet signed.

    `patience_s`: so long is waited for each chip or press, `light_s` (or as long) for each answer
    about a light. `by` is who tests. Problem when a round is open or the controller is wired as
    another board.
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
        began = stamp()
        patience_us = int(patience_s * 1e6)
        light_us = patience_us if light_s is None else int(light_s * 1e6)
        driver = _Driver(hands, board, bench)
        walk = Walk(board, driver.look(None), patience_us=patience_us, light_us=light_us)
        while walk.ask is not None:
            walk.take(driver.look(walk.ask))
        driver.light(None)
        return report(hands.welcome, name, program, walk.steps, by=by, began=began)


class _Driver:
    """Does what the walk asks for, and looks."""

    def __init__(self, hands: Hands, board: Board, bench: Bench) -> None:
        self._hands = hands
        self._board = board
        self._bench = bench
        self._asked = 0
        self._lit: int | None = None
        self._lit_s = 0.0

    def look(self, ask: Ask | None) -> Look:
        """Light, tell, and see what has come of it."""
        refused = self.light(ask.lit if ask else None)
        if ask and ask.number != self._asked and not refused:
            self._asked = ask.number
            self._bench.tell(sentence(ask))
        elif ask and ask.do != "look":
            time.sleep(_PAUSE_S)
        snapshot = self._hands.snapshot()
        sensors = snapshot.inputs & (1 << self._board.button_input) - 1
        covered = sensors | bool(snapshot.held) << self._board.button_input
        answer = self._bench.seen() if ask and ask.do == "look" and not refused else None
        return Look(time.monotonic_ns() // 1000, covered, snapshot.faulted, answer, refused)

    def light(self, wanted: int | None) -> str:
        """Let this light blink and no other; why the controller does not, or ""."""
        lamp = wanted == self._board.button_input
        now_s = time.monotonic()
        if wanted == self._lit and not (lamp and now_s - self._lit_s >= _LAMP_AGAIN_S):
            return ""
        if self._lit is not None and wanted != self._lit:
            self._hands.command(SelfTest(self._lit, catalogue.OFF))
        self._lit, self._lit_s = wanted, now_s
        if wanted is None:
            return ""
        said = self._hands.command(SelfTest(wanted, catalogue.BLINK_FAST))
        return "" if said == "ok" else said
