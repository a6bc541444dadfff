"""A TableHost on a fake clock and a fake link: says what a controller would, keeps what is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from feltlink.games.core import Draw, Game
from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.record import reading
from feltlink.record.entry import Entry
from feltlink.record.signing import Signer
from feltlink.record.store import Record
from feltlink.table.door import Door
from feltlink.table.host import TableHost
from feltlink.table.metering import Meters
from feltlink.table.play import Play
from feltlink.workshop import boards
from feltwire import catalogue
from support.tiny_game import TinyGame

UID = bytes(range(8))
UTC_US = 1_790_000_000_000_000


class FakeClock:
    """Both clocks, moved by hand."""

    def __init__(self) -> None:
        self.now_us = 0
        self.utc_offset_us = UTC_US

    def steady_us(self) -> int:
        return self.now_us

    def utc_us(self) -> int:
        return self.now_us + self.utc_offset_us


class FakeSession:
    """Keeps what the table asked of the link."""

    def __init__(self) -> None:
        self.sent: list[m.Command] = []
        self.acked: list[int] = []

    def command(self, command: m.Command) -> bool:
        self.sent.append(command)
        return True

    def committed(self, event: link.DeviceEvent) -> None:
        self.acked.append(event.number + 1)

    def take(self) -> list[m.Command]:
        """The commands since the last call, without lights."""
        sent, self.sent = self.sent, []
        return [command for command in sent if not isinstance(command, m.Lights)]


class Rig:
    """One running table. `restart` is what a killed process and a new one do."""

    def __init__(self, path: Path, game: Game[Any] | None = None) -> None:
        self.path = path
        self.game: Game[Any] = game or TinyGame()
        self.board = boards.load("pico-6seat")
        self.clock = FakeClock()
        self.stops = iter(range(1, 100))
        self.boot_id = 7
        self.number = 0
        self._taps = 0
        self.start()

    def start(self) -> None:
        self.session = FakeSession()
        self.record = self.open_record()
        self.host = TableHost(
            "T1",
            Play(self.game, self.record),
            self.board,
            self.session,
            self.draw,
            self.clock,
            signer=self.signer(),
            meters=self.meters(),
            door=self.door(),
        )
        self.host.start([("power_up", {})])

    def open_record(self) -> Record:
        return Record(self.path)

    def signer(self) -> Signer | None:
        """Who signs the record of a table that has keys."""
        return None

    def meters(self) -> Meters | None:
        """The meters' side of a table with a progressive."""
        return None

    def door(self) -> Door | None:
        """The people of a table that has some."""
        return None

    def restart(self) -> None:
        """Nothing is said to the old process: its files are simply let go."""
        self.record.close()
        self.start()

    def draw(self, draw: Draw) -> dict[str, Any]:
        return {"stop": next(self.stops)}

    def run(self, ms: int) -> None:
        for _ in range(ms // 50):
            self.clock.now_us += 50_000
            self.host.tick()

    # -- what a controller says

    def found(self, board: bytes | None = None) -> link.ControllerFound:
        welcome = m.Welcome(
            1, 0, 0, 1, self.boot_id, 0, 1, 0, bytes(8),
            self.board.digest if board is None else board, UID, 1, 0, 0, 0,
        )  # fmt: skip
        return link.ControllerFound(welcome, new_boot=True, proven=False)

    def snapshot(self, **fields: int) -> link.SnapshotTaken:
        names = (
            "at_us inputs raw latched round_id arm_id armed held faulted next_event lost wraps"
            " first_unacked first_wraps"
        )
        return link.SnapshotTaken(m.Snapshot(**{**dict.fromkeys(names.split(), 0), **fields}))

    def event(self, message: m.Event) -> link.DeviceEvent:
        self.number += 1
        return link.DeviceEvent(UID, self.boot_id, self.number - 1, message, self.clock.utc_us())

    def connect(self, **fields: int) -> None:
        """A controller in its first boot comes up, or comes back."""
        events: list[link.LinkEvent] = [self.found()]
        if self.number == 0:
            events.append(self.event(m.Boot(0, self.boot_id, 1)))
        self.host.take([*events, self.snapshot(**fields)])

    def play_three(self) -> None:
        """Three rounds of a controller that is found: each with a press and a refused act."""
        self.connect()
        for arm in range(1, 4):
            self.act("open")
            self.act("arm")
            self.tell(m.Press(0, arm))
            self.act("nonsense")
            self.act("close")

    def tell(self, *messages: m.Event) -> None:
        self.host.take([self.event(message) for message in messages])

    def done(self, command: m.Command, result: int = catalogue.OK) -> None:
        self.host.take([link.CommandDone(command, result)])

    # -- what people do

    def act(self, kind: str, *, by: str = "dealer", ident: str = "", **data: Any) -> dict[str, Any]:
        self._taps += 1
        return self.host.act({"id": ident or f"tap{self._taps}", "act": kind, **data}, by)

    # -- what the record holds

    def entries(self) -> list[Entry]:
        return list(reading.between(self.record.live, 1))

    def kinds(self, role: str = "input") -> list[str]:
        return [entry.kind for entry in self.entries() if entry.role == role]
