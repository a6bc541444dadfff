"""Who has a terminal open: Linux tells through inotify (inotify(7)); elsewhere nobody tells."""

from __future__ import annotations

import ctypes
import os
import struct

_OPEN, _CLOSE_WRITE, _CLOSE = 0x20, 0x08, 0x10
_EVENT = struct.Struct("iIII")


class Openings:
    """Counts the openings of one file from now on. `fd` is readable when there is news, or -1."""

    def __init__(self, path: str) -> None:
        self.fd = -1
        self.now = 0
        libc = ctypes.CDLL(None, use_errno=True)
        if hasattr(libc, "inotify_init1"):
            self.fd = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
            libc.inotify_add_watch(self.fd, path.encode(), _OPEN | _CLOSE_WRITE | _CLOSE)

    def all_closed(self) -> bool:
        """Take the news; tell whether the last one who had it open has closed it since."""
        if self.fd < 0:
            return False
        before = self.now
        seen = False
        try:
            data = os.read(self.fd, 4096)
        except BlockingIOError:
            return False
        at = 0
        while at < len(data):
            _, mask, _, name = _EVENT.unpack_from(data, at)
            at += _EVENT.size + name
            self.now += 1 if mask & _OPEN else -1
            seen = seen or before > 0 or self.now > 0
        return seen and self.now <= 0

    def close(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
