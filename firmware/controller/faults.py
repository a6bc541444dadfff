"""Inputs that cannot be trusted: chattering, held too long, active at boot.

A faulted input is masked, and counts as not covered, until CLEAR_FAULT.
"""

from array import array

from feltwire.speed import const, micropython

_WINDOW_SCANS = const(4096)
_RAW_LIMIT = const(300)  # raw changes of one input in a window: hum on a floating line makes 400
_SETTLED_LIMIT = const(40)  # debounced ones: a hand does not move a chip ten times a second
HELD_SCANS = 10_000
BOOT_SCANS = 300  # longer than any debounce
_SOUND = const(255)


class Faults:
    """`mask` is the word of faulted inputs; `code[i]` why, _SOUND when not."""

    def __init__(self, inputs: int) -> None:
        self._inputs = inputs
        self.mask = 0
        self.code = bytearray([_SOUND] * inputs)
        self._raw = array("H", [0] * inputs)
        self._settled = bytearray(inputs)
        self._last = 0
        self._scans = 0

    @micropython.native
    def step(self, raw: int) -> int:
        """Take one scan of sound inputs; return an input that chatters, or -1."""
        scans = self._scans
        if scans < self._inputs:  # one input's window ends a scan: no pass is longer than another
            self._raw[scans] = 0
            self._settled[scans] = 0
        self._scans = scans + 1 if scans < _WINDOW_SCANS else 0
        moved = raw ^ self._last
        self._last = raw
        if moved:
            return self._count(moved)
        return -1

    def settled(self, number: int) -> bool:
        """Count a debounced change; tell whether that is one too many."""
        if self._settled[number] < 255:
            self._settled[number] += 1
        return self._settled[number] >= _SETTLED_LIMIT

    def changes(self, number: int) -> int:
        """Raw changes in this window."""
        return self._raw[number]

    def set(self, number: int, code: int) -> None:
        self.mask |= 1 << number
        self.code[number] = code
        self._last &= ~(1 << number)

    def clear(self, number: int) -> None:
        self.mask &= ~(1 << number)
        self.code[number] = _SOUND
        self._raw[number] = 0
        self._settled[number] = 0

    def _count(self, moved: int) -> int:
        found = -1
        i = 0
        while moved:
            if moved & 1:
                self._raw[i] += 1
                if self._raw[i] >= _RAW_LIMIT:
                    found = i
            moved >>= 1
            i += 1
        return found
