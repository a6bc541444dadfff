"""The whole stack for a browser: simulated board, table, pages, in one loop of a thread."""

from __future__ import annotations

import asyncio
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from feltlink.games.core import Draw
from feltlink.sim.board import SimBoard
from feltlink.table import config
from feltlink.table.desk import Desk
from feltlink.table.felt import SimFelt
from feltlink.table.host import Drawer
from feltlink.table.run import Running, running
from feltlink.web.app import create_app
from feltlink.web.bench import Bench
from feltlink.web.records import Records
from feltlink.web.serve import serve

DEMO = Path(config.__file__).parent / "demo"


class RealTable:
    """A demo table as `feltlink demo` runs it; `stops` are drawn in turn instead of by chance."""

    def __init__(
        self,
        folder: Path,
        stops: Iterator[int],
        file: str,
        deck: Drawer | None,
        board: str,
        *,
        console: bool,
    ) -> None:
        for original in DEMO.iterdir():
            if not (folder / original.name).exists():
                shutil.copy(original, folder)
        if board:
            text = (folder / file).read_text()
            (folder / file).write_text(re.sub('board = ".*"', f'board = "{board}"', text))
        self.setup = config.load(folder / file)
        (folder / "sim").mkdir(exist_ok=True)
        self.sim = SimBoard(self.setup.board, folder=folder / "sim", console=console)
        self.felt = SimFelt(self.sim)
        self.stops = stops
        self.deck = deck or self.setup.playing.draw
        self.address = ""
        self.port = 0
        self.table: Running | None = None

    def start(self) -> None:
        """Run table and pages in a thread; raises what kept them from starting."""
        up = threading.Event()
        self._failed: list[BaseException] = []

        def target() -> None:
            try:
                asyncio.run(self._run(up))
            except BaseException as error:
                self._failed.append(error)
                up.set()

        self._thread = threading.Thread(target=target, daemon=True)
        self._thread.start()
        assert up.wait(100), "the table did not start"
        if self._failed:
            raise self._failed[0]

    async def _run(self, up: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()

        def draw(asked: Draw) -> dict[str, Any]:
            return {"stop": next(self.stops)} if asked.what == "wheel" else self.deck(asked)

        async with running(self.setup, port=self.sim.port, draw=draw, demo=True) as table:
            self.table = table
            bench = Bench(self.setup.board, table.line, table.host, table.workbench)
            meter, rule = self.setup.meter, self.setup.two_people
            app = create_app(
                table.host,
                self.felt,
                records=Records(self.setup.record),
                bench=bench,
                desk=Desk(meter.store if meter else None, bench.clear_faults, rule),
            )
            async with serve(app, port=self.port) as self.address:
                self.port = int(self.address.rstrip("/").rpartition(":")[2])
                up.set()
                await self._end.wait()

    def stop(self) -> None:
        """End it, as Ctrl-C does."""
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(20)
        if self._failed:
            raise self._failed[0]

    def ask(self, function: Callable[..., Any], *given: Any) -> Any:
        """Call in the table's own thread."""

        async def run() -> Any:
            return function(*given)

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(10)

    @property
    def state(self) -> dict[str, Any]:
        """The game's view now."""
        assert self.table is not None
        view: dict[str, Any] = self.ask(self.table.host.view)
        return dict(view["state"])


@contextmanager
def real_table(
    folder: Path,
    stops: Iterator[int],
    file: str = "table.toml",
    *,
    deck: Drawer | None = None,
    board: str = "",
    console: bool = False,
) -> Iterator[RealTable]:
    """A running table on a simulated board, ended at the end; a `deck` may be stacked. `board`:
    another than the file's; with `console` its prompt is at `sim/console`.
    """
    table = RealTable(folder, stops, file, deck, board, console=console)
    with table.sim:
        table.start()
        try:
            yield table
        finally:
            table.stop()
