"""The host's real session on one end of a cable, with a list in the place of the record."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Protocol, TypeVar

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.session import Session, SessionConfig, Stage
from feltwire import catalogue
from link.rig import Disk

FOUND_MS = 3_000
ANSWER_US = 6_000  # the controller answers within, wire and all
M = TypeVar("M", bound=m.Message)


class BenchDisk(Disk):
    """The list, with the last number of each boot at hand: for runs of many thousand events."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[tuple[bytes, int], int] = {}

    def last_committed(self, uid: bytes, boot_id: int) -> int | None:
        return self._last.get((uid, boot_id))

    def keep(self, event: ev.LinkEvent) -> None:
        super().keep(event)
        if isinstance(event, ev.DeviceEvent):
            before = self._last.get((event.uid, event.boot_id), -1)
            self._last[event.uid, event.boot_id] = max(before, event.number)


class End(Protocol):
    """A cable's end and the clock beside it: a SimBoard in virtual time, or a serial port."""

    @property
    def now_us(self) -> int: ...

    def run(self, us: int) -> None: ...

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> int: ...


class BenchHost:
    """Commits each event at once while `commits`; everything told is in `told`.

    `reads` False is a host that writes and does not read; `stuck` True one that does neither,
    with the port open.
    """

    def __init__(
        self,
        end: End,
        disk: Disk | None = None,
        config: SessionConfig | None = None,
        *,
        step_us: int = 1_000,
    ) -> None:
        self.end = end
        self.disk = disk or BenchDisk()
        self.config = config or SessionConfig()
        self.step_us = step_us
        self.answer_step_us = 1_000
        self.commits = True
        self.reads = True
        self.stuck = False
        self.told: list[ev.LinkEvent] = []
        self._nonces = 0
        self._answer_due_us = 0
        self._open = False
        self.session = self._new_session()

    def _new_session(self) -> Session:
        return Session(self.config, self._random, self.disk)

    def _random(self, count: int) -> bytes:
        self._nonces += 1
        return self._nonces.to_bytes(count, "little")

    def kill(self) -> None:
        """SIGKILL: another process begins with what is on disk; what was in its memory is gone."""
        self.session = self._new_session()
        self._open = False
        self.told.clear()
        with contextlib.suppress(OSError):
            self.end.read()

    def run(self, ms: int) -> None:
        """Let host and board live."""
        end_us = self.end.now_us + ms * 1_000
        while self.end.now_us < end_us:
            self.step(end_us - self.end.now_us)

    def step(self, most_us: int) -> None:
        """Serve the port once, then let a step pass: a short one while an answer is due."""
        self.serve()
        waits = self.end.now_us < self._answer_due_us
        step_us = min(self.step_us, self.answer_step_us) if waits else self.step_us
        self.end.run(min(most_us, step_us))

    def serve(self) -> None:
        """Read, tick and write once; no time passes."""
        try:
            if not self.stuck:
                self._serve()
        except OSError as error:
            if self._open:
                self._open = False
                self._note(self.session.closed(str(error)))

    def _serve(self) -> None:
        now_us = self.end.now_us
        data = self.end.read() if self.reads else b""
        if not self._open:
            self._note(self.session.reopened(now_us))
            self._open = True
        self._note(self.session.tick(now_us))
        self._note(self.session.receive(data, now_us))
        out = self.session.outgoing()
        if out:
            self.end.write(out)
            self._answer_due_us = now_us + ANSWER_US

    def until(self, true: Callable[[], bool], limit_ms: int, what: str = "it") -> None:
        """Run until `true()`; fail when it takes over `limit_ms`."""
        end_us = self.end.now_us + limit_ms * 1_000
        while not true():
            assert self.end.now_us < end_us, f"{what} did not happen within {limit_ms} ms"
            self.step(end_us - self.end.now_us)

    def find(self) -> None:
        """Run until the controller is found and its events so far are committed."""
        self.until(lambda: self.session.stage is Stage.LIVE, FOUND_MS, "finding the controller")
        self.run(50)

    def do(self, command: m.Command) -> str:
        """Send a command; run until it is done; return the result as a word."""
        before = len(self.told)
        assert self.session.command(command, self.end.now_us), "the controller is not found"

        def answer() -> list[ev.CommandDone]:
            said = self.told[before:]
            return [e for e in said if isinstance(e, ev.CommandDone) and e.command == command]

        self.until(lambda: bool(answer()), 2_000, f"the answer to {command}")
        return catalogue.RESULTS[answer()[0].result]

    def snapshot(self) -> m.Snapshot:
        """Ask for the controller's whole state."""
        before = len(self.told)
        assert self.session.ask_snapshot(self.end.now_us), "the controller is not found"

        def taken() -> list[ev.SnapshotTaken]:
            return [e for e in self.told[before:] if isinstance(e, ev.SnapshotTaken)]

        self.until(lambda: bool(taken()), 2_000, "the snapshot")
        return taken()[-1].message

    def stats(self) -> m.Stats:
        """Ask for the controller's counters."""
        before = len(self.told)
        self.session.ask(m.AskStats())

        def answers() -> list[m.Stats]:
            said = [e.message for e in self.told[before:] if isinstance(e, ev.Answered)]
            return [message for message in said if isinstance(message, m.Stats)]

        self.until(lambda: bool(answers()), 2_000, "the counters")
        return answers()[-1]

    def _note(self, told: list[ev.LinkEvent]) -> None:
        self.told += told
        if not self.commits:
            return
        for event in told:
            self.disk.keep(event)
            if isinstance(event, ev.DeviceEvent):
                self.session.committed(event, self.end.now_us)

    def committed(self, *kinds: type[m.Message]) -> list[ev.DeviceEvent]:
        """The committed events of these kinds, in order."""
        return [row for row in self.disk.rows if not kinds or isinstance(row.message, kinds)]

    def messages(self, kind: type[M]) -> list[M]:
        """The messages of one kind that were committed."""
        return [row.message for row in self.disk.rows if isinstance(row.message, kind)]

    def stream_is_whole(self) -> None:
        """Fail unless each boot's events are on disk once each, in order, without a hole."""
        streams: dict[tuple[bytes, int], list[int]] = {}
        for row in self.disk.rows:
            streams.setdefault((row.uid, row.boot_id), []).append(row.number)
        for boot, numbers in streams.items():
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), boot
