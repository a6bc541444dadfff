"""Measuring the thresholds of reflective sensors at their own table, with its own felt and chips.

The controller's own driver reads at the prompt; the result goes into `/calibration`, which a new
program does not forget (`firmware/hal/calibration.py` reads it).
"""

from __future__ import annotations

from typing import Protocol

from feltlink.problem import Problem
from feltlink.workshop import attached
from feltlink.workshop.boards import Board
from feltlink.workshop.deploy import At, at_prompt
from feltlink.workshop.prompt import Prompt
from feltlink.workshop.thresholds import FILE, Threshold, text, threshold

__all__ = ["calibrate"]

_OPEN = """
import board
from time import sleep_ms
from hal.inputs_adc import open_inputs
_inputs = open_inputs(board.CHIP, board.INPUTS, board.INPUTS_PULL, board.INPUTS_LOW,
    board.SENSORS_WIRING)
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
    """The person at the table, or a test in their place."""

    def tell(self, sentence: str) -> None:
        """Say what to do now."""

    def done(self) -> bool:
        """Whether it is done. Returns within a second: the controller's watchdog wants feeding."""


def calibrate(at: At, board: Board, bench: Bench) -> list[Threshold]:
    """Measure all sensors free, then all covered, and keep the thresholds on the controller.

    Problem, and nothing kept, when a sensor does not tell a chip from the felt; it names seat and
    pin.
    """
    if board.file.sensors.driver != "adc":
        raise Problem(
            f"the sensors of {board.name} have no thresholds: they are {board.file.sensors.driver}",
            where=str(board.path),
            remedy="only boards with the driver adc are calibrated",
        )
    with at_prompt(at, board) as (trees, prompt):
        prompt.run(_OPEN)
        _, free = _measure(prompt, board, bench, "Take all chips off the sensors")
        covered, _ = _measure(prompt, board, bench, "Put a chip on every sensor")
        found = [threshold(board, i, free[i], covered[i]) for i in range(len(board.places))]
        prompt.replace_file(FILE, text(found))
        prompt.reset()
    attached.again(at.port, at.baud, trees.device.uid).close()
    return found


def _measure(
    prompt: Prompt, board: Board, bench: Bench, sentence: str
) -> tuple[list[int], list[int]]:
    """(least, most) counts of each sensor over 0.4 s, once it is done what the sentence says."""
    bench.tell(sentence)
    while not bench.done():
        prompt.run("")
    low, high = prompt.value(_MEASURE.format(count=len(board.places)))
    return low, high
