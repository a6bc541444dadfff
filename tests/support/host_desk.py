"""The real host on a clock that is handed to it: record, session and table, bytes in and out.

`ForkedDesk` is the same in a process of its own, so that it can be killed for good.
"""

from __future__ import annotations

import os
import signal
import socket
import warnings
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from feltlink.games.core import Draw
from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.link.handshake import SessionConfig
from feltlink.link.session import Session
from feltlink.record.signing import signer_of
from feltlink.record.store import Batch, Record
from feltlink.table import config
from feltlink.table.host import TableHost
from feltlink.table.memory import RecordMemory
from feltlink.table.play import Play
from feltlink.table.run import opening

DEMO = Path(config.__file__).parent / "demo" / "table.toml"
UTC_US = 1_790_000_000_000_000

Dealer = Callable[[dict[str, Any]], "dict[str, Any] | None"]
"""Looks at a view and gives the next act, or None."""


def fixed_draw(asked: Draw) -> dict[str, Any]:
    """The same stop for the same draw, in every life of the host."""
    return {"stop": 3 + asked.draw_id % 5}


class Desk:
    """One life of a host. `step` is what its loop does once."""

    traffic = False
    program: bytes | None = None

    def __init__(self, path: Path, now_us: int, dealer: Dealer | None = None) -> None:
        self.now_us = now_us
        setup = config.load(DEMO)
        self.record = Record(path)
        self._dealer = dealer
        self._nonces = now_us
        asked = SessionConfig(traffic=self.traffic, program=self.program)
        self.session = Session(asked, self._random, RecordMemory(self.record), self._utc)
        self.host = TableHost(
            "T", Play(setup.game(), self.record), setup.board, self, fixed_draw, self,
            signer=signer_of(path),
        )  # fmt: skip
        self.host.start(opening(setup, self.record))
        self._open = False

    def _random(self, count: int) -> bytes:
        self._nonces += 7919
        return (self._nonces & 0xFFFF_FFFF).to_bytes(4, "little") * (count // 4)

    def _utc(self, now_us: int) -> int:
        return now_us + UTC_US

    # the clock and the link of the host

    def utc_us(self) -> int:
        return self._utc(self.now_us)

    def steady_us(self) -> int:
        return self.now_us

    def command(self, command: m.Command) -> bool:
        return self.session.command(command, self.now_us)

    def committed(self, event: link.DeviceEvent) -> None:
        self.session.committed(event, self.now_us)

    def step(self, now_us: int, data: bytes | None) -> bytes:
        """Take what was read (None: the port is gone) and return what is to be written."""
        self.now_us = now_us
        if self._dealer is not None:  # acts on what the last step showed
            act = self._dealer(self.host.view())
            if act is not None:
                self.host.act(act, "dealer")
        if (data is None or not self.host.link_wanted) and self._open:
            self._open = False
            self.told(self.session.closed("the port is gone"))
        elif data is not None and self.host.link_wanted and not self._open:
            self._open = True
            self.told(self.session.reopened(now_us))
        if self._open and data is not None:
            self.told(self.session.receive(data, now_us))
            self.told(self.session.tick(now_us))
        self.host.tick()
        return self.session.outgoing() if self._open else b""

    def seen(self, now_us: int, data: bytes | None) -> tuple[bytes, dict[str, Any]]:
        """As `step`, with the view after it."""
        return self.step(now_us, data), self.host.view()

    def told(self, events: list[link.LinkEvent]) -> None:
        self.host.take(events)

    def close(self) -> None:
        self.record.close()


class Killed(Exception):
    """The host process is dead."""


class ForkedDesk:
    """A `Desk` in a process of its own that kills itself right after commit `kill_after`."""

    def __init__(self, path: Path, now_us: int, dealer: Dealer, kill_after: int = 0) -> None:
        ours, theirs = socket.socketpair()
        with warnings.catch_warnings():  # the threads of a test runner are no business of the child
            warnings.simplefilter("ignore", DeprecationWarning)
            self.pid = os.fork()
        if self.pid == 0:
            ours.close()
            _child(Connection(theirs.detach()), path, now_us, dealer, kill_after)
        theirs.close()
        self._pipe = Connection(ours.detach())

    def step(self, now_us: int, data: bytes | None) -> tuple[bytes, dict[str, Any]]:
        """As `Desk.step`, with the view after it. Raises Killed."""
        try:
            self._pipe.send((now_us, data))
            out: tuple[bytes, dict[str, Any]] = self._pipe.recv()
        except (EOFError, OSError):
            self._reap()
            raise Killed from None
        return out

    def end(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self._reap()

    def _reap(self) -> None:
        self._pipe.close()
        _, status = os.waitpid(self.pid, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL, f"the host ended by itself ({status})"


def _child(pipe: Connection, path: Path, now_us: int, dealer: Dealer, kill_after: int) -> None:
    """Never returns: it ends by the kill, or when the pipe closes."""
    commit = Record.commit
    count = 0

    def counted(record: Record, batch: Batch) -> None:
        nonlocal count
        count += bool(batch.count)
        commit(record, batch)
        if count == kill_after:
            os.kill(os.getpid(), signal.SIGKILL)

    try:
        Record.commit = counted  # type: ignore[method-assign]
        desk = Desk(path, now_us, dealer)
        while True:
            at_us, data = pipe.recv()
            out = desk.step(at_us, data)
            pipe.send((out, {**desk.host.view(), "commits": count}))
    except BaseException as error:
        if not isinstance(error, EOFError):
            os.write(2, f"host: {error!r}\n".encode())
        os._exit(3)
