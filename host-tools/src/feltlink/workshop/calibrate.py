"""Measuring the thresholds of reflective sensors at their own table, with its own felt and chips.

The controller's own driver reads at the prompt; the result goes into `/calibration`, which a new
program does not forget (`firmware/hal/calibration.py` reads it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from feltlink.problem import Problem
from feltlink.workshop import attached
from feltlink.workshop.boards import Board
from feltlink.workshop.deploy import At, at_prompt
from feltlink.workshop.prompt import Prompt
from feltwire.crc16 import crc16

__all__ = ["FILE", "Threshold", "calibrate"]

FILE = "/calibration"
LEAST_GAP = 1500  # counts of 65535 between felt and chip: less is within noise and daylight
_TOP = 65_535

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


@dataclass(frozen=True)
class Threshold:
    """One sensor: counts without and with a chip, and between them where it turns on and off."""

    seat: int
    spot: str
    pin: str
    free_most: int
    covered_least: int
    on_counts: int
    off_counts: int


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
        found = [_threshold(board, i, free[i], covered[i]) for i in range(len(board.places))]
        prompt.replace_file(FILE, _text(found))
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


def _threshold(board: Board, number: int, free: int, covered: int) -> Threshold:
    """On at two thirds of the way from felt to chip, off at one third."""
    place = board.places[number]
    pin = board.line(place.sensor)
    gap = covered - free
    if gap < LEAST_GAP:
        raise Problem(
            f"does not tell a chip ({covered} counts) from the felt ({free} counts)",
            where=f"seat {place.seat}, {place.spot} ({pin})",
            remedy="clean the sensor, check its emitter and its wire, and that a chip lay on it",
            code=1,
        )
    off, on = free + gap // 3, free + gap * 2 // 3
    return Threshold(place.seat, place.spot, pin, free, covered, min(on, _TOP), max(off, 1))


def _text(found: list[Threshold]) -> bytes:
    lines = "".join(f"{i} {t.on_counts} {t.off_counts}\n" for i, t in enumerate(found)).encode()
    return lines + b"check %d" % crc16(lines, len(lines))
