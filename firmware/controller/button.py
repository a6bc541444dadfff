"""Confirmed eager debounce of the spin button.

A press is told at its third equal scan (3 ms), with the time of the first: one or two stray
samples are no press (plain eager debounce gives ghost presses). Then 30 ms of bounces are
ignored, and the button is up again after 15 quiet ms.
"""

from feltwire.speed import const, micropython

_CONFIRM_SCANS = const(3)
_LOCKOUT_SCANS = const(30)
_RELEASE_SCANS = const(15)


class Button:
    """`down` is the debounced state; `touched` also tells a press that is not yet confirmed."""

    def __init__(self) -> None:
        self.down = False
        self.touched = False
        self.first_us = 0
        self.held_scans = 0
        self._count = 0

    @micropython.native
    def step(self, now_us: int, raw: int) -> bool:
        """Take one scan (`raw` nonzero: pressed); return True when a press is confirmed."""
        if not raw and not self.touched:
            return False
        if self.down:
            self._while_down(raw)
            return False
        if not raw:
            self._count = 0
            self.touched = False
            return False
        if self._count == 0:
            self.first_us = now_us
            self.touched = True
        self._count += 1
        if self._count < _CONFIRM_SCANS:
            return False
        self.down = True
        self.held_scans = self._count
        self._count = 0
        return True

    def _while_down(self, raw: int) -> None:
        if self.held_scans < 0x3FFFFFFF:
            self.held_scans += 1
        if raw or self.held_scans - _CONFIRM_SCANS <= _LOCKOUT_SCANS:
            self._count = 0
            return
        self._count += 1
        if self._count >= _RELEASE_SCANS:
            self.down = False
            self.touched = False
            self._count = 0
            self.held_scans = 0
