"""The bench's own channel: its state five times a second while a page looks, lights to try up."""

from __future__ import annotations

import asyncio
import contextlib
import json

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from feltlink.web.acts import parse, received
from feltlink.web.bench import Bench
from feltlink.web.bench_ways import BenchWays
from feltlink.web.visits import Visits, token_of

LOOK_S = 0.2
STATS_EVERY = 10


class Watchers:
    """The pages that look at one bench. The controller is asked once for all of them."""

    def __init__(self, bench: Bench, visits: Visits) -> None:
        self.bench = bench
        self._visits = visits
        self.open = 0
        self._asking: asyncio.Task[None] | None = None

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it goes."""
        await socket.accept()
        self._count(1)
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        showing = asyncio.create_task(self._show(socket))
        try:
            while True:
                self._take(parse(await received(socket)), socket)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            showing.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await showing
            self._count(-1)
            if not self.open:
                self._asking.cancel()
                self._asking = None
                self.bench.leave()

    async def _ask(self) -> None:
        turn = 0
        while True:
            self.bench.look(stats=turn % STATS_EVERY == 0)
            turn += 1
            await asyncio.sleep(LOOK_S)

    async def _show(self, socket: WebSocket) -> None:
        after = 0
        while True:
            state = self.bench.state(after)
            after = state["count"]
            await socket.send_text(json.dumps({"type": "bench", **state}))
            await asyncio.sleep(LOOK_S)

    def _count(self, more: int) -> None:
        self.open += more
        if self.bench.workbench:
            self.bench.workbench.looked_at = self.open > 0

    def _take(self, given: object, socket: WebSocket) -> None:
        token = token_of(socket.scope)
        if not self._visits.may(token, socket.url.path):
            return  # logged out since the page was opened
        match given:
            case {"light": int(number), "pattern": str(pattern)}:
                self.bench.light(number, pattern)
            case {"clear": "faults"}:
                visit = self._visits.get(token)  # none at an open table
                self.bench.clear_faults(f"{visit.role} {visit.name}" if visit else "technician")


def bench_routes(bench: Bench, visits: Visits) -> list[BaseRoute]:
    """The route of the bench's channel, and those of its acts."""
    acts = BenchWays(bench.workbench, visits).routes() if bench.workbench else []
    return [WebSocketRoute("/bench/live", Watchers(bench, visits).serve), *acts]
