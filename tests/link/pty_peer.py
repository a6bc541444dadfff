"""A scripted controller behind a pty, in the test's own event loop."""

from __future__ import annotations

import asyncio
import os
import tty
from pathlib import Path

from feltlink.link.frames import encode
from feltlink.link.messages import Message
from feltlink.link.transport import steady_us
from link.peer import Peer


class PtyPeer:
    """`link` is the path to open; `unplug` and `plug_in` make it vanish and come back."""

    def __init__(self, peer: Peer, link: Path) -> None:
        self.peer = peer
        self.link = link
        self._master = -1

    def plug_in(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.link.symlink_to(os.ttyname(slave))
        os.close(slave)
        os.set_blocking(self._master, False)
        asyncio.get_running_loop().add_reader(self._master, self._readable)

    def unplug(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        self.link.unlink()
        self.peer.nonce = 0
        self.peer.streaming = False

    def write(self, message: Message) -> None:
        """Say something by itself."""
        os.write(self._master, encode(message))

    def _readable(self) -> None:
        try:
            data = os.read(self._master, 4096)
        except OSError:  # EIO: nobody has the other end open
            asyncio.get_running_loop().remove_reader(self._master)
            asyncio.get_running_loop().call_later(0.005, self._again)
            return
        self.peer.ticks_us = steady_us()
        self.peer.hear(data)
        self.peer.send_events()
        os.write(self._master, bytes(self.peer.bytes_for_host))
        self.peer.bytes_for_host.clear()

    def _again(self) -> None:
        if self.link.exists():
            asyncio.get_running_loop().add_reader(self._master, self._readable)
