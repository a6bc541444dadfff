"""Measuring the thresholds of reflective sensors at their own table, with its own felt and chips.

The controller's own driver reads at the prompt; the result goes into `/calibration`, which a new
program does not forget (`firmware/hal/calibration.py` reads it). What was there before goes into
`/calibration.old`; an empty file means the board's own thresholds.
"""

from __future__ import annotations

from typing import Protocol

from feltlink.problem import Problem
from feltlink.workshop import attached
from feltlink.workshop.boards import Board
from feltlink.workshop.deploy import At, at_prompt
from feltlink.workshop.prompt import Prompt
from feltlink.workshop.thresholds import FILE, OLD, Threshold, held, text, threshold

__all__ = ["calibrate", "restore"]

_OPEN = """
import board
from time import sleep_ms
from hal.inputs_adc import open_inputs
_inputs = open_inputs(board.CHIP, board.INPUTS, board.INPUTS_PULL, board.INPUTS_LOW,
    board.SENSORS_WIRING)
"""
_READ = """
for _n in range({count} + 1):  # each dark once, then all lit
    _inputs.read()
print(list(_inputs.signal[:{count}]))
"""
_MEASURE = """
_low = [65535] * {count}
_high = [0] * {count}
for _n in range(200):
    _inputs.read()
    sleep_ms(2)
    if _n >= {count}:
        for _i in range({count}):
            _low[_i] = min(_low[_i], _inputs.signal[_i])
            _high[_i] = max(_high[_i], _inputs.signal[_i])
print((_low, _high))
"""


class Bench(Protocol):
    """The person at the table, or a test in their place. All return within a second: the
    controller's watchdog wants feeding."""

    def tell(self, sentence: str) -> None:
        """Say what to do now."""

    def show(self, counts: list[int]) -> None:
        """What each sensor reads now."""

    def done(self) -> bool:
        """Whether it is done."""

    def agrees(self, found: list[Threshold]) -> bool | None:
        """Whether these are to be kept; None: no answer yet."""


def calibrate(at: At, board: Board, bench: Bench) -> list[Threshold]:
    """Measure all sensors free, then all covered, and keep the thresholds on the controller.

    Problem, and nothing kept, when a sensor does not tell a chip from the felt (it names seat and
    pin), or the bench does not agree. The file is replaced by a rename, after a copy of the old.
    """
    held(board, b"")
    with at_prompt(at, board) as (trees, prompt):
        old = prompt.read(FILE)
        prompt.run(_OPEN)
        _, free = _measure(prompt, board, bench, "Take all chips off the sensors")
        covered, _ = _measure(prompt, board, bench, "Put a chip on every sensor")
        before = held(board, old)
        found = [threshold(board, i, free[i], covered[i], one) for i, one in enumerate(before)]
        while (agreed := bench.agrees(found)) is None:
            prompt.run("")
        if not agreed:
            raise Problem("nothing was kept", remedy="calibrate again", code=1)
        _keep(prompt, text(found), old)
    attached.again(at.port, at.baud, trees.device.uid).close()
    return found


def restore(at: At, board: Board) -> list[tuple[int, int]]:
    """Let the thresholds hold that held before the last calibration (or restoring).

    Returns (on, off) of each sensor. Problem when this controller was never calibrated.
    """
    held(board, b"")
    with at_prompt(at, board) as (trees, prompt):
        now, before = prompt.read(FILE), prompt.read(OLD)
        if not now and not before:
            raise Problem(
                "there is no older calibration on this controller",
                where=f"port {at.port.path}",
                remedy="feltlink calibrate PORT measures one",
                code=1,
            )
        _keep(prompt, before, now)
    attached.again(at.port, at.baud, trees.device.uid).close()
    return held(board, before)


def _keep(prompt: Prompt, new: bytes, old: bytes) -> None:
    """Each file by a rename, the copy first; then the program starts with the new one."""
    prompt.replace_file(OLD, old)
    prompt.replace_file(FILE, new)
    prompt.reset()


def _measure(
    prompt: Prompt, board: Board, bench: Bench, sentence: str
) -> tuple[list[int], list[int]]:
    """(least, most) counts of each sensor over 0.4 s, once it is done what the sentence says."""
    bench.tell(sentence)
    count = len(board.places)
    while not bench.done():
        bench.show(prompt.value(_READ.format(count=count)))
    low, high = prompt.value(_MEASURE.format(count=count))
    bench.show(high)
    return low, high
