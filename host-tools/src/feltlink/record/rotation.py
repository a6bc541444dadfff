"""A full record is put away and a new file goes on: numbers and chain are carried over."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect
from feltlink.record.faults import told
from feltlink.record.schema import APPEND_ONLY, KEEP
from feltlink.record.sealer import Sealer, signed_off
from feltlink.record.signing import signer_of
from feltlink.record.store import Batch, Record
from feltlink.record.verify import CARRIED_OVER


def rotate(record: Record, at_utc_us: int, notes: Sequence[tuple[str, Mapping[str, Any]]]) -> Path:
    """Put the record away beside itself and begin a new one with `notes`; return the old file.

    `notes` are what the table must find in the new file (its configuration, its state). What is
    no entry (`kept`, a table's outbox) goes over as it is. `record` is closed in any case.
    """
    path = record.path
    try:
        signer = signer_of(path)
        sealer = Sealer(record, signer)
        if sealer.why:
            raise Problem(sealer.why, where=str(path), code=1)
        batch = record.batch(at_utc_us)
        batch.add("note", "rotated", {"into": path.name})
        sealer.commit(batch)
        old = path.with_name(f"{path.name}.to-{record.number}")
        new = path.with_name(path.name + ".new")
        begun = record.batch(at_utc_us)
        for kind, body in [(CARRIED_OVER, _carried(record, old.name)), *notes]:
            begun.add("note", kind, body)
        head = signed_off(begun, signer) if signer else None
        _begin(record, new, begun)
        record.live.pragma("wal_checkpoint", "TRUNCATE")
        record.disconnect()
        os.link(path, old)  # never a moment without a record of this name
        os.replace(new, path)
        if signer and head:
            with suppress(Problem):  # the next start of the table puts it there
                signer.publish(head)
    except (apsw.Error, OSError) as error:
        raise told(error, path) from error
    finally:
        record.close()
    return old


def _carried(record: Record, old_name: str) -> dict[str, Any]:
    return {
        "number": record.number,
        "chain": record.chain.hex(),
        "file": old_name,
        "controllers": record.ask(reading.controllers),
    }


def _begin(record: Record, new: Path, begun: Batch) -> None:
    """Make the new file: a copy without the entries, and with the first ones of its own."""
    new.unlink(missing_ok=True)
    record.live.execute("VACUUM INTO ?", (str(new),))
    connection = connect(new)
    connection.pragma("foreign_keys", 0)  # each entry's deletion would look for the one behind it
    try:
        with connection:
            for trigger in APPEND_ONLY:
                connection.execute(f"DROP TRIGGER {trigger}")
            connection.execute("DELETE FROM entry")
            connection.execute(KEEP, ("base", str(record.number)))  # an old file's trigger asks
            for statement in APPEND_ONLY.values():
                connection.execute(statement)
            begun.write(connection)
        connection.execute("VACUUM")
        connection.pragma("wal_checkpoint", "TRUNCATE")
    finally:
        connection.close(True)
