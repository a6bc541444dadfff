"""A technician's acts at a running table: only between rounds, and each in the record with who.

While a self-test runs the table is out of play: no act is taken, nothing is armed, and the seat
lights show what is tested.
"""

from __future__ import annotations

from typing import Any

from feltlink.games.core import Input
from feltlink.record import reading
from feltlink.record.store import Record
from feltlink.table.acts import NOT_TAKEN, Act
from feltlink.table.gate import Gate
from feltlink.table.play import Turn

SELF_TEST = "self_test"
"""The act that begins a self-test, and the kind of its note."""
OVER = "self_test_over"
"""Kind of the note that ends it."""
CHECK = "check_program"
"""The act that has the controller's program checked, and the kind of its note."""

CLEAR = "clear_faults"
"""The act that has each faulted input tried again, and the kind of its note: who asked for it."""

CALIBRATE = "calibrate"
"""The act that begins a calibration, and the kind of its note."""
CALIBRATED = "calibrate_over"
"""Kind of the note that ends it."""

BEGUN = {SELF_TEST: OVER, CALIBRATE: CALIBRATED}
"""What takes the table out of play, and what gives it back."""
ACTS = frozenset({*BEGUN, CHECK, CLEAR})


def put(turn: Turn, act: Act, by: str, closed: str) -> str:
    """Record a technician's act; return the sentence of its refusal, or ""."""
    body = {"act": act.kind, "data": act.data, "sentence": closed}
    turn.note(NOT_TAKEN if closed else act.kind, body, by=by, act_id=act.ident)
    return closed


def refused(kind: str, by: str, gate: Gate, *, round_open: bool) -> str:
    """Why this is not done now, as a sentence; "" when it is."""
    role = Input(0, kind, by=by).role
    if kind == CLEAR:  # in a round too: a dead seat is what it is for
        why = "Only a technician or a supervisor does this."
        return gate.controller() if role in ("technician", "supervisor") else why
    if role != "technician":
        return "Only a technician does this, at the bench."
    if round_open:
        return "A round is open: do this when it is over."
    if kind == CHECK:
        return ""
    return gate.why() or gate.controller()


def closed_by(kind: str, by: str) -> str:
    """What a dealer reads meanwhile."""
    what = "tested" if kind == SELF_TEST else "calibrated"
    return f"The table is being {what} by {by}. Nothing is dealt until that is over."


def left_open(record: Record, tested: bool) -> list[tuple[str, dict[str, Any]]]:
    """The notes that end what a host began for a technician and did not live to end.

    `tested`: it is still running, and the record was only mended.
    """
    if tested:
        return []
    notes: list[tuple[str, dict[str, Any]]] = []
    for kind, end in BEGUN.items():
        began, over = record.ask(reading.last_note, kind), record.ask(reading.last_note, end)
        if began is not None and (over is None or over.number < began.number):
            notes.append((end, {**_NOTHING[kind], "interrupted": "the host was ended"}))
    return notes


_NOTHING: dict[str, dict[str, Any]] = {
    SELF_TEST: {"passed": False, "failed": [], "file": "", "sha256": "", "why": ""},
    CALIBRATE: {"kept": False, "thresholds": [], "why": ""},
}


def result(
    *,
    passed: bool = False,
    failed: tuple[str, ...] = (),
    interrupted: str = "",
    file: str = "",
    sha256: str = "",
    why: str = "",
) -> dict[str, Any]:
    """The body of the note `OVER`. `file` and its SHA-256 name the report; `why` there is none."""
    return {
        "passed": passed,
        "failed": list(failed),
        "interrupted": interrupted,
        "file": file,
        "sha256": sha256,
        "why": why,
    }
