"""A supervisor's PIN at the command line of a table that has ended.

The count of wrong tries is that of its pages, kept in the record, where each try is an entry.
"""

from __future__ import annotations

from pathlib import Path

from feltlink.problem import Problem
from feltlink.record.database import Lease
from feltlink.record.sealer import Sealer
from feltlink.record.signing import signer_of
from feltlink.record.store import Record
from feltlink.table.clocks import SystemClock
from feltlink.table.config import Setup
from feltlink.table.door import PROVE
from feltlink.table.run import door_of


def runs(file: Path) -> bool:
    """Whether a table (or another command, for a moment) is writing this record now."""
    try:
        Lease(file).end()
    except Problem as problem:
        if "another table" in problem.what:
            return True
        raise
    return False


def proved(setup: Setup, record: Record, name: str, pin: str, what: str) -> str:
    """Whether this is a supervisor and the PIN theirs, for the act `what`: the sentence of a
    refusal, or "". Either is recorded, and signed. A table without people takes everybody's word.
    """
    door = door_of(setup, record)
    if door is None:
        return ""
    clock = SystemClock()
    sentence = door.prove_supervisor(name, pin, clock.steady_us(), clock.utc_us())
    batch = record.batch(clock.utc_us())
    body = {"act": PROVE, "data": {"name": name, "for": what}, "sentence": sentence}
    batch.add("note", PROVE, body)
    Sealer(record, signer_of(setup.record)).commit(batch)
    return sentence


def prove_at_ended_table(setup: Setup, name: str, pin: str, what: str) -> None:
    """As `proved`, at a table that does not run; a refusal is a Problem."""
    record = Record(setup.record)
    try:
        sentence = proved(setup, record, name, pin, what)
    finally:
        record.close()
    if sentence:
        raise Problem(sentence.rstrip("."), where=str(setup.record), code=1)
