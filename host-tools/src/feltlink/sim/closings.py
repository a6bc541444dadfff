"""When somebody closes a terminal: Linux tells through inotify (inotify(7)), nobody elsewhere."""

from __future__ import annotations

import ctypes
import os

_CLOSE_WRITE, _CLOSE_NOWRITE = 0x08, 0x10


class Closings:
    """Watches one file from now on. `fd` is readable when there is news, or -1."""

    def __init__(self, path: str) -> None:
        self.fd = -1
        libc = ctypes.CDLL(None, use_errno=True)
        if hasattr(libc, "inotify_init1"):
            self.fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
            libc.inotify_add_watch(self.fd, os.fsencode(path), _CLOSE_WRITE | _CLOSE_NOWRITE)

    def any(self) -> bool:
        """Take the news; tell whether anybody has closed it since. How often is not told."""
        if self.fd < 0:
            return False
        try:
            return bool(os.read(self.fd, 4096))
        except BlockingIOError:
            return False

    def close(self) -> None:
        """Watch no more."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
