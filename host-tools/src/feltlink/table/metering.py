"""The table's side of a progressive: a courier in a thread of its own, its answers in a queue.

The host reads `state`, gives each answer to the game in a transaction, and takes it off the queue
only when that is on the disk. Whatever is lost in between is asked for again after a restart.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

import apsw

from feltlink.floor.courier import Courier
from feltlink.floor.link import LinkState
from feltlink.floor.outbox import Answer, reader
from feltlink.floor.place import LinkLost, Server
from feltlink.floor.store import Store
from feltlink.problem import Problem
from feltlink.table.witness import Deposit

IDLE_S = 0.05
BUSY_S = 0.005
AGAIN_S = 1.0


class Meters(Protocol):
    """What the host needs of the meters' side. `names` are the meters that the game plays on."""

    names: tuple[str, ...]

    @property
    def state(self) -> LinkState: ...

    @property
    def backed_up(self) -> int: ...

    @property
    def server(self) -> Server: ...

    def now_ms(self) -> int:
        """The clock of `state`."""
        ...

    def answers(self) -> list[Answer]:
        """What has come and is not taken yet, oldest first."""
        ...

    def took(self, count: int) -> None:
        """So many of `answers` are in the record."""
        ...


class Metering:
    """Runs the courier while it is started. `store` opens the store, in the thread that uses it."""

    def __init__(
        self, record: Path, table: str, names: tuple[str, ...], store: Callable[[], Store]
    ) -> None:
        self.names = names
        self.state = LinkState()
        self.backed_up = 0
        self.server = Server()
        self._record, self._table, self._store = record, table, store
        self._answers: deque[Answer] = deque()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"meters of {table}", daemon=True)

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def answers(self) -> list[Answer]:
        return list(self._answers)

    def took(self, count: int) -> None:
        for _ in range(count):
            self._answers.popleft()

    def start(self) -> None:
        """Begin to carry."""
        self._thread.start()

    def stop(self) -> None:
        """Carry what one more step can, and end."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                with self._store() as store, closing(reader(self._record)) as outbox:
                    self._carry(Courier(store, outbox, self._table), store)
                return
            except (Problem, apsw.Error, OSError) as error:
                why = error.what if isinstance(error, Problem) else str(error)
                away = isinstance(error, LinkLost)  # else the record's disk, or another plan
                self.state = self.state.failed(why, self.state.waiting, stopped=not away)
                if self._stop.wait(AGAIN_S):
                    return

    def _carry(self, courier: Courier, store: Store) -> None:
        deposit = Deposit(self._record, self._table)
        while True:
            last = self._stop.is_set()
            if last:
                deposit = Deposit(self._record, self._table)  # at once
            with suppress(LinkLost):  # the courier tells of it, and goes on with what it can
                deposit.step(store, self.now_ms())
            self._answers.extend(courier.step(self.now_ms()))
            self.server = courier.server
            self.state, self.backed_up = courier.state, courier.backed_up
            if last:
                return
            self._stop.wait(IDLE_S if courier.idle() else BUSY_S)
