"""The chip's clock: 30 bits of microseconds, and the loop's beat."""

import time
from time import sleep_us, ticks_add, ticks_diff

from feltwire.speed import const, micropython

ticks_us: "Callable[[], int]" = time.ticks_us  # type: ignore  # noqa: F821

_PERIOD_US = const(1000)
_NEAREST_US = const(800)
_LOST_US = const(20_000)  # longer than the collector, or a file, takes


class Beat:
    """Waits for the next scan.

    A late scan is made up for by the next ones coming a little earlier, never nearer than 0.8 ms:
    in quick succession, one short glitch would look like several equal samples.
    """

    def __init__(self) -> None:
        self._due_us = ticks_us()
        self._last_us = self._due_us

    @micropython.native
    def left_us(self) -> int:
        """Microseconds until the next scan; negative when it is late."""
        return ticks_diff(self._due_us, ticks_us())

    def later(self, us: int) -> None:
        """Move the next scans: this one had to wait so long for its sample."""
        self._due_us = ticks_add(self._due_us, us)

    @micropython.native
    def wait(self) -> None:
        """Return when the next scan is due. Call once a scan."""
        now_us = ticks_us()
        left = ticks_diff(self._due_us, now_us)
        if left < -_LOST_US:
            self._due_us = now_us  # lost for good
        nearest = _NEAREST_US - ticks_diff(now_us, self._last_us)
        if left < nearest:
            left = nearest
        if left > 0:
            sleep_us(left)
        self._last_us = ticks_us()
        self._due_us = ticks_add(self._due_us, _PERIOD_US)
