"""Whether the record that is being written is still the file of its name.

A file that is moved or deleted stays open, and SQLite goes on writing to it: everything is on the
disk, and nothing will be found there. The same holds for its `-wal`, where the newest entries are,
and of a file that was cut off the `-wal` is thrown away at the next start.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import apsw

from feltlink.problem import Problem
from feltlink.record import reading


@dataclass(frozen=True, slots=True)
class File:
    """Which files have a record's two names, and how long (bytes) the first one is."""

    record: tuple[int, int]
    log: tuple[int, int]
    size: int

    def goes_on(self, now: File | None) -> bool:
        """Whether `now` is the same record, no shorter."""
        if now is None or now.size < self.size:
            return False
        return (now.record, now.log) == (self.record, self.log)


def file_at(path: Path) -> File | None:
    """What has this name now; None while there is nothing."""
    try:
        found = os.stat(path)
        log = os.stat(f"{path}-wal")
    except OSError:
        return None
    return File((found.st_dev, found.st_ino), (log.st_dev, log.st_ino), found.st_size)


def moved(connection: apsw.Connection, path: Path, number: int) -> Problem:
    """The Problem of a record whose name is gone. What it holds is copied beside it."""
    copy = path.with_name(f"{path.name}.kept-{number}")
    with suppress(apsw.Error):
        connection.execute("VACUUM INTO ?", (str(copy),))
    what = "the record or its -wal was moved, deleted, replaced or cut while the table wrote it"
    remedy = "put that file back under its name; the table goes on by itself"
    if copy.exists():
        remedy += f" (all that it held is also in {copy.name})"
    return Problem(what, where=str(path), remedy=remedy)


def check_there(path: Path) -> None:
    """Raise a Problem for a record that is gone: a new one in its place would forget the round."""
    if not path.exists():
        raise Problem(
            "the record is not there any more",
            where=str(path),
            remedy="bring its disk back, or put the file back under its name",
        )


def check_file(path: Path) -> None:
    """Raise a Problem for what SQLite would take as a new record, or tell as a broken disk."""
    if path.is_dir():
        raise Problem("a folder is no record", where=str(path), remedy="name the file in it")
    if path.exists() and path.stat().st_size == 0:
        raise Problem(
            "the record's file is empty: what was in it is lost",
            where=str(path),
            remedy="keep what lies beside it and restore the last backup (feltlink record restore);"
            " for a new record remove the file",
        )


def check_goes_on(connection: apsw.Connection, path: Path, number: int, chain: bytes) -> None:
    """Raise a Problem unless the file holds entry `number` as it was written."""
    entry = reading.one(connection, number)
    if number and (entry is None or entry.chain != chain):
        raise Problem(
            f"this is not the record that the table wrote: it lacks entry {number}",
            where=str(path),
            remedy="put the right file back under its name, or end the table and start it anew",
        )
