"""The meters' store in one SQLite file: the embedded default, for one table."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import apsw

from feltlink.floor import sql
from feltlink.floor.place import LinkLost
from feltlink.floor.store import Store
from feltlink.money.meter import Meter
from feltlink.problem import Problem

APPLICATION_ID = 0x464D5452  # "FMTR": tells our file from another SQLite database
BUSY_MS = 5000  # the command line may write beside the table

_APPEND_ONLY = """
CREATE TRIGGER meter_entry_no_update BEFORE UPDATE ON meter_entry
  BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER meter_entry_no_delete BEFORE DELETE ON meter_entry
  BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
"""


class SqliteStore(Store):
    """The file at `path`, made there if there is none."""

    def __init__(self, path: Path) -> None:
        self.url = str(path)
        self._path = path
        try:
            self._connection = apsw.Connection(str(path))
            self._connection.set_busy_timeout(BUSY_MS)
            self._prepare()
        except apsw.Error as error:
            raise self._told(error) from error

    def _prepare(self) -> None:
        db = self._connection
        self._write_ahead()
        db.pragma("synchronous", "full")
        with self.transaction():  # two may open a new file at the same moment
            ident = db.pragma("application_id")
            empty = not db.execute("SELECT count(*) FROM sqlite_schema").get
            if empty and ident == 0:
                db.pragma("application_id", APPLICATION_ID)
                db.execute(sql.TABLES.replace("BIGINT", "INTEGER") + _APPEND_ONLY)
            elif ident != APPLICATION_ID:
                raise Problem(
                    "this file is not a store of meters",
                    where=str(self._path),
                    remedy="name another file",
                )

    def _write_ahead(self) -> None:
        """The one step for which SQLite itself does not wait while another opens the file too."""
        end_s = time.monotonic() + BUSY_MS / 1000
        while True:
            try:
                self._connection.pragma("journal_mode", "wal")
                return
            except apsw.BusyError:
                if time.monotonic() >= end_s:
                    raise
                time.sleep(0.005)

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return list(self._connection.execute(query.replace("%s", "?"), tuple(values)))
        except apsw.Error as error:
            raise self._told(error) from error

    def many(self, query: str, values: Sequence[Sequence[Any]]) -> None:
        try:
            self._connection.executemany(query.replace("%s", "?"), [tuple(v) for v in values])
        except apsw.Error as error:
            raise self._told(error) from error

    def transaction(self) -> AbstractContextManager[None]:
        return self._between("BEGIN IMMEDIATE")

    def snapshot(self) -> AbstractContextManager[None]:
        return self._between("BEGIN")

    @contextmanager
    def _between(self, begin: str) -> Iterator[None]:
        db = self._connection
        try:
            db.execute(begin)
        except apsw.Error as error:
            raise self._told(error) from error
        try:
            yield
            db.execute("COMMIT")
        except apsw.Error as error:
            raise self._told(error) from error
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")

    def confirm(self) -> None:
        """A file has no standby; its commit is on the disk."""

    def lock(self, meter: str) -> tuple[str, str, int, int]:
        plan, state, number, _ = self._seen(meter)
        return plan, state, number, self.now_us()

    def now_us(self) -> int:
        return time.time_ns() // 1000

    def tell(self, meter: Meter) -> None:
        """Signs look at the file themselves (`sign.py`)."""

    def close(self) -> None:
        self._connection.close(True)

    def backup(self, target: Path) -> int:
        places = {table: place.last for table, place in self.places().items()}
        copy = apsw.Connection(str(target))
        try:
            with copy.backup("main", self._connection, "main") as work:
                while not work.done:
                    work.step(1000)
        except apsw.Error as error:
            raise self._told(error) from error
        finally:
            copy.close()
        self.mark_backed_up(places)
        return sum(places.values())

    def _told(self, error: Exception) -> Problem:
        if isinstance(error, apsw.ConstraintError | apsw.CorruptError | apsw.NotADBError):
            return Problem(
                f"the store refused an entry or is damaged ({error})",
                where=str(self._path),
                remedy="keep the file, close the progressive, restore the last back-up",
                code=1,
            )
        return LinkLost(
            f"the store cannot be used ({error})",
            where=str(self._path),
            remedy="check the disk and the rights of the file",
            code=1,
        )
