"""Deferred debounce of every bet sensor at once: vertical counters over one input word.

A sensor's new state counts when it was the same for `on_scans` (or `off_scans`) scans in a row.
The counters of all inputs are held crosswise, one word a binary place ("planes"), so a scan costs
the same for six inputs and for thirty.
"""

from array import array

from feltwire.speed import const, micropython

_QUIET_SCANS = const(16)  # quiet for one to two of these, and the next is a new edge


class Debounce:
    """`state` is the word of debounced inputs; `first_us[i]` is when input i's last change began.

    The bounces of that change do not move the time.
    """

    def __init__(self, width: int, on_scans: int, off_scans: int) -> None:
        self._planes = array("I", [0] * 8)
        self._wanted = array("I", [0] * 8)
        self._ready = False
        self._on = on_scans
        self._off = off_scans
        self._burst = 0  # inputs that differed in this quiet time
        self._burst_before = 0  # and in the one before
        self._age = _QUIET_SCANS
        self._all = (1 << width) - 1
        self.state = 0
        self.first_us = array("I", [0] * width)
        self.set_times(on_scans, off_scans)

    def set_times(self, on_scans: int, off_scans: int) -> None:
        """Take new times, 1 to 255 scans (0: as it was); what is being counted starts anew."""
        self._on = on_scans or self._on
        self._off = off_scans or self._off
        longest = self._on if self._on > self._off else self._off
        self._depth = 1
        while longest >> self._depth:
            self._depth += 1
        self._clear()
        self._want()

    @micropython.native
    def step(self, now_us: int, raw: int) -> int:
        """Take one scan; return the word of inputs whose state has changed."""
        changing = raw ^ self.state
        fresh = changing & ~(self._burst | self._burst_before)
        if fresh:
            self._note(fresh, now_us)
        self._age -= 1
        if self._age == 0:
            self._age = _QUIET_SCANS
            self._burst_before = self._burst
            self._burst = 0
        if changing == 0:
            if self._ready:
                self._clear()
            return 0
        self._burst |= changing
        return self._count(changing)

    def force(self, mask: int, state: int) -> None:
        """Set the inputs of `mask` to their bits in `state`, without an edge."""
        self.state = (self.state & ~mask) | (state & mask)
        self._burst &= ~mask
        self._burst_before &= ~mask
        self._want()

    @micropython.native
    def _count(self, changing: int) -> int:
        planes = self._planes
        wanted = self._wanted
        carry = done = changing
        self._ready = True
        for k in range(self._depth):
            plane = planes[k] & changing
            fill = plane ^ carry
            carry &= plane
            planes[k] = fill
            done &= ~(fill ^ wanted[k])
        if done:
            self.state ^= done
            self._burst &= ~done
            self._burst_before &= ~done
            for k in range(self._depth):  # the next scan may already differ the other way
                planes[k] &= ~done
            self._want()
        return done

    def _note(self, fresh: int, now_us: int) -> None:
        i = 0
        while fresh:
            if fresh & 1:
                self.first_us[i] = now_us
            fresh >>= 1
            i += 1

    def _want(self) -> None:
        """Place k of the count each input waits for: `off` where it is on, `on` where it is off."""
        for k in range(self._depth):
            word = self.state if self._off >> k & 1 else 0
            if self._on >> k & 1:
                word |= self._all & ~self.state
            self._wanted[k] = word

    def _clear(self) -> None:
        self._ready = False
        for k in range(8):
            self._planes[k] = 0
