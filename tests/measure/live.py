"""A simulated board in real time with the host's own link on its port, in asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable

from feltlink.link import events as ev
from feltlink.link.discovery import Hunt
from feltlink.link.session import Session, SessionConfig
from feltlink.link.transport import Transport, utc_of
from feltlink.sim.board import SimBoard
from support.bench_host import BenchDisk


class Live:
    """What the link told so far; `wait` waits for something in it."""

    def __init__(
        self, board: SimBoard, take: Callable[[ev.DeviceEvent], None] | None = None
    ) -> None:
        self.board = board
        self.disk = BenchDisk()
        self.told: list[ev.LinkEvent] = []
        self._take = take or self._commit
        self._news = asyncio.Event()
        session = Session(SessionConfig(), os.urandom, self.disk, utc_of)
        hunt = Hunt([board.port], None, listed=False)
        baud = board.board.file.port.baud
        self.transport = Transport(session, hunt, self._tell, baud=baud)

    def _commit(self, event: ev.DeviceEvent) -> None:
        """Take the event as committed at once."""
        self.transport.committed(event)

    def _tell(self, event: ev.LinkEvent) -> None:
        self.told.append(event)
        self.disk.keep(event)
        if isinstance(event, ev.DeviceEvent):
            self._take(event)
        self._news.set()

    async def wait(self, true: Callable[[], bool], limit_s: float = 30.0) -> None:
        """Wait until `true()`."""
        async with asyncio.timeout(limit_s):
            while not true():
                self._news.clear()
                await self._news.wait()

    def seen(self, kind: type) -> int:
        """How many events of a kind of message were told."""
        return sum(isinstance(row.message, kind) for row in self.disk.rows)


@contextlib.asynccontextmanager
async def connected(
    board: SimBoard, take: Callable[[ev.DeviceEvent], None] | None = None
) -> AsyncIterator[Live]:
    """The link, found and live, for as long as the block lasts; `take` gets each event."""
    live = Live(board, take)
    running = asyncio.create_task(live.transport.run())
    try:
        await live.wait(lambda: any(isinstance(e, ev.ControllerFound) for e in live.told))
        yield live
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
