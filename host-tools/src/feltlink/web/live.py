"""The live channel: the whole view on connect and at each change, a beat each second, acts up.

A page that falls behind is sent the newest view, never a queue of old ones. What a page shows is
therefore the truth of at most one send ago, and a page that hears nothing for two seconds knows
that it is stale.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from feltlink.web.acts import Who, carry_out, parse, received
from feltlink.web.felt import carry_out_felt
from feltlink.web.host import FeltPanel, Host

BEAT_S = 1.0
FELT_POLL_S = 0.05


class Live:
    """One page's end of the channel."""

    def __init__(self, socket: WebSocket, host: Host, felt: FeltPanel | None, who: Who) -> None:
        self.socket = socket
        self.host = host
        self.felt = felt
        self.who = who
        self.changed = asyncio.Event()
        self.shown_seq = -1
        self.shown_felt: Any = None
        self._sending = asyncio.Lock()

    async def run(self) -> None:
        """Serve the page until it goes."""
        await self.socket.accept()
        stop = self.host.subscribe(self.changed.set)
        self.changed.set()
        down = [asyncio.create_task(self._views()), asyncio.create_task(self._beats())]
        if self.felt is not None:
            down.append(asyncio.create_task(self._felt(self.felt)))
        try:
            await self._acts()
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page went; what it had asked is in the record, or it asks again
        finally:
            stop()
            for task in down:
                task.cancel()
            for task in down:
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await task

    async def _send(self, message: dict[str, Any]) -> None:
        async with self._sending:
            await self.socket.send_text(json.dumps(message, separators=(",", ":")))

    async def _views(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            view = self.host.view()
            if view["seq"] != self.shown_seq:
                self.shown_seq = view["seq"]
                await self._send({"type": "view", "view": view})

    async def _beats(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            await self._send({"type": "beat"})

    async def _felt(self, felt: FeltPanel) -> None:
        while True:
            now = json.dumps(felt.state(), sort_keys=True)
            if now != self.shown_felt:
                self.shown_felt = now
                await self._send({"type": "felt", "felt": json.loads(now)})
            await asyncio.sleep(FELT_POLL_S)

    async def _acts(self) -> None:
        while True:
            given = parse(await received(self.socket))
            if isinstance(given, dict) and "felt" in given:
                carry_out_felt(self.felt, given)
                continue
            answer = await carry_out(self.host, given, self.who)
            await self._send({"type": "answer", **answer})
