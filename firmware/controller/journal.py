"""What the host has not yet acknowledged: a ring of 512 events with absolute numbers.

The last places are kept for what must not be lost (a press, a lock, a disarming). When the
others run out, ordinary events are counted instead of kept, and the gap is marked by an OVERFLOW
event in its place in the order as soon as half of the ring is free.
"""

from array import array

from feltwire import catalogue
from feltwire.speed import const, micropython

from .ticks import HALF

DEPTH = const(512)
RESERVE = const(24)
_INDEX = const(511)
# The wire's numbers end at 2**30, as do integers that cost no memory. From here on ordinary events
# have no numbers any more, and from the second on no event has: `behind` holds until a restart.
USED_UP = const(0x3FFFFF00)
_NONE_LEFT = const(0x3FFFFFF0)


class Journal:
    """Events `first` to `next` - 1 are held. Event n: `kind[n & 511]`, `at_us`, `a` and `b`.

    `a` is the first field after `at_us` in the catalogue; `b` the others, little-endian.
    """

    def __init__(self) -> None:
        self.kind = bytearray(DEPTH)
        self.at_us = array("I", [0] * DEPTH)
        self.a = array("I", [0] * DEPTH)
        self.b = array("I", [0] * DEPTH)
        self.first = 0
        self.next = 0
        self.first_wraps = 0  # holds for event `first`
        self.wraps = 0  # of the clock now
        self.lost = 0  # in this boot
        self.behind = False  # latched from the first loss until its OVERFLOW is acknowledged
        self._now_us = 0
        self.said_wraps = 0  # of the last WRAP journaled
        self._losing = False
        self._lost_here = 0
        self._first_lost = 0
        self._overflow_at = 0

    def resume(self, said_wraps: int) -> None:
        """Go on after a reset: times are on another clock now, so 256 wraps later."""
        self.said_wraps = said_wraps
        self.wraps = (said_wraps + 256) & 0xFFFF

    def start(self, now_us: int) -> None:
        """Set the clock, without counting a wrap."""
        self._now_us = now_us

    @micropython.native
    def tick(self, now_us: int) -> None:
        """Take the time of this pass: counts the wraps of the clock."""
        if now_us < self._now_us:
            self.wraps = (self.wraps + 1) & 0xFFFF
        self._now_us = now_us

    @micropython.native
    def push(self, kind: int, at_us: int, a: int, b: int) -> bool:
        """Append an ordinary event; False when it could only be counted as lost."""
        if self._losing or self.next - self.first >= DEPTH - RESERVE or self.next >= USED_UP:
            self._lose()
            return False
        self._append(kind, at_us, a, b)
        return True

    def push_vital(self, kind: int, at_us: int, a: int, b: int) -> bool:
        """Append an event that has a kept place; False when even those are used up."""
        if self.next - self.first >= DEPTH - 1 or self.next >= _NONE_LEFT:
            self._lose()
            return False
        self._append(kind, at_us, a, b)
        return True

    def vital_room(self) -> bool:
        """Tell whether a vital event, its WRAP and what it causes have a place."""
        return self.next - self.first < DEPTH - 8 and self.next < USED_UP

    @micropython.native
    def acknowledge(self, next_event: int) -> bool:
        """Drop everything below `next_event`; tell whether that was any."""
        if not self.first < next_event <= self.next:
            return False
        while self.first < next_event:
            i = self.first & _INDEX
            if self.kind[i] == catalogue.WRAP:
                self.first_wraps = self.a[i]
            self.first += 1
        if self._losing and self.next - self.first <= DEPTH // 2 and self.next < USED_UP:
            self._losing = False
            self._append(catalogue.OVERFLOW, self._now_us, self._first_lost, self._lost_here)
            self._overflow_at = self.next - 1
        if self.behind and not self._losing and self.first > self._overflow_at:
            self.behind = False
        return True

    def _lose(self) -> None:
        if not self._losing:
            self._losing = True
            self.behind = True
            self._lost_here = 0
            self._first_lost = self.next
        self._lost_here += 1
        self.lost += 1

    @micropython.native
    def _append(self, kind: int, at_us: int, a: int, b: int) -> None:
        wraps = self.wraps
        if at_us - self._now_us > HALF:  # its first edge was before the clock wrapped
            wraps = (wraps - 1) & 0xFFFF
        if wraps != self.said_wraps:
            self.said_wraps = wraps
            self._put(catalogue.WRAP, at_us, wraps, 0)
        self._put(kind, at_us, a, b)

    @micropython.native
    def _put(self, kind: int, at_us: int, a: int, b: int) -> None:
        i = self.next & _INDEX
        self.kind[i] = kind
        self.at_us[i] = at_us
        self.a[i] = a
        self.b[i] = b
        self.next += 1
