"""The record as text for other programs: JSON lines or CSV, a span of time or all of it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

import apsw

from feltlink.problem import Problem
from feltlink.record.entry import Entry, from_row
from feltlink.record.schema import COLUMNS

Format = Literal["jsonl", "csv"]
HEADINGS = [
    *("number", "utc", "role", "kind", "source", "round_id", "cause"),
    *("uid", "boot_id", "event", "act_id", "body", "chain"),
]  # fmt: skip


def moment_us(text: str) -> int:
    """UTC microseconds of `2026-11-30` or `2026-11-30T14:05:00`; another zone must be written."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise Problem(
            f"{text!r} is no date and time",
            remedy="write it like 2026-11-30 or 2026-11-30T14:05:00, in UTC",
        ) from None
    when = when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    whole = when.replace(microsecond=0)
    return int(whole.timestamp()) * 1_000_000 + when.microsecond


def utc_text(at_utc_us: int) -> str:
    """`2026-11-30T14:05:00.123456Z`."""
    moment = datetime.fromtimestamp(at_utc_us // 1_000_000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{at_utc_us % 1_000_000:06d}Z"


def span(connection: apsw.Connection, from_us: int, to_us: int) -> Iterator[Entry]:
    """The entries written from `from_us` up to, but not with, `to_us`, in order."""
    for row in connection.execute(
        f"SELECT {COLUMNS} FROM entry WHERE at_utc_us >= ? AND at_utc_us < ? ORDER BY number",
        (from_us, to_us),
    ):
        yield from_row(row)


def write(entries: Iterator[Entry], form: Format, out: TextIO) -> int:
    """Write the entries; return how many."""
    count = 0
    rows = csv.writer(out, lineterminator="\n") if form == "csv" else None
    if rows is not None:
        rows.writerow(HEADINGS)
    for entry in entries:
        count += 1
        if rows is not None:
            fields = _fields(entry)
            rows.writerow([fields[name] for name in HEADINGS])
        else:
            out.write(json.dumps({**_fields(entry), "body": entry.data}) + "\n")
    return count


def _fields(entry: Entry) -> dict[str, Any]:
    origin = entry.origin
    return {
        "number": entry.number,
        "utc": utc_text(entry.at_utc_us),
        "role": entry.role,
        "kind": entry.kind,
        "source": entry.source,
        "round_id": entry.round_id,
        "cause": entry.cause,
        "uid": origin and origin.uid,
        "boot_id": origin and origin.boot_id,
        "event": origin and origin.event,
        "act_id": entry.act_id,
        "body": entry.body,
        "chain": entry.chain.hex(),
    }
