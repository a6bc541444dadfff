"""The asyncio shell of a table: one loop with the controller's port, the host and its clocks."""

from __future__ import annotations

import asyncio
import errno
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from feltlink import __version__
from feltlink.floor.outbox import Outbox
from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.link.discovery import Hunt
from feltlink.link.handshake import SessionConfig
from feltlink.link.session import Session
from feltlink.link.transport import Transport, utc_of
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.signing import signer_of, signer_or_new
from feltlink.record.store import Record
from feltlink.table.clocks import SystemClock
from feltlink.table.config import Setup
from feltlink.table.door import KEPT, Door
from feltlink.table.file import AUTO
from feltlink.table.host import Drawer, TableHost
from feltlink.table.memory import RecordMemory
from feltlink.table.metering import Metering
from feltlink.table.play import Play
from feltlink.table.released import programs
from feltlink.table.shoe import Shoe
from feltlink.table.workbench import Workbench

TICK_S = 0.05
REPORTS = "reports"  # of self-tests, beside the record, and the key that signs them
WORKSHOP_KEY = "workshop"
NO_HANDLES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
CONFIGURED = "configuration"


@dataclass
class Running:
    """A table that runs. `ended` is set when it cannot go on; `failure` says why."""

    host: TableHost
    record: Record
    ended: asyncio.Event
    failure: BaseException | None = None
    line: Line = field(kw_only=True)
    workbench: Workbench = field(kw_only=True)


class Line:
    """The controller's side of the host: a transport that is closed while nothing is recorded."""

    def __init__(
        self, setup: Setup, record: Record, port: str | None, program: bytes | None
    ) -> None:
        file = setup.file.controller
        uid = bytes.fromhex(file.uid) if file.uid else None
        chosen = port or file.port
        allow = file.allow_unprovisioned or port is not None
        self._config = SessionConfig(
            uid=uid, key=setup.key, allow_unproven=allow, program=program, traffic=True
        )
        self._memory = RecordMemory(record)
        self._hunt = Hunt([] if chosen == AUTO else [chosen], uid, listed=chosen == AUTO)
        self._queue: list[link.LinkEvent] = []
        self._baud = setup.board.file.port.baud
        self._transport: Transport | None = None
        self._task: asyncio.Task[None] | None = None
        self._session: Session | None = None
        self.take: Callable[[list[link.LinkEvent]], None] = lambda events: None
        self.watch: Callable[[link.LinkEvent], None] = lambda event: None
        """Sees every link event, each frame too, before the table does."""

    def command(self, command: m.Command) -> bool:
        return self._transport is not None and self._transport.command(command)

    def committed(self, event: link.DeviceEvent) -> None:
        if self._transport is not None:
            self._transport.committed(event)

    def ask(self, question: m.AskStats | m.AskSnapshot) -> bool:
        """See `Session.ask`."""
        return self._transport is not None and self._transport.ask(question)

    def check_program(self) -> bool:
        """See `Session.check_program`."""
        return self._transport is not None and self._transport.check_program()

    @property
    def path(self) -> str:
        """The port in use, "" while there is none."""
        return (self._transport.path or "") if self._transport else ""

    def counters(self) -> dict[str, int]:
        """What this side has counted since the line was opened."""
        session, transport = self._session, self._transport
        if session is None or transport is None:
            return {}
        return {
            "frames_in": session.decoder.good,
            "bad_crc": session.decoder.bad_crc,
            "bad_shape": session.decoder.bad_shape,
            "commands_again": session.resends,
            "events_again": session.repeats,
            "bytes_dropped": transport.dropped_bytes,
        }

    def _tell(self, event: link.LinkEvent) -> None:
        """Collect what one read brings, so that it is one transaction."""
        self.watch(event)
        if isinstance(event, link.Traffic | link.RoundTrip):
            return
        if not self._queue:
            asyncio.get_running_loop().call_soon(self._drain)
        self._queue.append(event)

    def _drain(self) -> None:
        batch, self._queue = self._queue, []
        self.take(batch)

    async def keep(self, wanted: bool) -> None:
        """Open the line, or let it go."""
        if wanted and self._task is None:
            session = Session(self._config, secrets.token_bytes, self._memory, utc_of)
            self._session = session
            self._transport = Transport(session, self._hunt, self._tell, baud=self._baud)
            self._task = asyncio.create_task(self._transport.run())
        elif not wanted and self._task is not None:
            task, self._task = self._task, None
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await asyncio.sleep(0)  # what the closing told is still to be taken
            self._transport = None


@asynccontextmanager
async def running(
    setup: Setup, *, port: str | None = None, draw: Drawer | None = None, demo: bool = False
) -> AsyncIterator[Running]:
    """Run a table while the block runs. `port` overrides the configured one (a simulated board).

    Raises Problem before anything is started when the record or the configuration is no good.
    """
    record = Record(setup.record)
    try:
        known = programs(setup, simulated=port is not None)
        strict = port is not None or not setup.file.controller.allow_unprovisioned
        line = Line(setup, record, port, known[0])
        meters = _metering(setup, record)
        clock = SystemClock()
        host = TableHost(
            setup.file.name,
            Play(setup.game(), record),
            setup.board,
            line,
            draw or setup.playing.draw,
            clock,
            signer=signer_of(setup.record),
            meters=meters,
            programs=known if strict else (),
            door=door_of(setup, record),
            two_people=setup.two_people,
            demo=demo,
        )
        host.start(opening(setup, record))
        bench = Workbench(
            setup.board,
            line,
            host,
            clock,
            folder=setup.record.parent / REPORTS,
            signer=partial(signer_or_new, setup.record.with_name(WORKSHOP_KEY)),
            programs=known,
        )
        table = Running(host, record, asyncio.Event(), line=line, workbench=bench)
        line.take = host.take
        watch_loop(table)
        ticking = asyncio.create_task(_tick(table, line))
        dealing = _dealing(setup, record, host)
        if meters:
            meters.start()
        try:
            yield table
        finally:
            for task in (ticking, dealing):
                if task is not None:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task
            bench.stop("the host was ended")
            await line.keep(False)
            if record.broken is None:
                host.stop()
            if meters:
                meters.stop()  # the last signed head goes to the witness
    finally:
        record.close()


def _metering(setup: Setup, record: Record) -> Metering | None:
    if setup.meter is None:
        return None
    table, meter = setup.file.name, setup.meter
    record.ask(lambda connection: Outbox(connection).own(table))
    return Metering(setup.record, table, (meter.plan.meter,), meter.store)


def _dealing(setup: Setup, record: Record, host: TableHost) -> asyncio.Task[None] | None:
    """Cards from the shoe, if the table has one."""
    if setup.shoe is None or setup.file.shoe is None:
        return None
    return asyncio.create_task(Shoe(setup.shoe, setup.file.shoe.baud, record).run(host))


def door_of(setup: Setup, record: Record) -> Door | None:
    """The people who may sign in; None for a table without a people's file."""
    if setup.people is None:
        return None
    kept = record.ask(reading.kept, KEPT)
    return Door(setup.people, kept, lambda tries: record.keep(KEPT, tries))


def opening(setup: Setup, record: Record) -> list[tuple[str, dict[str, Any]]]:
    """The notes that begin a run. Refuses another configuration while a round is open."""
    up = record.ask(reading.last_note, "power_up")
    down = record.ask(reading.last_note, "power_down")
    in_order = up is None or (down is not None and down.number > up.number)
    power_up = {"version": __version__, "after": record.number, "ended_in_order": in_order}
    notes: list[tuple[str, dict[str, Any]]] = [("power_up", power_up)]
    last = record.ask(reading.last_note, CONFIGURED)
    if last is not None and last.data["digest"] == setup.digest:
        return notes
    if last is not None:
        _refuse_in_round(setup, record)
    body = {"digest": setup.digest, "effective": setup.effective}
    return [*notes, (CONFIGURED, body)]


def _refuse_in_round(setup: Setup, record: Record) -> None:
    play = Play(setup.game(), record)
    try:
        play.load()
        open_round = play.game.round_open(play.status.state)
    except Problem:
        open_round = True
    if open_round:
        raise Problem(
            "the configuration was changed while a round is open",
            where=str(setup.record),
            remedy="start the table with the configuration of before, and end the round",
        )


async def _tick(table: Running, line: Line) -> None:
    while True:
        try:
            table.host.tick()
            table.workbench.tick()
            await line.keep(table.host.link_wanted and not table.workbench.lends_port)
        except Exception as error:  # a fault of ours: the controller must not be left armed
            table.failure = error
            table.ended.set()
            return
        await asyncio.sleep(TICK_S)


def watch_loop(table: Running) -> None:
    """A fault inside a callback of the loop ends the table: better dark than wrong."""

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Problem) and table.record.broken is not None:
            return  # told already, and the line is being closed
        if "socket" in context and getattr(error, "errno", 0) in NO_HANDLES:
            return  # a page that cannot be let in; asyncio listens again by itself
        table.failure = error or RuntimeError(context["message"])
        table.ended.set()

    asyncio.get_running_loop().set_exception_handler(failed)
