"""A table at work: simulated board if it has one, host, pages; until a signal or a fault."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from starlette.applications import Starlette

from feltlink.table.config import Setup
from feltlink.table.desk import Desk
from feltlink.table.file import SIM
from feltlink.table.host import Drawer
from feltlink.table.run import Running, running
from feltlink.web.app import create_app
from feltlink.web.bench import Bench
from feltlink.web.demo import Games
from feltlink.web.records import Records
from feltlink.web.serve import serve

if TYPE_CHECKING:
    from feltlink.table.felt import SimFelt


@dataclass
class AtWork:
    """What runs. `felt` is None for a table with a real controller."""

    table: Running
    address: str
    felt: SimFelt | None


@dataclass
class Opened:
    """A table that runs, and the application of its pages, not yet served."""

    table: Running
    felt: SimFelt | None
    app: Starlette


class Told(Protocol):
    """What ends by itself only on a fault: a `Running` table, or a demo's tables."""

    ended: asyncio.Event
    failure: BaseException | None


@asynccontextmanager
async def opened(
    setup: Setup,
    *,
    draw: Drawer | None = None,
    demo: bool = False,
    games: Games | None = None,
) -> AsyncIterator[Opened]:
    """Start the table with its simulated board, if it has one, and make its pages."""
    async with AsyncExitStack() as stack:
        felt = None
        device = None
        if setup.file.controller.port == SIM:
            from feltlink.sim.board import SimBoard
            from feltlink.table.felt import SimFelt

            board = stack.enter_context(SimBoard(setup.board, clock="real", link="pty"))
            felt, device = SimFelt(board), board.port
        table = await stack.enter_async_context(running(setup, port=device, draw=draw, demo=demo))
        bench = Bench(setup.board, table.line, table.host, table.workbench)
        app = create_app(
            table.host,
            felt,
            setup.file.web.names,
            records=Records(setup.record),
            bench=bench,
            desk=Desk(
                setup.meter.store if setup.meter else None, bench.clear_faults, setup.two_people
            ),
            games=games,
        )
        yield Opened(table, felt, app)


@asynccontextmanager
async def at_work(
    setup: Setup,
    *,
    host: str | None = None,
    port: int | None = None,
    draw: Drawer | None = None,
    demo: bool = False,
) -> AsyncIterator[AtWork]:
    """Start the table and its pages. `host` and `port` override the configured address, `draw` the
    operating system's generator (a demo's stacked deck).
    """
    web = setup.file.web
    async with (
        opened(setup, draw=draw, demo=demo) as found,
        serve(found.app, host or web.host, web.port if port is None else port) as address,
    ):
        yield AtWork(found.table, address, found.felt)


async def until_told(table: Told) -> None:
    """Wait for Ctrl-C, a polite kill, or a fault of the table, which is raised."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, table.ended.set)
    await table.ended.wait()
    if table.failure is not None:
        raise table.failure
