"""The watchdog: resets the chip unless both the scan and the link have moved on."""

import machine

from feltwire.speed import const, micropython

TIMEOUT_MS = const(2000)
LONGEST_MS = const(8300)  # the RP2040 allows 8,388 at most


class Watchdog:
    """Cannot be stopped once it is made."""

    def __init__(self) -> None:
        self._dog = machine.WDT(timeout=TIMEOUT_MS)
        self._scans = -1
        self._passes = -1

    def lengthen(self) -> None:
        """Somebody gets the prompt: so long they may take between two feedings."""
        self._dog = machine.WDT(timeout=LONGEST_MS)

    @micropython.native
    def feed(self, scans: int, passes: int) -> None:
        """Feed when both counters differ from those of the last time it was fed."""
        if scans != self._scans and passes != self._passes:
            self._scans = scans
            self._passes = passes
            self._dog.feed()
