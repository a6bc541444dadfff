"""Opening the record's file: one writing connection, checked before it is trusted."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import apsw

from feltlink.problem import Problem
from feltlink.record.entry import FORMAT
from feltlink.record.faults import told
from feltlink.record.schema import APPEND_ONLY, APPLICATION_ID, CREATE, PRAGMAS
from feltlink.record.whereabouts import check_file

BUSY_MS = 2000  # a backup or a reader may hold the file for a moment


class Lease:
    """The right to write one record. Held by one process; the system drops it when that dies.

    A lock beside the database and not SQLite's own EXCLUSIVE mode, which would shut out readers
    and backups of a running table.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.with_name(path.name + ".lock")
        try:
            handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise Problem(
                f"the record cannot be opened for writing ({error.strerror})",
                where=str(path),
                remedy="give the user that runs the table write access to the file's folder",
            ) from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(handle, 20, 0).decode(errors="replace").strip()
            os.close(handle)
            raise Problem(
                f"another table is writing this record (process {holder or 'unknown'})",
                where=str(path),
                remedy="stop that process, or give this table a record of its own",
            ) from error
        self._handle = handle
        try:
            os.ftruncate(handle, 0)
            os.pwrite(handle, str(os.getpid()).encode(), 0)
        except OSError:  # a full disk: the lock holds all the same, only its owner is not named
            pass

    def end(self) -> None:
        """Give the right back. The file stays: removing it would let two processes hold one."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[apsw.Connection]:
    """A connection that is closed again when what is done with it fails; SQLite's word against the
    file becomes a Problem.
    """
    with ExitStack() as undo:
        try:
            connection = apsw.Connection(str(path), flags=flags)
            undo.callback(connection.close, True)
            connection.set_busy_timeout(BUSY_MS)
            yield connection
        except (apsw.Error, OSError) as error:
            raise told(error, path) from error
        undo.pop_all()


def connect(path: Path) -> apsw.Connection:
    """The writing connection to `path`, made there if there is none.

    Raises Problem for a file that is no record, is damaged, read-only or locked.
    """
    check_file(path)
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    with _opened(path, flags) as connection:
        if connection.readonly("main"):
            raise apsw.ReadOnlyError("opened read-only")
        _prepare(connection, path)
    return connection


def _prepare(connection: apsw.Connection, path: Path) -> None:
    ident = connection.pragma("application_id")
    empty = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]  # type: ignore[index]
    if ident != APPLICATION_ID and not (empty and ident == 0):
        raise apsw.NotADBError("it is a database of another program")
    if not empty:
        _check_format(connection, path)
    connection.execute(PRAGMAS).fetchall()  # apsw goes on behind a row only when that is taken
    if connection.pragma("journal_mode") != "wal":
        raise Problem(
            "the record's disk does not support write-ahead logging",
            where=str(path),
            remedy="keep the record on a local disk, not on a network share",
        )
    if empty:
        with connection:
            connection.execute(CREATE)
            for trigger in APPEND_ONLY.values():
                connection.execute(trigger)


def _check_format(connection: apsw.Connection, path: Path) -> None:
    found = connection.pragma("user_version")
    if found != FORMAT:
        raise Problem(
            f"the record has format {found}, this Feltlink reads format {FORMAT}",
            where=str(path),
            remedy="use the Feltlink that wrote it, or rotate it there first",
        )


def connect_to_read(path: Path) -> apsw.Connection:
    """A connection that cannot write, for a page, a report or a backup of a running table."""
    if not path.exists():
        raise Problem("there is no record here", where=str(path), remedy="check the path")
    check_file(path)
    with _opened(path, apsw.SQLITE_OPEN_READONLY) as connection:
        if connection.pragma("application_id") != APPLICATION_ID:
            raise apsw.NotADBError("it is a database of another program")
        _check_format(connection, path)
    return connection
