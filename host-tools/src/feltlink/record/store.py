"""The record of one table: one writer, whole batches, each entry tied to the one before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Concatenate, NoReturn, ParamSpec, TypeVar

import apsw

from feltlink.problem import Problem
from feltlink.record import reading, whereabouts
from feltlink.record.database import Lease, connect
from feltlink.record.entry import NO_ORIGIN, Origin, Role, canonical, link
from feltlink.record.faults import lasting, told
from feltlink.record.schema import AT_ONCE, KEEP, WIDTH, insert

P = ParamSpec("P")
R = TypeVar("R")


class Batch:
    """Entries that reach the disk together or not at all. Numbers are known at once."""

    def __init__(self, number: int, chain: bytes, at_utc_us: int) -> None:
        self.at_utc_us = at_utc_us
        self.before = number
        self.number = number
        self.chain = chain
        self.values: list[Any] = []
        """The columns of all entries, one entry behind the other."""
        self.along: list[Callable[[apsw.Connection], None]] = []
        """Writes of other rooms to tables of their own in the file, in the same transaction."""

    def add(
        self,
        role: Role,
        kind: str,
        body: Mapping[str, Any],
        *,
        source: str = "host",
        round_id: int | None = None,
        cause: int | None = None,
        origin: Origin | None = None,
        act_id: str | None = None,
    ) -> int:
        """Put an entry at the end and return its number."""
        number = self.number + 1
        uid, boot_id, event = origin or NO_ORIGIN
        row = (
            number, self.at_utc_us, role, kind, source, round_id, cause, uid, boot_id, event,
            act_id, canonical(body),
        )  # fmt: skip
        self.chain = link(self.chain, row)
        self.values += row
        self.values.append(self.chain)
        self.number = number
        return number

    @property
    def count(self) -> int:
        """How many entries are in it."""
        return self.number - self.before

    def write(self, connection: apsw.Connection) -> None:
        """Put the entries in, and what belongs to them. A statement alone is a transaction."""
        if self.count <= AT_ONCE and not self.along:
            connection.execute(insert(self.count), self.values)
            return
        with connection:
            for first in range(0, len(self.values), AT_ONCE * WIDTH):
                part = self.values[first : first + AT_ONCE * WIDTH]
                connection.execute(insert(len(part) // WIDTH), part)
            for write in self.along:
                write(connection)


class Record:
    """The open record. `commit` answers after the disk has it, or raises Problem.

    After a failed commit the record is broken: nothing is written until `mend` has opened the
    file again, and what it then holds is the truth (a commit that failed late may be there).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lease = Lease(path)
        self.broken: Problem | None = None
        self.hopeless = False
        self.connection: apsw.Connection | None = None
        try:
            self._open()
        except Problem:
            self._lease.end()
            raise

    def _open(self, known: tuple[int, bytes] | None = None) -> None:
        """`known` is the (number, chain) that must be in the file: it was written before."""
        if known is not None:
            whereabouts.check_there(self.path)
        connection = connect(self.path)
        try:
            if known is not None:
                whereabouts.check_goes_on(connection, self.path, *known)
            self.number, self.chain = reading.head(connection)
            self._watch = whereabouts.Watch(self.path)
        except apsw.Error as error:
            connection.close(True)
            raise told(error, self.path) from error
        except Problem:
            connection.close(True)
            raise
        self.connection = connection

    def ask(
        self, question: Callable[Concatenate[apsw.Connection, P], R], *args: P.args, **kw: P.kwargs
    ) -> R:
        """Ask one of `reading`'s questions. What SQLite says against it breaks the record."""
        connection = self.live
        try:
            return question(connection, *args, **kw)
        except (apsw.Error, OSError) as error:
            self._break(error)

    @property
    def live(self) -> apsw.Connection:
        """The connection. Raises the Problem of a broken record."""
        if self.broken is not None:
            raise self.broken
        if self.connection is None:
            raise Problem("the record is closed", where=str(self.path))
        return self.connection

    def batch(self, at_utc_us: int) -> Batch:
        """An empty batch behind the last entry."""
        return Batch(self.number, self.chain, at_utc_us)

    def commit(self, batch: Batch) -> None:
        """Write the batch, durably, in one transaction."""
        if not batch.count:
            return
        connection = self.live
        if batch.before != self.number:
            raise Problem("the batch was begun before another commit", where=str(self.path))
        if self._watch.gone():  # SQLite would go on writing to it
            self.broken = whereabouts.moved(connection, self.path, self.number)
            self.disconnect()
            raise self.broken
        try:
            batch.write(connection)
        except (apsw.Error, OSError) as error:
            self._break(error)
        self.number, self.chain = batch.number, batch.chain

    def keep(self, key: str, value: Any) -> None:
        """Remember a value (JSON) under a key, in place of the one before. It is no entry."""
        self.ask(lambda connection: connection.execute(KEEP, (key, canonical(value))))

    def _break(self, error: Exception) -> NoReturn:
        self.broken = told(error, self.path)
        self.hopeless = lasting(error)
        self.disconnect()
        raise self.broken from error

    def disconnect(self) -> None:
        """Close the file and keep the right to write it."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with suppress(apsw.Error):  # the file is bad: that is already being told
                connection.close(True)  # rolls back what is open

    def mend(self) -> bool:
        """Open a broken record again. False: it is still broken, and `broken` says why."""
        if self.broken is None or self.hopeless:
            return self.broken is None
        try:
            self._open((self.number, self.chain))
        except Problem as problem:
            self.broken = problem
            return False
        self.broken = None
        return True

    def close(self) -> None:
        """Close the file and let another process write it."""
        self.disconnect()
        self._lease.end()
