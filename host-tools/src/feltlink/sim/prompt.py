"""The chip's own prompt on a second port, as a Pico's is on USB beside its UART.

Two terminals, one for the interpreter and one for whoever connects: a serial library sets its own
to return at once from a read, which the interpreter would take for the end of its input.
"""

from __future__ import annotations

import contextlib
import os
import pty
import termios
import tty
from pathlib import Path

from feltlink.sim.ports import PtyPort


class Prompt:
    """`path` is what to open; `slave` the interpreter's terminal."""

    def __init__(self, path: Path) -> None:
        self._outer = PtyPort(path)
        self.path = path
        self._inner, self.slave = pty.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self._inner, False)

    @property
    def fds(self) -> list[int]:
        """What to wait on."""
        return [self._inner, *self._outer.fds]

    def forward(self) -> bool:
        """Carry over what either side said; tell whether a Ctrl-C was among it."""
        data = self._outer.take()
        if data:
            os.write(self._inner, data)
        with contextlib.suppress(BlockingIOError):
            self._outer.give(os.read(self._inner, 4096))
        return b"\x03" in data

    def forget(self) -> None:
        """The chip is reset: what was on its way inside it is lost."""
        termios.tcflush(self.slave, termios.TCIOFLUSH)

    def close(self) -> None:
        self._outer.close()
        os.close(self._inner)
        os.close(self.slave)
