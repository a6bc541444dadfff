"""What a session has to write and to tell, until its shell fetches it."""

from __future__ import annotations

from feltlink.link import messages as m
from feltlink.link.events import LinkEvent, Traffic
from feltlink.link.frames import encode


class Output:
    """Bytes for the port and events for the table. `traffic`: tell of each frame too."""

    def __init__(self, traffic: bool) -> None:
        self._traffic = traffic
        self._bytes = bytearray()
        self._told: list[LinkEvent] = []

    def send(self, message: m.Message, seq: int = 0) -> None:
        """Queue one frame; a HELLO with the 0x00 that ends whatever was on the line before."""
        self.watch(message, seq, out=True)
        if isinstance(message, m.Hello):
            self._bytes.append(0)
        self._bytes += encode(message, seq)

    def watch(self, message: m.Message, seq: int, *, out: bool) -> None:
        """Show a frame to whoever watches."""
        if self._traffic:
            self._told.append(Traffic(out, seq, message))

    def tell(self, *events: LinkEvent) -> None:
        """Queue events for the table."""
        self._told += events

    def told(self) -> list[LinkEvent]:
        """The events since the last call."""
        told, self._told = self._told, []
        return told

    def taken(self) -> bytes:
        """The bytes since the last call."""
        out = bytes(self._bytes)
        self._bytes.clear()
        return out
