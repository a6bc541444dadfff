"""What the record commands share: opening to read, checking with the keys that are at hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
from rich.console import Console

from feltlink.record.database import connect_to_read
from feltlink.record.faults import told as problem_of
from feltlink.record.signing import beside, head_in, public_key
from feltlink.record.verify import Verdict, verify


@contextmanager
def reading(file: Path) -> Iterator[apsw.Connection]:
    """A read-only connection; what SQLite says against the file becomes a Problem."""
    connection = connect_to_read(file)
    try:
        yield connection
    except apsw.Error as error:
        raise problem_of(error, file) from error
    finally:
        connection.close()


def check(file: Path, key: Path | None, witnesses: list[Path]) -> Verdict:
    """Verify a record with the given key, or the one beside it, and all signed heads at hand."""
    here = beside(file, ".pub")
    chosen = key or (here if here.exists() else None)
    heads = [head_in(witness) for witness in witnesses]
    if beside(file, ".head").exists():
        heads.append(head_in(beside(file, ".head")))
    screen = Console(stderr=True)
    with reading(file) as connection, screen.status("checking") as status:
        return verify(
            connection,
            public_key(chosen) if chosen else None,
            heads,
            progress=lambda number: status.update(f"checking: {number:,} entries"),
        )


def told(file: Path, verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON."""
    fault = verdict.fault
    return {
        "record": str(file),
        "sound": fault is None,
        "entries": verdict.entries,
        "checkpoints": verdict.checkpoints,
        "checked_signatures": verdict.checked_signatures,
        "unsigned": verdict.unsigned,
        "first_bad": fault and fault.number,
        "fault": fault and fault.what,
    }
