"""The watchdog: resets the chip unless both the scan and the link have moved on."""

import sys

import machine

from feltwire.speed import micropython

TIMEOUT_MS = 2000  # the RP2040 allows 8,388 at most
HOLD_MS = 600_000
_BEAT_MS = 500
_TIMER = -1 if sys.platform == "rp2" else 0  # the RP2040's timers are virtual


class Watchdog:
    """Cannot be stopped once it is made."""

    def __init__(self) -> None:
        self._dog = machine.WDT(timeout=TIMEOUT_MS)
        self._scans = -1
        self._passes = -1

    @micropython.native
    def feed(self, scans: int, passes: int) -> None:
        """Feed when both counters differ from those of the last time it was fed."""
        if scans != self._scans and passes != self._passes:
            self._scans = scans
            self._passes = passes
            self._dog.feed()

    def hold(self) -> None:
        """Keep the chip at its prompt for ten minutes: the loop has been left by Ctrl-C, which
        only a person or a tool on the prompt's own port can send."""
        self._beats = HOLD_MS // _BEAT_MS
        self._timer = machine.Timer(_TIMER)
        self._timer.init(period=_BEAT_MS, mode=machine.Timer.PERIODIC, callback=self._beat)

    def _beat(self, _timer: "machine.Timer") -> None:
        self._beats -= 1
        if self._beats > 0:
            self._dog.feed()
