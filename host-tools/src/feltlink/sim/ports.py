"""The host's end of the cable: a pty to open like a real port, or a pipe inside one process."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import pty
import termios
import tty
from pathlib import Path
from typing import Protocol

from feltlink.sim.closings import Closings

_TIOCGEXCL = 0x80045440  # linux/tty.h; the termios module has only its two sisters


class Port(Protocol):
    """Where the cable ends. While pulled it gives nothing and what it is given is lost."""

    pulled: bool

    def give(self, data: bytes) -> None:
        """Hand bytes of the controller to the host."""

    def take(self) -> bytes:
        """Return what the host wrote since."""

    def pull(self) -> None: ...

    def plug(self) -> None: ...

    def close(self) -> None: ...


class PipePort:
    """`read` and `write` are the host's side; they raise EIO while the cable is pulled."""

    def __init__(self) -> None:
        self.pulled = False
        self._up = bytearray()
        self._down = bytearray()

    def give(self, data: bytes) -> None:
        if not self.pulled:
            self._up += data

    def take(self) -> bytes:
        data = bytes(self._down)
        self._down.clear()
        return data

    def pull(self) -> None:
        self.pulled = True
        self._up.clear()
        self._down.clear()

    def plug(self) -> None:
        self.pulled = False

    def close(self) -> None:
        self.pulled = True

    def read(self) -> bytes:
        """Return all bytes that the controller sent; empty when there is none."""
        self._check()
        data = bytes(self._up)
        self._up.clear()
        return data

    def write(self, data: bytes) -> int:
        """Send bytes to the controller; return how many."""
        self._check()
        self._down += data
        return len(data)

    def _check(self) -> None:
        if self.pulled:
            raise OSError(errno.EIO, "the cable is pulled")


class PtyPort:
    """A pty behind a steady name: `path` is a link that goes when the cable is pulled, as a real
    port's name does, and comes back with a new terminal behind it.

    Our own slave stays open, so that the terminal keeps its raw mode while no host has it open.
    Then its exclusive mode would stay too (TIOCEXCL, which ends with the last close), so that is
    lifted when the last host has closed it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pulled = True
        self._master = self._slave = -1
        self._closings: Closings | None = None
        self.plug()

    @property
    def fds(self) -> list[int]:
        """What to wait on; nothing while pulled."""
        if self._closings is None:
            return []
        return [fd for fd in (self._master, self._closings.fd) if fd >= 0]

    def give(self, data: bytes) -> None:
        if self.pulled:
            return
        with contextlib.suppress(BlockingIOError):  # nobody reads: an adapter throws it away
            os.write(self._master, data)

    def take(self) -> bytes:
        if self._closings is None:
            return b""
        if self._closings.any():
            self._lift()
        try:
            return os.read(self._master, 4096)
        except (BlockingIOError, OSError):
            return b""

    def _lift(self) -> None:
        """Lift the exclusive mode, unless somebody's lock on the file says that it is in use.

        A host that closed in order has lifted it itself; our own lock would keep the next one out.
        """
        if not any(fcntl.ioctl(self._slave, _TIOCGEXCL, bytes(4))):
            return
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(self._slave, fcntl.LOCK_EX | fcntl.LOCK_NB)
            fcntl.ioctl(self._slave, termios.TIOCNXCL)
            fcntl.flock(self._slave, fcntl.LOCK_UN)

    def pull(self) -> None:
        if self.pulled:
            return
        self.pulled = True
        if self._closings:
            self._closings.close()
            self._closings = None
        self.path.unlink(missing_ok=True)
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    def plug(self) -> None:
        if not self.pulled:
            return
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        name = os.ttyname(self._slave)
        self._closings = Closings(name)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(name)
        self.pulled = False

    def close(self) -> None:
        self.pull()
