"""A table without a game: it owes requests, its courier carries them, it records the answers."""

from __future__ import annotations

from pathlib import Path

import apsw

from feltlink.floor.courier import Courier
from feltlink.floor.outbox import Answer, Outbox, reader
from feltlink.floor.store import Store
from feltlink.money.meter_request import Contribute, KeyWinners, TableRequest, Winner


class FakeTable:
    """Its clock moves only when `run` says so."""

    def __init__(self, store: Store, folder: Path, name: str = "T1", meter: str = "uth-1") -> None:
        self.name, self.meter, self.store = name, meter, store
        self.path = folder / f"{name}.db"
        self.db = apsw.Connection(str(self.path))
        self.db.set_busy_timeout(5000)  # the test looks at the file meanwhile
        self.db.execute("PRAGMA journal_mode = WAL")
        self.outbox = Outbox(self.db)
        self.outbox.own(name)
        self.courier = Courier(store, reader(self.path), name)
        self.answers: list[Answer] = []
        self.now_ms = 0

    def owe(self, *requests: TableRequest) -> None:
        with self.db:
            for request in requests:
                self.outbox.put(request)

    def bet(self, *seats: int, round_id: int = 1) -> None:
        self.owe(*(Contribute(self.meter, round_id, s, "progressive", 100) for s in seats))

    def key(self, *winners: Winner, round_id: int = 1, revision: int = 1) -> None:
        self.owe(KeyWinners(self.meter, round_id, revision, winners))

    def run(self, steps: int = 4, ms: int = 6000) -> list[Answer]:
        """Some steps of the courier; what came back, which is then also recorded."""
        fresh = []
        for _ in range(steps):
            fresh += self.courier.step(self.now_ms)
            self.now_ms += ms // steps
        with self.db:
            for answer in fresh:
                self.outbox.took(answer)
            self.outbox.saw(self.courier.server)
        self.answers += fresh
        return fresh

    def refusal(self) -> str:
        """Why no bet is taken now."""
        return self.courier.state.refusal(self.meter, self.courier.state.heard_ms)
