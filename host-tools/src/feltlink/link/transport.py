"""The asyncio shell of a session: opens the port, moves bytes, comes back by itself."""

from __future__ import annotations

import asyncio
import contextlib
import select
import time
from collections.abc import Callable

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.discovery import Hunt, PortInfo
from feltlink.link.port import BAUD, Port, open_port
from feltlink.link.session import Session
from feltlink.problem import Problem

BACK_OFF_S = (0.05, 0.1, 0.2, 0.5, 1.0)
NOBODY_S = 2.0  # no greeting for so long: try another port, if there is one
MOST_PENDING = 4096  # bytes; beyond, a device that does not read gets no more


def steady_us() -> int:
    """The steady clock that sessions are driven by."""
    return time.monotonic_ns() // 1000


def utc_of(now_us: int) -> int:
    """UTC microseconds of a steady time, by the wall clock as it is set now."""
    return now_us + time.time_ns() // 1000 - steady_us()


def _give_up(opening: asyncio.Future[Port]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        opening.result().close()


def _two(paths: list[str]) -> str:
    return f"two controllers have the same id, on {' and '.join(paths)}"


class Transport:
    """Runs `session` on the port that `hunt` finds; `tell` gets each link event, in the loop.

    `run` ends only when cancelled. Whatever ends the connection (cable, EIO, hang-up) leads to
    `Session.closed`, a pause and another try.
    """

    def __init__(
        self,
        session: Session,
        hunt: Hunt,
        tell: Callable[[ev.LinkEvent], None],
        *,
        baud: int = BAUD,
        raw: Callable[[bool, bytes], None] | None = None,
    ) -> None:
        self._session = session
        self._hunt = hunt
        self._tell = tell
        self._baud = baud
        self._raw = raw
        self._port: Port | None = None
        self._pending = bytearray()
        self._timer: asyncio.TimerHandle | None = None
        self._gone: asyncio.Future[str] | None = None
        self._troubles: set[str] = set()
        self._elsewhere = False  # the controller at this port is another table's
        self.dropped_bytes = 0

    @property
    def path(self) -> str | None:
        """The port in use, None while there is none."""
        return self._port.path if self._port else None

    # ---- the table's side

    def committed(self, event: ev.DeviceEvent) -> None:
        """See `Session.committed`."""
        self._session.committed(event, steady_us())
        self._flush()

    def command(self, command: m.Command) -> bool:
        """See `Session.command`."""
        taken = self._session.command(command, steady_us())
        self._flush()
        return taken

    def ask(self, question: m.AskIdentity | m.AskDigest | m.AskStats | m.AskSnapshot) -> bool:
        """See `Session.ask`."""
        taken = self._session.ask(question)
        self._flush()
        return taken

    def ask_snapshot(self) -> bool:
        """See `Session.ask_snapshot`."""
        taken = self._session.ask_snapshot(steady_us())
        self._flush()
        return taken

    def check_program(self) -> bool:
        """See `Session.check_program`."""
        taken = self._session.check_program(steady_us())
        self._flush()
        return taken

    # ---- running

    async def run(self) -> None:
        """Keep the session connected until cancelled."""
        tries = 0
        try:
            while True:
                tries = 0 if await self._once() else tries + 1
                await asyncio.sleep(BACK_OFF_S[min(tries, len(BACK_OFF_S) - 1)])
        finally:
            self._close("the host stopped")

    async def _once(self) -> bool:
        """Open a port and stay until it is gone; True if a controller greeted."""
        doubled = await asyncio.to_thread(self._hunt.doubled)
        if doubled:
            self._say(_two(doubled), "unplug the one that is not this table's")
            return False
        found = self._hunt.next()
        if found is None:
            self._say("no port to try", "plug the controller in")
            return False
        try:
            self._port = await self._open(found)
        except Problem as problem:
            self._hunt.miss(found.path, steady_us())
            self._say(f"{problem.where}: {problem.what}", problem.remedy)
            return False
        if await self._stay(found):
            self._troubles.clear()
            return True
        if self._elsewhere:
            return False
        self._say("no controller answers", "see to its power; feltlink doctor says more")
        return False

    async def _open(self, found: PortInfo) -> Port:
        """Open in a thread: a hung USB device can hold `open` for seconds."""
        opening = asyncio.ensure_future(
            asyncio.to_thread(open_port, found.path, self._baud, found.vendor)
        )
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(_give_up)
            raise

    async def _stay(self, found: PortInfo) -> bool:
        loop = asyncio.get_running_loop()
        assert self._port is not None
        self._gone = loop.create_future()
        self._elsewhere = False
        self._pending.clear()
        loop.add_reader(self._port.fd, self._readable)
        self._pass(self._session.reopened(steady_us()))
        self._flush()
        while not (await asyncio.wait([self._gone], timeout=NOBODY_S))[0]:
            if not self._session.greeted:
                self._end("no controller answers")
            doubled = await asyncio.to_thread(self._hunt.doubled)
            if doubled:
                self._end(_two(doubled))
        greeted = self._session.greeted
        if not greeted:
            self._hunt.miss(found.path, steady_us())
        self._close(self._gone.result())
        return greeted and not self._elsewhere

    def _say(self, why: str, remedy: str) -> None:
        if why not in self._troubles:
            self._troubles.add(why)
            self._tell(ev.PortTrouble(why, remedy))

    def _end(self, why: str) -> None:
        """Take and send nothing more; `_stay` does the rest."""
        if self._gone is not None and not self._gone.done():
            self._gone.set_result(why)
        self._quiet()

    def _quiet(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._port is not None:
            loop = asyncio.get_running_loop()
            with contextlib.suppress(ValueError, OSError):
                loop.remove_reader(self._port.fd)
                loop.remove_writer(self._port.fd)

    def _close(self, why: str) -> None:
        self._quiet()
        if self._port is None:
            return
        self._port.close()
        self._port = None
        self._pass(self._session.closed(why))

    def _pass(self, told: list[ev.LinkEvent]) -> None:
        for event in told:
            try:
                self._tell(event)
            except BaseException:
                # what was not told must not be acknowledged: the next session tells it again
                self._end("the host failed on an event")
                raise
            if self._port is None:
                continue
            if isinstance(event, ev.ControllerFound):
                self._hunt.hit(self._port.path)
            elif isinstance(event, ev.Refused) and self._hunt.elsewhere(event):
                self._hunt.miss(self._port.path, steady_us())
                self._elsewhere = True
                self._end(event.why)

    @property
    def _over(self) -> bool:
        return self._port is None or self._gone is None or self._gone.done()

    def _readable(self) -> None:
        if self._port is None or self._over:
            return
        try:
            data = self._port.read()
        except OSError as fault:
            self._end(f"the port is gone ({fault.strerror or fault})")
            return
        if data and self._raw:
            self._raw(False, data)
        self._pass(self._session.receive(data, steady_us()))
        self._flush()

    def _tick(self) -> None:
        self._timer = None
        if self._port is not None and select.select([self._port.fd], [], [], 0)[0]:
            self._readable()  # a host that was held up has not lost what waits here
        if not self._over:
            self._pass(self._session.tick(steady_us()))
            self._flush()

    def _flush(self) -> None:
        """Write what the session has to say, and wake up when it has more to do."""
        out = self._session.outgoing()
        if self._over:
            return
        if len(self._pending) + len(out) > MOST_PENDING:
            # whole frames only are thrown away; the session says all of it again
            self.dropped_bytes += len(out)
            out = b""
        if out and self._raw:
            self._raw(True, out)
        self._pending += out
        self._write()
        self._schedule()

    def _write(self) -> None:
        if self._port is None:
            return
        loop = asyncio.get_running_loop()
        try:
            if self._pending:
                del self._pending[: self._port.write(bytes(self._pending))]
        except OSError as fault:
            self._end(f"the port is gone ({fault.strerror or fault})")
            return
        if self._pending:
            loop.add_writer(self._port.fd, self._write)
        else:
            loop.remove_writer(self._port.fd)

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self._session.next_deadline
        if due is not None:
            wait_s = max(0, due - steady_us()) / 1_000_000
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._tick)
