"""The streams of MicroPython's prompt, with Ctrl-C off: bytes go through as they are.

A read there waits for all it is asked for, so it is asked for one byte, and only when one has come.
Allocates nothing.
"""

import select
import sys

import micropython as mp

from feltwire.speed import micropython

_AT_ONCE = 16  # bytes a turn: each one costs a poll, and the scan must go on
_NO_CHARACTER = -1
_CTRL_C = 3


class Streams:
    """Base of the ports that share the prompt's. `_out` is written by them."""

    def __init__(self) -> None:
        mp.kbd_intr(_NO_CHARACTER)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._come = select.poll()
        self._come.register(self._in, select.POLLIN)
        self._one = bytearray(1)

    @micropython.native
    def read(self, buffer: bytearray) -> int:
        """Read what has come, at most `_AT_ONCE` bytes; return how many."""
        count = 0
        while count < _AT_ONCE and self._ready(self._come):
            self._in.readinto(self._one)
            buffer[count] = self._one[0]
            count += 1
        return count

    def give_prompt(self) -> None:
        """Let the prompt have them back."""
        mp.kbd_intr(_CTRL_C)

    @micropython.native
    def _ready(self, poll) -> bool:  # type: ignore[no-untyped-def]
        for _ in poll.ipoll(0):
            return True
        return False
