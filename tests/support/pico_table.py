"""A table whose controller is the emulated RP2040: session, host and record on simulated time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from feltlink.link import messages as m
from feltlink.link.events import DeviceEvent, LinkEvent
from feltlink.link.handshake import SessionConfig
from feltlink.link.session import Session
from feltlink.record.store import Record
from feltlink.table import config
from feltlink.table.host import TableHost
from feltlink.table.memory import RecordMemory
from feltlink.table.play import Play
from support.pico import Pico

UTC_US = 1_790_000_000_000_000
SLICE_US = 500
DEMO = Path(config.__file__).parent / "demo" / "table.toml"


class PicoTable:
    """Everything in one thread, on the chip's clock. `first_heard_us` is when WELCOME was in."""

    def __init__(self, pico: Pico, folder: Path, stop: int) -> None:
        self.pico = pico
        setup = config.load(DEMO)
        self.board = setup.board
        self.record = Record(folder / "table.db")
        self.session = Session(
            SessionConfig(), lambda n: bytes(range(1, n + 1)), RecordMemory(self.record), self._utc
        )
        self.host = TableHost(
            "pico",
            Play(setup.game(), self.record),
            self.board,
            self,
            lambda _: {"stop": stop},
            self,
        )
        self.host.start([("power_up", {})])
        self.first_heard_us: int | None = None
        self.events: list[LinkEvent] = []
        self._taps = 0
        self._next_tick_us = 0
        self._take(self.session.reopened(pico.us))
        pico.write(b"\0")

    # the two clocks, and the link, as the host sees them

    def steady_us(self) -> int:
        return self.pico.us

    def utc_us(self) -> int:
        return self._utc(self.pico.us)

    def _utc(self, us: int) -> int:
        return UTC_US + us

    def command(self, command: m.Command) -> bool:
        return self.session.command(command, self.pico.us)

    def committed(self, event: DeviceEvent) -> None:
        self.session.committed(event, self.pico.us)

    # running

    def _take(self, events: list[LinkEvent]) -> None:
        self.events += events
        self.host.take(events)

    def run(self, us: int) -> None:
        """Let chip and host live `us` more microseconds."""
        end = self.pico.us + us
        while self.pico.us < end:
            self.pico.run(SLICE_US)
            now = self.pico.us
            data = self.pico.take()
            if data:
                self._take(self.session.receive(data, now))
                if self.session.greeted and self.first_heard_us is None:
                    self.first_heard_us = now
            self._take(self.session.tick(now))
            if now >= self._next_tick_us:
                self.host.tick()
                self._next_tick_us = now + 50_000
            self.pico.write(self.session.outgoing())

    def until(self, what: str, true: Callable[[dict[str, Any]], bool], most_ms: int = 3000) -> int:
        """Run until the view says so; return when, in simulated µs."""
        end = self.pico.us + most_ms * 1000
        while not true(self.host.view()):
            assert self.pico.us < end, f"{what} did not come: {self.host.view()}"
            self.run(1000)
        return self.pico.us

    def act(self, act: str, by: str = "dealer", **data: Any) -> None:
        self._taps += 1
        round_id = self.host.view()["state"]["round_id"]
        tap = {"id": f"tap{self._taps}", "act": act, "round_id": round_id, **data}
        answer = self.host.act(tap, by)
        assert answer["ok"], answer["sentence"]

    @property
    def phase(self) -> str:
        return str(self.host.view()["state"]["phase"])
