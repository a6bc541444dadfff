"""The real firmware on the virtual clock, a host session, a disk, and everything that may fail.

All times are the board's true microseconds, which are also the host's clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.session import Session, SessionConfig, Stage
from feltlink.sim.board import SimBoard
from feltlink.sim.cable import Cable, Faults
from feltlink.sim.device import Cause
from feltwire.crc16 import crc16
from link.rig import Disk

BAD = Faults(flip=0.01, drop=0.01, duplicate=0.01, cut=0.005, noise=0.005, delay=0.02)
GOOD = Faults()
FINE_US = 500  # how often the host looks while a ping is out
COARSE_US = 5_000
FIRST_BOOT = b"%s %d\n" % (b"268435456", crc16(b"268435456", 9))
BUTTON = 6  # input number on the six-seat board


@dataclass(frozen=True)
class Flip:
    """A line changed at `at_us`: sensor 0 … 5, or the button's press."""

    at_us: int
    input: int
    on: bool


class RealRig:
    """`life` counts the board's boots; `flips` is what really happened in each."""

    def __init__(
        self,
        *,
        board: str = "pico-6seat",
        seed: int = 0,
        faults: Faults = GOOD,
        drift_ppm: int = 0,
        ticks: int = 0,
        config: SessionConfig | None = None,
        prepare: Callable[[Path], None] = lambda flash: None,
    ) -> None:
        """`prepare` may change the files of the board before it starts."""
        self.cable = Cable(up=faults, down=faults, seed=seed)
        self.board = SimBoard(
            board,
            clock="virtual",
            cable=self.cable,
            drift_ppm=drift_ppm,
            ticks=ticks,
            link="pipe",
            start=False,
        )
        (self.board.flash.root / "boot_id").write_bytes(FIRST_BOOT)  # else a random one
        prepare(self.board.flash.root)
        self.board.start()
        self.config = config or SessionConfig()
        self.keeps = board.startswith("esp32")  # its journal, over a watchdog reset
        self.disk = Disk()
        self.heard = bytearray()  # all that arrived at the host
        self.told: list[ev.LinkEvent] = []
        self.flips: list[list[Flip]] = [[]]
        self.boots_us = [0]
        self.boot_ids: list[int] = []  # of the lives that are over
        self.covered = [False] * BUTTON
        self.host_runs = True
        self.plugged = True
        self.commits = True
        self.kept_back: list[ev.LinkEvent] = []
        self.arm_ids: Counter[int] = Counter()
        self._ping_until_us = 0
        self._nonces = seed * 1_000_000
        self.session = self._new_session()

    @property
    def now_us(self) -> int:
        return self.board.now_us

    @property
    def boot_id(self) -> int:
        """The present life's, as the board has it in its flash."""
        return int((self.board.flash.root / "boot_id").read_text().split()[0])

    def close(self) -> None:
        self.board.close()

    def _random(self, count: int) -> bytes:
        self._nonces += 1
        return self._nonces.to_bytes(max(4, count), "little")[:count]

    def _new_session(self) -> Session:
        session = Session(self.config, self._random, self.disk)
        self.kept_back = []
        self._note(session.reopened(self.now_us))
        return session

    # ---- what may happen

    def flip(self, flips: list[tuple[int, int]]) -> None:
        """Toggle sensors, or press the button for 40 ms; each is (delay in µs, input)."""
        start_us = self.now_us
        for delay_us, number in flips:
            at_us = start_us + delay_us
            if number == BUTTON:
                self.board.at(at_us, "button", True)
                self.board.at(at_us + 40_000, "button", False)
                self.flips[-1].append(Flip(at_us, BUTTON, True))
            else:
                on = self.covered[number] = not self.covered[number]
                self.board.at(at_us, f"seat {number + 1}", on)
                self.flips[-1].append(Flip(at_us, number, on))
        self.run(max(delay_us for delay_us, _ in flips) + 115_000)

    def reset(self, cause: Cause) -> None:
        """Reset the board now, with all chips taken off in the same instant."""
        self.boot_ids.append(self.boot_id)
        for number in range(BUTTON):
            self.board.chip(number + 1, False)
        self.board.button(False)
        self.board.reset(cause)
        self.covered = [False] * BUTTON
        self.flips.append([])
        self.boots_us.append(self.now_us)

    def pull(self) -> None:
        if self.plugged:
            self.plugged = False
            self.board.pull()
            if self.host_runs:
                self._note(self.session.closed("cable pulled"))

    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            self.board.plug()
            if self.host_runs:
                self._note(self.session.reopened(self.now_us))

    def kill_host(self, *, between_commit_and_ack: bool) -> None:
        """End the host as SIGKILL does: what it had not committed is gone."""
        if between_commit_and_ack:
            for event in self.kept_back:
                self.disk.keep(event)
        self.host_runs = False
        self.kept_back = []

    def start_host(self) -> None:
        if not self.host_runs:
            self.host_runs = True
            if self.plugged:
                self.board.read()  # opening a port throws away what came before
            self.session = self._new_session()
            if not self.plugged:
                self._note(self.session.closed("no port"))

    def arm(self, arm_id: int) -> None:
        if self.host_runs and self.session.command(m.Arm(arm_id, 30_000), self.now_us):
            self.arm_ids[arm_id] += 1

    # ---- time

    def run(self, us: int) -> None:
        """Let both live."""
        end_us = self.now_us + us
        while self.now_us < end_us:
            if not (self.host_runs and self.plugged):
                self.board.run(end_us - self.now_us)
                return
            self._turn(end_us)

    def _turn(self, end_us: int) -> None:
        out = self.session.outgoing()
        if out:
            self.board.write(out)
            self._ping_until_us = self.now_us + 6_000
        step_us = FINE_US if self.now_us < self._ping_until_us else COARSE_US
        due_us = self.session.next_deadline
        wait_us = max(100, due_us - self.now_us) if due_us is not None else step_us
        self.board.run(min(step_us, wait_us, end_us - self.now_us))
        arrived = self.board.read()
        self.heard += arrived
        self._note(self.session.receive(arrived, self.now_us))
        self._note(self.session.tick(self.now_us))
        if self.commits:
            self.commit()

    def _note(self, told: list[ev.LinkEvent]) -> None:
        self.told += told
        self.kept_back += told

    def commit(self) -> None:
        """One transaction: everything told since the last, then one ACK."""
        batch, self.kept_back = self.kept_back, []
        for event in batch:
            self.disk.keep(event)
        events = [e for e in batch if isinstance(e, ev.DeviceEvent)]
        if events:
            self.session.committed(events[-1], self.now_us)

    def settle(self, limit_us: int = 30_000_000) -> bool:
        """Mend everything and wait until all that the board knows is on disk."""
        self.cable.mend()
        self.commits = True
        self.plug()
        self.start_host()
        end_us = self.now_us + limit_us
        while self.now_us < end_us:
            self.run(200_000)
            if self.session.stage is Stage.LIVE and self.drained():
                return True
        return False

    def drained(self) -> bool:
        """Whether a fresh snapshot says that everything is acknowledged."""
        self.session.ask_snapshot(self.now_us)
        before = len(self.told)
        self.run(100_000)
        fresh = [e.message for e in self.told[before:] if isinstance(e, ev.SnapshotTaken)]
        return bool(fresh) and fresh[-1].first_unacked == fresh[-1].next_event
