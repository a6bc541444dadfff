"""A death at any commit of the evening: of the record or of the store, just before it or after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from feltlink.floor.postgres import PostgresStore
from feltlink.floor.sqlite import SqliteStore
from feltlink.floor.store import Store
from feltlink.record.store import Batch, Record


class Death(BaseException):
    """The process is gone: nothing of it handles this."""


class Fate:
    """Counts the moments at which a process may die; it dies at number `at` (0: never)."""

    def __init__(self, at: int = 0) -> None:
        self.at, self.count = at, 0

    def moment(self) -> None:
        self.count += 1
        if self.count == self.at:
            raise Death


class MortalRecord(Record):
    """A record whose table may die at a commit."""

    fate = Fate()

    def commit(self, batch: Batch) -> None:
        if batch.count:
            self.fate.moment()
        super().commit(batch)
        if batch.count:
            self.fate.moment()


class _Mortal(Store):
    fate = Fate()

    def transaction(self) -> AbstractContextManager[None]:
        return self._watched(super().transaction())

    @contextmanager
    def _watched(self, inner: AbstractContextManager[None]) -> Iterator[None]:
        with inner:
            yield
            self.fate.moment()
        self.fate.moment()


class MortalSqlite(_Mortal, SqliteStore):
    """SQLite; its own making of the file is not counted."""


class MortalPostgres(_Mortal, PostgresStore):
    """PostgreSQL; contributions are one call, whose answer may be lost."""

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if "meter_contribute(" not in query or "CREATE" in query:
            return super().rows(query, values)
        self.fate.moment()
        found = super().rows(query, values)
        self.fate.moment()
        return found


def open_mortal(url: str, fate: Fate) -> Store:
    """The store at `url`, subject to `fate`."""
    store: Store
    if url.startswith("postgresql:"):
        store = MortalPostgres(url)
    else:
        store = MortalSqlite(Path(url))
    store.fate = fate  # type: ignore[attr-defined]
    return store
