"""The chip's clock: 30 bits of microseconds, and the loop's beat."""

import time
from time import sleep_us, ticks_add, ticks_diff

ticks_us: "Callable[[], int]" = time.ticks_us  # type: ignore  # noqa: F821

PERIOD_US = 1000


class Beat:
    """Waits for the next scan. Lost time is not run after: scans in quick succession would let a
    short glitch look like several equal samples."""

    def __init__(self) -> None:
        self._due_us = ticks_us()

    def left_us(self) -> int:
        """Microseconds until the next scan; negative when it is late."""
        return ticks_diff(self._due_us, ticks_us())

    def wait(self) -> None:
        left = self.left_us()
        if left > 0:
            sleep_us(left)
            self._due_us = ticks_add(self._due_us, PERIOD_US)
        else:
            self._due_us = ticks_add(ticks_us(), PERIOD_US)
