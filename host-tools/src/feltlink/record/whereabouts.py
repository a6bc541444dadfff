"""Whether the record that is being written is still the file of its name.

A file that is moved or deleted stays open, and SQLite goes on writing to it: everything is on the
disk, and nothing will be found there. The same holds for its `-wal`, where the newest entries are,
and of a file that was cut off the `-wal` is thrown away at the next start.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

import apsw

from feltlink.problem import Problem
from feltlink.record import reading

SETTLED_NS = 100_000_000
"""The kernel stamps a change with a clock that may stand still for 10 ms: a younger stamp of a
folder may stand for two changes."""


class Watch:
    """Whether a record's two names still stand for the files that were opened, and the first one is
    no shorter.

    Looked at before each commit, so in as few steps as possible. The `-wal` itself is looked at
    only when a name in its folder may have changed: since Linux 6.13 the next write to a file that
    was looked at gets a time stamp of its own, which makes a commit half as slow again.
    """

    def __init__(self, path: Path) -> None:
        self._folder, self._name, self._log = os.path.dirname(path) or ".", str(path), f"{path}-wal"
        self._files: tuple[int, ...] = ()
        self._size = 0
        self._stamp: tuple[int, int, int] | None = None
        if self.gone():
            self._files = (0, 0, 0, 0)  # and no other takes their place

    def gone(self) -> bool:
        """Look. True is for the names of which one is nothing, another file or a shorter one."""
        try:
            folder, found = os.stat(self._folder), os.stat(self._name)
            stamp = (folder.st_dev, folder.st_ino, folder.st_mtime_ns)
            if stamp != self._stamp or found.st_ino != self._files[1]:
                self._look(found, stamp)
        except OSError:
            return True
        if found.st_size < self._size:
            return True
        self._size = found.st_size
        return False

    def _look(self, found: os.stat_result, stamp: tuple[int, int, int]) -> None:
        """Look at all. Raises OSError for other files than there were."""
        log = os.stat(self._log)
        files = (found.st_dev, found.st_ino, log.st_dev, log.st_ino)
        if self._files not in ((), files):
            raise OSError("another file has this name")
        self._files = files
        settled = time.time_ns() - stamp[2] > SETTLED_NS
        self._stamp = stamp if settled else None


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
