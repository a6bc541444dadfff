"""What the record commands share: opening to read, checking with the keys that are at hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
from rich.console import Console

from feltlink.problem import Problem
from feltlink.record.database import connect_to_read
from feltlink.record.faults import told as problem_of
from feltlink.record.reading import between, head
from feltlink.record.signing import Head, beside, head_in, public_key
from feltlink.record.verify import CARRIED_OVER, Fault, Verdict, damage, verify


def file_of(given: Path) -> Path:
    """The record that is named, by itself or by its table's TOML file."""
    if given.suffix != ".toml":
        return given
    from feltlink.table.config import load

    return load(given).record


def table_name(given: Path) -> str:
    """The name of the table whose TOML file this is."""
    if given.suffix != ".toml":
        raise Problem("which table is it?", where=str(given), remedy="add --table NAME")
    from feltlink.table.config import load

    return load(given).file.name


def deposited(store: str, table: str) -> list[Head]:
    """The last head that a table deposited in the meters' store."""
    from feltlink.cli.meter import opened
    from feltlink.table.witness import head_of

    with opened(store) as source:
        witness = source.witnessed(table)
    if witness is None:
        raise Problem(
            f"table {table} has deposited no head there",
            where=store,
            remedy="make the record's keys: feltlink record init; a signed record deposits them",
            code=1,
        )
    return [head_of(witness)]


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


def check(
    file: Path,
    key: Path | None,
    witnesses: list[Path],
    before: Path | None = None,
    kept: Iterable[Head] = (),
) -> Verdict:
    """Verify a record with the given key, or the one beside it, and all signed heads at hand;
    with `before`, also that it goes on from where that file ends. `kept` are heads from a store.
    """
    here = beside(file, ".pub")
    chosen = key or (here if here.exists() else None)
    heads = [*(head_in(witness) for witness in witnesses), *kept]
    if beside(file, ".head").exists():
        heads.append(head_in(beside(file, ".head")))
    screen = Console(stderr=True)
    with reading(file) as connection, screen.status("checking") as status:
        verdict = verify(
            connection,
            public_key(chosen) if chosen else None,
            heads,
            progress=lambda number: status.update(f"checking: {number:,} entries"),
        )
        if before is not None and verdict.fault is None:
            verdict.fault = _joined(connection, before)
        if verdict.fault is None:
            status.update("checking: the file itself")
            verdict.fault = damage(connection)
    return verdict


def _joined(connection: apsw.Connection, before: Path) -> Fault | None:
    with reading(before) as old:
        number, chain = head(old)
    first = next(between(connection, 1), None)
    said = first.data if first is not None and first.kind == CARRIED_OVER else {}
    if (said.get("number"), said.get("chain")) == (number, chain.hex()):
        return None
    where = first.number if first is not None else 1
    return Fault(where, f"it does not go on from entry {number}, where {before} ends")


def told(file: Path, verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON."""
    fault = verdict.fault
    return {
        "record": str(file),
        "sound": fault is None and not verdict.unproven,
        "first": verdict.first,
        "entries": verdict.entries,
        "checkpoints": verdict.checkpoints,
        "checked_signatures": verdict.checked_signatures,
        "unsigned": verdict.unsigned,
        "unproven": verdict.unproven or None,
        "first_bad": fault and fault.number,
        "fault": fault and fault.what,
    }
