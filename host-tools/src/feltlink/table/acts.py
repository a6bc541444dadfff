"""What people ask for: read, refused with a sentence, or put into a turn; a repeat acts once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from feltlink.record import reading
from feltlink.record.entry import Entry, canonical
from feltlink.record.store import Record
from feltlink.table.play import Turn
from feltlink.table.results import FAILED, REFUSED

NOT_TAKEN = "act_not_taken"
"""Kind of the note for an act that never reached the game."""

MAX_ID = 100
MAX_BODY = 4000
MAX_DEPTH = 8
# Inputs that only the controller or the host may give.
RESERVED = {
    *("edge", "late_edge", "locked", "press", "press_ignored", "disarmed", "fault"),
    *("fault_cleared", "controller", "snapshot", "overflow", "drawn"),
    *("awards", "award_waiting", "award_verified", "meter_link"),
}


@dataclass(frozen=True, slots=True)
class Act:
    """One act: `ident` makes a repeat harmless, `data` is what the game reads."""

    ident: str
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Malformed:
    """No act at all; `ident` is its id as far as it can be read."""

    ident: str
    sentence: str


def read(raw: Any) -> Act | Malformed:
    """The act in a page's message."""
    if not isinstance(raw, dict):
        return Malformed("", "This is no act: a JSON object was expected.")
    ident, kind = raw.get("id"), raw.get("act")
    if not isinstance(ident, str) or not 0 < len(ident) <= MAX_ID:
        return Malformed("", f"The act has no id: text of 1 to {MAX_ID} characters was expected.")
    if not isinstance(kind, str) or not 0 < len(kind) <= MAX_ID:
        return Malformed(ident, 'The act has no name: text in "act" was expected.')
    data = {key: value for key, value in raw.items() if key not in ("id", "act")}
    if _deeper(data, MAX_DEPTH):  # what can be written must be readable anywhere
        return Malformed(ident, "The act cannot be recorded: it is nested too deeply.")
    try:
        size = len(canonical(data))
        json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair: no text to show
    except (TypeError, ValueError, RecursionError):
        return Malformed(ident, "The act cannot be recorded: plain JSON was expected.")
    if size > MAX_BODY:
        return Malformed(ident, f"The act is too long: at most {MAX_BODY} characters.")
    if kind in RESERVED:
        return Malformed(ident, f"{kind!r} is told by the table itself, not by a page.")
    return Act(ident, kind, data)


def _deeper(value: Any, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_deeper(one, levels - 1) for one in inner)


def put(turn: Turn, act: Act, by: str, closed: str) -> str:
    """Record the act in `turn`; return the sentence of its refusal, or "".

    `closed` says why the table takes no acts now; it is empty when it does.
    """
    if not closed:
        return turn.give(act.kind, act.data, by=by, act_id=act.ident)
    body = {"act": act.kind, "data": act.data, "sentence": closed}
    turn.note(NOT_TAKEN, body, by=by, act_id=act.ident)
    turn.refusal = closed
    return closed


def noted(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The note's body of an act that is the host's own, and taken."""
    return {"act": kind, "data": dict(data), "sentence": ""}


def first_answer(record: Record, act: Act) -> str | None:
    """What the first act with this id was answered (a sentence, or ""); None if it is new."""
    entry = record.ask(reading.by_act, act.ident)
    if entry is None:
        return None
    body = entry.data
    if entry.role == "note":
        same = (body["act"], body["data"]) == (act.kind, act.data)
        return body["sentence"] if same else _OTHER
    if (entry.kind, body) != (act.kind, act.data):
        return _OTHER
    return _sentence(record.ask(reading.results_of, entry.number))


_OTHER = "Another act with this id was carried out before; this one was not. Tap again."


def _sentence(results: list[Entry]) -> str:
    for result in results:
        if result.kind in (REFUSED, FAILED):
            return str(result.data["sentence"])
    return ""
