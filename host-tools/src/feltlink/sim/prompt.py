"""The chip's own prompt on a second port, as a Pico's is on USB beside its UART; and on the table's
port once the program has given that to it.

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

from feltlink.sim.ports import Port, PtyPort


class Prompt:
    """`path` is what to open; `slave` the interpreter's terminal."""

    def __init__(self, path: Path) -> None:
        self._outer = PtyPort(path)
        self.path = path
        self._inner, self.slave = pty.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self._inner, False)
        self._given: Port | None = None

    def give(self, port: Port) -> None:
        """From now on the prompt is on `port` as well."""
        self._given = port

    def take(self, data: bytes) -> bool:
        """Give the prompt what came over the table's port; False when that is not its own."""
        if self._given is None:
            return False
        os.write(self._inner, data)
        return True

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
            said = os.read(self._inner, 4096)
            self._outer.give(said)
            if self._given:
                self._given.give(said)
        return b"\x03" in data

    def forget(self) -> None:
        """The chip is reset: what was on its way inside it is lost."""
        self._given = None
        termios.tcflush(self.slave, termios.TCIOFLUSH)

    def close(self) -> None:
        self._outer.close()
        os.close(self._inner)
        os.close(self.slave)
