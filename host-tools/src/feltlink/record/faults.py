"""What SQLite says, told as a `Problem`: what is wrong with the record and what to do next."""

from __future__ import annotations

from pathlib import Path

import apsw

from feltlink.problem import Problem

_KINDS: tuple[tuple[type[Exception], str, str], ...] = (
    (
        apsw.FullError,
        "the disk is full: the record cannot be written",
        "make room on the disk; the table goes on by itself",
    ),
    (
        apsw.ReadOnlyError,
        "the record is read-only",
        "give the user that runs the table write access to the file and its folder",
    ),
    (
        apsw.CorruptError,
        "the record is damaged",
        "keep the file, call a technician, and restore the last backup"
        " (feltlink record verify names the first bad entry)",
    ),
    (
        apsw.NotADBError,
        "this file is not a record",
        "name another file, or restore the last backup over it",
    ),
    (
        apsw.CantOpenError,
        "the record cannot be opened",
        "check that its folder exists and may be written",
    ),
    (
        apsw.BusyError,
        "another program has locked the record",
        "close the other program; only one table may write a record",
    ),
    (
        apsw.ConstraintError,
        "the record refused an entry",
        "this is a fault of Feltlink: keep the file and report it",
    ),
    (
        apsw.IOError,
        "the disk under the record failed",
        "check the disk and its cable, then start the table again",
    ),
)


def told(error: Exception, path: Path) -> Problem:
    """The Problem for `error`, an apsw or operating system error about `path`."""
    for cause in (error, error.__context__):  # undoing what failed may fail in its turn
        for kind, what, remedy in _KINDS:
            if isinstance(cause, kind):
                return Problem(f"{what} ({cause})", where=str(path), remedy=remedy)
    return Problem(
        f"the record failed ({error})",
        where=str(path),
        remedy="check the disk, then start the table again",
    )


def lasting(error: Exception) -> bool:
    """Whether trying again is useless: the file itself is bad, or the entry is."""
    return isinstance(error, apsw.CorruptError | apsw.NotADBError | apsw.ConstraintError)
