"""The tables of a demo: one at a time, each with its own record, chosen on the first page.

The pages stay at one address. A table is closed only between rounds; the next one opens after it,
and where it was left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from feltlink.cli.serving import Opened, opened
from feltlink.problem import Problem
from feltlink.table.config import Setup


class DemoTables:
    """The application of whichever table is open. `ended` is set when one has failed."""

    def __init__(self, games: tuple[str, ...], setup_of: Callable[[str], Setup]) -> None:
        self.games = games
        self.game = ""
        self.ended = asyncio.Event()
        self.failure: BaseException | None = None
        self._setup_of = setup_of
        self._open: Opened | None = None
        self._stack = AsyncExitStack()
        self._channels: set[asyncio.Task[None]] = set()
        self._choosing = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._open
        if scope["type"] == "websocket":
            await self._channel(found.app if found else None, scope, receive, send)
        elif found is None:
            busy = JSONResponse(
                {"ok": False, "sentence": "Another table is being opened."}, status_code=503
            )
            await busy(scope, receive, send)
        else:
            await found.app(scope, receive, send)

    async def choose(self, game: str) -> str:
        """Put `game` on the table; a sentence why not, or ""."""
        async with self._choosing:
            if game == self.game and self._open is not None:
                return ""
            if self._open is not None and self._open.table.host.round_open:
                return "A round is open. End it first; then another game can be dealt."
            before = self.game
            await self.close()
            try:
                await self._start(game)
            except Problem as problem:
                if before:
                    await self._start(before)
                return f"{game} cannot be dealt: {problem}"
            return ""

    async def close(self) -> None:
        """Close the table that is open, after its channels."""
        self._open = None
        for channel in tuple(self._channels):
            channel.cancel()
        await asyncio.gather(*self._channels, return_exceptions=True)
        await self._stack.aclose()

    async def _start(self, game: str) -> None:
        found = await self._stack.enter_async_context(
            opened(self._setup_of(game), demo=True, games=self)
        )
        watching = asyncio.create_task(self._watch(found))
        self._stack.callback(watching.cancel)
        self.game, self._open = game, found

    async def _watch(self, found: Opened) -> None:
        await found.table.ended.wait()
        self.failure = found.table.failure
        self.ended.set()

    async def _channel(
        self, app: ASGIApp | None, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """A live channel, in a task of its own so that it can be ended with its table."""
        if app is not None:
            channel = asyncio.ensure_future(app(scope, receive, send))
            self._channels.add(channel)
            try:
                await channel
                return
            except asyncio.CancelledError:
                if (own := asyncio.current_task()) is not None and own.cancelling():
                    channel.cancel()
                    raise
            finally:
                self._channels.discard(channel)
        with suppress(RuntimeError):  # it may be closed already
            await send({"type": "websocket.close", "code": 1012, "reason": "The table changes."})
