"""What reflective sensors were measured at, and the thresholds that follow from it."""

from __future__ import annotations

from dataclasses import dataclass

from feltlink.problem import Problem
from feltlink.workshop.boards import Board
from feltwire.crc16 import crc16

__all__ = ["FILE", "LEAST_GAP", "Threshold", "text", "threshold"]

FILE = "/calibration"
LEAST_GAP = 1500  # counts of 65535 between felt and chip: less is within noise and daylight
_TOP = 65_535


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


def threshold(board: Board, number: int, free: int, covered: int) -> Threshold:
    """On at two thirds of the way from felt (`free` counts) to chip, off at one third.

    Problem when the two are too near.
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
    return Threshold(place.seat, place.spot, pin, free, covered, min(on, _TOP), max(off, 1))


def text(found: list[Threshold]) -> bytes:
    """The file `FILE` as `firmware/hal/calibration.py` reads it."""
    lines = "".join(f"{i} {t.on_counts} {t.off_counts}\n" for i, t in enumerate(found)).encode()
    return lines + b"check %d" % crc16(lines, len(lines))
