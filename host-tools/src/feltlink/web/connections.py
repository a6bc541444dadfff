"""How many may be connected, and how long one may take to ask.

The table lives in the same process and needs handles of its own, for its record, its controller
and its meters: a flood of connections, or ones that never finish asking, must not take them.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 256  # far above any number of screens, far below the usual 1,024 handles of a process
ASK_S = 10.0


class Bounded(H11Protocol):
    """One connection; closed at once when there are too many, and later if it does not ask."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or drop it."""
        super().connection_made(transport)
        self._since_s = self.loop.time()
        if len(self.connections) > MOST:
            transport.abort()
        else:
            self.loop.call_later(ASK_S, self._look)

    def on_response_complete(self) -> None:
        """An answer is out: from now on the next request is waited for."""
        self._since_s = self.loop.time()
        super().on_response_complete()

    def _look(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return  # gone, or a live channel by now
        asking = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if asking and self.loop.time() - self._since_s >= ASK_S:
            self.transport.abort()
        else:
            self.loop.call_later(ASK_S, self._look)
