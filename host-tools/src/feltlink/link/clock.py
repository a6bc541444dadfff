"""The controller's ticks as host time.

A ping whose answer carries the device's time pins one instant of both clocks, right within half
its round trip. Of each five seconds the shortest round trip is kept. A time is placed by the best
point near it and the rate measured to a point farther off: across an hour without a host that is
the other end of the hour. Crystals differ by up to 100 ppm; the rate takes that out.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

WRAP_BITS = 30
# A kept journal's reset moves `wraps` on by this much (docs/architecture.md, the link, 8).
RESET_STEP = 256

_TURN = 1 << (WRAP_BITS + 16)  # wraps are 16 bits: device time starts again after 2.2 years
_SLOT_US = 5_000_000
_KEPT = 512
_SHORT_US = 20_000_000  # a rate over less would carry the round trips' error
_LONG_US = 600_000_000  # over more, temperature has changed it


@dataclass(frozen=True, slots=True)
class Point:
    """`device_us` and `host_us` are the same instant within `error_us`."""

    device_us: int
    host_us: int
    error_us: int


def device_time(wraps: int, at_us: int) -> int:
    """Microseconds of the device's own time from its wrap count and 30-bit ticks."""
    return wraps << WRAP_BITS | at_us


class Clock:
    """One boot's clock. Host times are microseconds of the host's steady clock."""

    def __init__(self) -> None:
        self._points: list[Point] = []

    def add(self, device_us: int, sent_us: int, heard_us: int) -> None:
        """Take a ping sent at `sent_us` and answered at `heard_us` with `device_us`."""
        self.pin(Point(device_us, (sent_us + heard_us) // 2, (heard_us - sent_us) // 2))

    def pin(self, new: Point) -> None:
        """Take one instant of both clocks, also one remembered from before this process."""
        points = self._points
        new = Point(self._unturned(new.device_us), new.host_us, new.error_us)
        at = bisect_right(points, new.device_us, key=lambda p: p.device_us)
        slot = new.device_us // _SLOT_US
        if at and points[at - 1].device_us // _SLOT_US == slot:
            if new.error_us <= points[at - 1].error_us:
                points[at - 1] = new
            return
        points.insert(at, new)
        if len(points) > _KEPT:
            del points[1 : _KEPT // 2 : 2]  # the first stays: old events are placed by it

    @property
    def best(self) -> Point | None:
        """The point that places the present best."""
        if not self._points:
            return None
        now_us = self._points[-1].device_us
        return min(self._points[-6:], key=lambda p: _doubt(p, now_us))

    def host_us(self, device_us: int) -> int | None:
        """Host time of a device time; None if no host has seen the clock it was taken with."""
        device_us = self._unturned(device_us)
        points = [p for p in self._points if _same_clock(device_us, p.device_us)]
        if not points:
            return None
        at = bisect_right(points, device_us, key=lambda p: p.device_us)
        around = points[max(0, at - 3) : at + 3]
        near = min(around, key=lambda p: _doubt(p, device_us))
        across = [
            p
            for p in around
            if (p.device_us > device_us) != (near.device_us > device_us)
            and abs(p.device_us - near.device_us) >= _SHORT_US
        ]
        far = min(across, key=lambda p: _doubt(p, device_us)) if across else _far_end(points, near)
        since = device_us - near.device_us
        if far is None:
            return near.host_us + since
        # integers: a double has no microseconds to spare here
        run = far.device_us - near.device_us
        return near.host_us + since + (far.host_us - near.host_us - run) * since // run

    def _unturned(self, device_us: int) -> int:
        """The time nearest to the latest point that shows as `device_us`."""
        if not self._points:
            return device_us
        last = self._points[-1].device_us
        return device_us + (last - device_us + _TURN // 2) // _TURN * _TURN


def _doubt(point: Point, device_us: int) -> int:
    """How far off a time may be that is placed by this point, at 50 ppm from it."""
    return point.error_us + abs(point.device_us - device_us) // 20_000


def _far_end(points: list[Point], near: Point) -> Point | None:
    """The point that measures the rate at `near`: the farthest within ten minutes, or the next."""
    runs = [(abs(p.device_us - near.device_us), p) for p in points]
    long = [(run, p) for run, p in runs if _SHORT_US <= run <= _LONG_US]
    if long:
        return max(long, key=lambda pair: pair[0])[1]
    beyond = [(run, p) for run, p in runs if run > _LONG_US]
    return min(beyond, key=lambda pair: pair[0])[1] if beyond else None


def _same_clock(a_us: int, b_us: int) -> bool:
    """Whether no kept reset lies between two device times (76 hours at most between them)."""
    return abs((a_us >> WRAP_BITS) - (b_us >> WRAP_BITS)) < RESET_STEP
