"""A full record is put away and a new file goes on: numbers and chain are carried over."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw

from feltlink.record import reading
from feltlink.record.database import connect
from feltlink.record.entry import sealed
from feltlink.record.faults import told
from feltlink.record.schema import APPEND_ONLY, INSERT, KEEP
from feltlink.record.sealer import Sealer
from feltlink.record.signing import signer_of
from feltlink.record.store import Record
from feltlink.record.verify import CARRIED_OVER


def rotate(record: Record, at_utc_us: int, notes: Sequence[tuple[str, Mapping[str, Any]]]) -> Path:
    """Put the record away beside itself and begin a new one with `notes`; return the old file.

    `notes` are what the table must find in the new file (its configuration, its state). What is
    no entry (`kept`, a table's outbox) goes over as it is. `record` is closed in any case.
    """
    path = record.path
    try:
        batch = record.batch(at_utc_us)
        batch.add("note", "rotated", {"into": path.name})
        record.commit(batch)
        Sealer(record, signer_of(path)).seal(at_utc_us)
        old = path.with_name(f"{path.name}.to-{record.number}")
        new = path.with_name(path.name + ".new")
        _begin(record, new, old.name, at_utc_us, notes)
        record.live.pragma("wal_checkpoint", "TRUNCATE")
        record.disconnect()
        os.link(path, old)  # never a moment without a record of this name
        os.replace(new, path)
    except (apsw.Error, OSError) as error:
        raise told(error, path) from error
    finally:
        record.close()
    fresh = Record(path)
    try:
        Sealer(fresh, signer_of(path)).seal(at_utc_us)
    finally:
        fresh.close()
    return old


def _begin(
    record: Record,
    new: Path,
    old_name: str,
    at_utc_us: int,
    notes: Sequence[tuple[str, Mapping[str, Any]]],
) -> None:
    """Make the new file: a copy without the entries, and with the first ones of its own."""
    new.unlink(missing_ok=True)
    record.live.execute("VACUUM INTO ?", (str(new),))
    body = {
        "number": record.number,
        "chain": record.chain.hex(),
        "file": old_name,
        "controllers": record.ask(reading.controllers),
    }
    chain, number = record.chain, record.number
    connection = connect(new)
    try:
        with connection:
            for trigger in APPEND_ONLY:
                connection.execute(f"DROP TRIGGER {trigger}")
            connection.execute("DELETE FROM entry")
            connection.execute(KEEP, ("base", str(number)))
            for statement in APPEND_ONLY.values():
                connection.execute(statement)
            for kind, told_in_it in [(CARRIED_OVER, body), *notes]:
                number += 1
                entry = sealed(chain, number, at_utc_us, "note", kind, told_in_it, source="host")
                chain = entry.chain
                connection.execute(INSERT, entry.row())
        connection.execute("VACUUM")
        connection.pragma("wal_checkpoint", "TRUNCATE")
    finally:
        connection.close(True)
