"""Words that drive a simulated board: what `feltlink sim` reads, and what a script may pipe in."""

from __future__ import annotations

from typing import get_args

from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.sim.device import Cause

HELP = """\
seat 3 on            put a chip on seat 3's sensor (off: take it away)
seat 3 bonus_spin on the same, for a seat with several spots
press                press the spin button for 100 ms
hold, release        hold the button down; let it go
pull, plug           pull the cable; put it back
reset watchdog       reset the chip: power, hard, watchdog, brown-out, soft
stall 150            stand still for 150 ms, as in a write to flash
off, on              cut the power; give it back
run 1000             live 1000 ms (virtual clock; with the real one, wait)
lights               which lights are on
quit"""

PRESS_US = 100_000


class Console:
    """Carries out one line at a time on a board."""

    def __init__(self, board: SimBoard) -> None:
        self._board = board

    def do(self, line: str) -> str:
        """Carry out `line`; return what to print. Raises a Problem for words it does not know."""
        words = line.split()
        if not words:
            return ""
        board = self._board
        match words:
            case ["seat", *where, ("on" | "off") as state] if where:
                board.hold("seat " + " ".join(where), state == "on")
            case ["press"]:
                now_us = board.now_us
                board.at(now_us, "button", True)
                board.at(now_us + PRESS_US, "button", False)
            case ["hold" | "release" as act]:
                board.button(act == "hold")
            case ["pull"]:
                board.pull()
            case ["plug"]:
                board.plug()
            case ["reset"]:
                board.reset("hard")
            case ["reset", cause] if cause in get_args(Cause):
                board.reset(next(known for known in get_args(Cause) if known == cause))
            case ["off"]:
                board.off()
            case ["on"]:
                board.start()
            case ["stall", ms] if ms.isdecimal():
                board.stall(int(ms) * 1000, interrupts_off=True)
            case ["run", ms] if ms.isdecimal():
                board.run(int(ms) * 1000)
            case ["lights"]:
                return self._lights()
            case ["help"]:
                return HELP
            case _:
                raise Problem(f"cannot do {line.strip()!r}", remedy="say `help` for the words")
        return ""

    def _lights(self) -> str:
        board = self._board
        pins = [*board.board.lights, board.board.button_light]
        lit = [board.lines.name(pin) for pin in pins if board.lit(pin)]
        return ", ".join(lit) if lit else "all dark"
