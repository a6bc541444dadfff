"""A dealer calls a supervisor, and one comes: notes in the record, so no restart forgets a call."""

from __future__ import annotations

from typing import Any

from feltlink.games.core import Input
from feltlink.record import reading
from feltlink.record.store import Record

CALL = "call_supervisor"
CAME = "supervisor_came"
KINDS = (CALL, CAME)
"""Acts of the host itself, open however the table is, and the kinds of their notes."""


def refused(kind: str, by: str) -> str:
    """Why this is not taken, as a sentence; "" when it is."""
    if kind == CAME and Input(0, kind, by=by).role != "supervisor":
        return "Only a supervisor says that one has come."
    return ""


def open_call(record: Record) -> dict[str, Any] | None:
    """`{"by", "at_utc_us", "reason"}` of the call that nobody has come to yet, or None."""
    came = record.ask(reading.last_note, CAME)
    call = record.ask(reading.first_note, CALL, came.number if came else 0)
    if call is None:
        return None
    reason = call.data["data"].get("reason")
    told = reason if isinstance(reason, str) else ""
    return {"by": call.source, "at_utc_us": call.at_utc_us, "reason": told}
