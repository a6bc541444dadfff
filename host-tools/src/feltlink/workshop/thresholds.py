"""What reflective sensors were measured at, and the thresholds that follow from it."""

from __future__ import annotations

from dataclasses import dataclass

from feltlink.problem import Problem
from feltlink.workshop.boards import Board
from feltwire.crc16 import crc16

__all__ = ["FILE", "LEAST_GAP", "OLD", "Threshold", "held", "text", "threshold"]

FILE = "/calibration"
OLD = "/calibration.old"
LEAST_GAP = 1500  # counts of 65535 between felt and chip: less is within noise and daylight
_TOP = 65_535


@dataclass(frozen=True)
class Threshold:
    """One sensor: counts without and with a chip, and between them where it turns on and off.

    `on_before` and `off_before` are what holds until now.
    """

    seat: int
    spot: str
    pin: str
    free_most: int
    covered_least: int
    on_counts: int
    off_counts: int
    on_before: int
    off_before: int


def held(board: Board, text: bytes) -> list[tuple[int, int]]:
    """(on, off) of each sensor by a file's text: where that is empty or spoilt, the board's own."""
    adc = board.file.sensors.adc
    if adc is None:
        raise Problem(
            f"the sensors of {board.name} have no thresholds: they are {board.file.sensors.driver}",
            where=str(board.path),
            remedy="only boards with the driver adc are calibrated",
        )
    found = [(adc.on_counts, adc.off_counts)] * len(board.places)
    lines, _, check = text.rpartition(b"check ")
    if not check.isdigit() or crc16(lines, len(lines)) != int(check):
        return found
    for line in lines.splitlines():
        number, on, off = map(int, line.split())
        if number < len(found):
            found[number] = (on, off)
    return found


def threshold(
    board: Board, number: int, free: int, covered: int, before: tuple[int, int]
) -> Threshold:
    """On at two thirds of the way from felt (`free` counts) to chip, off at one third.

    Problem when the two are too near. `before` is (on, off) as it holds until now.
    """
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
    counts = (free, covered, min(on, _TOP), max(off, 1))
    return Threshold(place.seat, place.spot, pin, *counts, *before)


def text(found: list[Threshold]) -> bytes:
    """The file `FILE` as `firmware/hal/calibration.py` reads it."""
    lines = "".join(f"{i} {t.on_counts} {t.off_counts}\n" for i, t in enumerate(found)).encode()
    return lines + b"check %d" % crc16(lines, len(lines))
