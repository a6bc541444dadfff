"""Whether the record that is being written is still the file of its name.

A file that is moved or deleted stays open, and SQLite goes on writing to it: everything is on the
disk, and nothing will be found there.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import apsw

from feltlink.problem import Problem
from feltlink.record import reading

File = tuple[int, int]


def file_at(path: Path) -> File | None:
    """Which file has this name now; None while there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def moved(connection: apsw.Connection, path: Path, number: int) -> Problem:
    """The Problem of a record whose name is gone. What it holds is copied beside it."""
    copy = path.with_name(f"{path.name}.kept-{number}")
    with suppress(apsw.Error):
        connection.execute("VACUUM INTO ?", (str(copy),))
    what = "the record was moved, deleted or replaced while the table wrote it"
    remedy = "put that file back under its name; the table goes on by itself"
    if copy.exists():
        remedy += f" (all that it held is also in {copy.name})"
    return Problem(what, where=str(path), remedy=remedy)


def check_there(path: Path) -> None:
    """Raise a Problem for a record that is gone: a new one in its place would forget the round."""
    if file_at(path) is None:
        raise Problem(
            "the record is not there any more",
            where=str(path),
            remedy="bring its disk back, or put the file back under its name",
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
