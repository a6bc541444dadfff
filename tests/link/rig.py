"""A session and a peer on one virtual clock, with a cable between them that a test may spoil."""

from __future__ import annotations

from collections.abc import Callable

from feltlink.link import events as ev
from feltlink.link.session import Session, SessionConfig
from link.peer import Peer

STEP_US = 1_000


class Disk:
    """What the record keeps: events in order, gaps, clock marks. `Memory` for a session."""

    def __init__(self) -> None:
        self.rows: list[ev.DeviceEvent] = []
        self.gaps: list[ev.Gap] = []
        self.marks: dict[tuple[bytes, int], tuple[int, int]] = {}

    def last_committed(self, uid: bytes, boot_id: int) -> int | None:
        mine = [r.number for r in self.rows if (r.uid, r.boot_id) == (uid, boot_id)]
        return max(mine, default=None)

    def last_boot(self, uid: bytes) -> int | None:
        return next((r.boot_id for r in reversed(self.rows) if r.uid == uid), None)

    def mark_of(self, uid: bytes, boot_id: int) -> tuple[int, int] | None:
        return self.marks.get((uid, boot_id))

    def keep(self, event: ev.LinkEvent) -> None:
        if isinstance(event, ev.ClockMark):
            self.marks[event.uid, event.boot_id] = (event.device_us, event.utc_us)
        elif isinstance(event, ev.ControllerReset | ev.EventsMissing):
            if event.gap is not None:
                self.gaps.append(event.gap)
        elif isinstance(event, ev.DeviceEvent):
            last = self.last_committed(event.uid, event.boot_id)
            if last is None or event.number > last:
                self.rows.append(event)


class Rig:
    """`run` moves time on; every event told is in `told`, every committed one on `disk`."""

    def __init__(self, peer: Peer | None = None, config: SessionConfig | None = None) -> None:
        self.peer = peer or Peer()
        self.config = config or SessionConfig()
        self.now_us = 5_000_000
        self.ppm = 0
        self._owed = 0  # device time in millionths of a microsecond
        self.disk = Disk()
        self.told: list[ev.LinkEvent] = []
        self.commits = True
        self.connected = True
        self.to_peer: Callable[[bytes], bytes] = lambda data: data
        self.to_host: Callable[[bytes], bytes] = lambda data: data
        self._count = 0
        self.session = self._new_session()
        self._note(self.session.reopened(self.now_us))

    def _new_session(self) -> Session:
        return Session(self.config, self._random, self.disk)

    def _random(self, count: int) -> bytes:
        self._count += 1
        return self._count.to_bytes(count, "little")

    def restart_host(self) -> None:
        """Kill the host; start another with the same disk."""
        self.peer.bytes_for_host.clear()
        self.session = self._new_session()
        self._note(self.session.reopened(self.now_us))

    def pass_time(self, us: int) -> None:
        """Both clocks go on; nobody says anything."""
        self.now_us += us
        self._owed += us * (1_000_000 + self.ppm)
        self.peer.ticks_us += self._owed // 1_000_000
        self._owed %= 1_000_000

    def run(self, ms: int) -> list[ev.LinkEvent]:
        """Run both for `ms`; return what was told meanwhile."""
        before = len(self.told)
        for turn in range(ms):
            self.pass_time(STEP_US)
            if turn % 25 == 0:
                self.peer.send_events()
            self._note(self.session.tick(self.now_us))
            out = self.session.outgoing()
            if out and self.connected:
                self.peer.hear(self.to_peer(out))
            back = bytes(self.peer.bytes_for_host)
            self.peer.bytes_for_host.clear()
            if back and self.connected:
                self._note(self.session.receive(self.to_host(back), self.now_us))
        return self.told[before:]

    def _note(self, told: list[ev.LinkEvent]) -> None:
        self.told += told
        for event in told:
            if self.commits:
                self.disk.keep(event)
                if isinstance(event, ev.DeviceEvent):
                    self.session.committed(event, self.now_us)

    def of(self, kind: type) -> list:
        """All events of a kind told so far."""
        return [e for e in self.told if isinstance(e, kind)]
