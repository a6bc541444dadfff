"""How well the scan keeps its time."""

from feltwire.speed import const, micropython

from .ticks import MASK

_LATE_US = const(2_000)  # a scan that comes later than this after the one before is counted as late
_COUNT_SCANS = const(60_000)
_STALL_US = const(250_000)  # an edge may have been missed altogether: worth an event


class Stats:
    """Scans since boot (from 0 again after 2**30), late ones, and the worst gap between two."""

    def __init__(self) -> None:
        self.scans = 0
        self.late = 0
        self.worst_gap_us = 0
        self.free_bytes = 0  # of the heap; told by whoever runs the loop, when `asked`
        self.asked = False
        self._asked_at = 0
        self._last_us = 0

    @micropython.native
    def scan(self, now_us: int) -> int:
        """Count a scan; return the milliseconds it stalled, 0 when it did not."""
        gap = (now_us - self._last_us) & MASK
        self._last_us = now_us
        self.scans = self.scans + 1 & MASK
        if gap <= _LATE_US or self.scans == 1:
            return 0
        self.late = self.late + 1 & MASK
        if gap > self.worst_gap_us:
            self.worst_gap_us = gap
        return gap // 1000 if gap >= _STALL_US else 0

    def ask(self) -> None:
        """Want the free bytes counted again. That takes an RP2040 7 ms: once a minute at most."""
        if not 0 <= self.scans - self._asked_at < _COUNT_SCANS:
            self._asked_at = self.scans
            self.asked = True

    def clear(self) -> None:
        """Forget the late scans and the worst gap."""
        self.late = 0
        self.worst_gap_us = 0
