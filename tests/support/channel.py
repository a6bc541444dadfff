"""One end of a WebSocket spoken to an ASGI application directly, in its own loop."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message


class Channel:
    """Connects at once; `heard` waits for a text, `closed` for the code of the end."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._down: asyncio.Queue[Message] = asyncio.Queue()
        self._up: asyncio.Queue[Message] = asyncio.Queue()
        self._up.put_nowait({"type": "websocket.connect"})
        scope: dict[str, Any] = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1")],
            "subprotocols": [],
        }
        self.serving = asyncio.ensure_future(app(scope, self._up.get, self._down.put))

    async def heard(self) -> str:
        while (message := await self._down.get())["type"] != "websocket.send":
            assert message["type"] == "websocket.accept"
        return str(message["text"])

    async def closed(self) -> int:
        while (message := await self._down.get())["type"] != "websocket.close":
            pass
        await self.serving
        return int(message["code"])
