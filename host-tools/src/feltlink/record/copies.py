"""Backup of a running record, and restoring one that has been checked."""

from __future__ import annotations

import os
import time
from pathlib import Path

import apsw

from feltlink.problem import Problem
from feltlink.record.database import Lease, connect_to_read
from feltlink.record.faults import told
from feltlink.record.signing import beside
from feltlink.record.verify import Verdict, verify


def backup(record: Path, into: Path) -> Verdict:
    """Copy a record, also of a running table, to a new file `into`; return the copy's verdict.

    The copy is one instant of the record. It is checked before it gets its name.
    """
    if into.exists():
        raise Problem("a backup never replaces a file", where=str(into), remedy="name a new file")
    source = connect_to_read(record)
    new = into.with_name(into.name + ".new")
    try:
        new.unlink(missing_ok=True)
        source.execute("VACUUM INTO ?", (str(new),))
    except (apsw.Error, OSError) as error:
        new.unlink(missing_ok=True)
        raise told(error, into) from error
    finally:
        source.close()
    verdict = _checked(new)
    _settle(new, into)
    return verdict


def restore(copy: Path, record: Path) -> Verdict:
    """Put a checked backup in the place of `record`, which is kept aside under another name.

    Refused while a table writes the record. What happened after the backup is not in it; the
    controller's events since are recorded as a gap when it is found again.
    """
    if not copy.exists():
        raise Problem("there is no backup here", where=str(copy), remedy="check the path")
    lease = Lease(record)
    try:
        new = record.with_name(record.name + ".new")
        new.unlink(missing_ok=True)
        source = connect_to_read(copy)
        try:
            source.execute("VACUUM INTO ?", (str(new),))
        except apsw.Error as error:
            raise told(error, copy) from error
        finally:
            source.close()
        verdict = _checked(new)
        stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        for suffix in ("", "-wal", "-shm", ".head"):
            old = beside(record, suffix)
            if old.exists():
                old.rename(beside(record, f".replaced-{stamp}{suffix}"))
        _settle(new, record)
    finally:
        lease.end()
    return verdict


def _checked(file: Path) -> Verdict:
    connection = connect_to_read(file)
    try:
        verdict = verify(connection)
    except apsw.Error as error:
        raise told(error, file) from error
    finally:
        connection.close()
    if verdict.fault is not None:
        file.unlink()
        raise Problem(
            f"the copy is not sound: {verdict.fault.what}",
            where=str(file),
            remedy="keep the original and call an auditor: feltlink record verify",
            code=1,
        )
    return verdict


def _settle(new: Path, name: Path) -> None:
    """Let the file reach the disk, then give it its name."""
    for target in (new, new.parent):
        handle = os.open(target, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    os.replace(new, name)
