"""The table as the record left it: the last state written, and every input since, again."""

from __future__ import annotations

from dataclasses import dataclass

import apsw

from feltlink.games.core import Input
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.entry import Entry, canonical
from feltlink.table.engine import Engine, Status

STATE = "state"
"""Kind of the note that holds `Engine.dump`: replaying starts behind the last one."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """`inputs` is how many were replayed; `differs` names the first entry that came out otherwise
    than the record says, or is empty."""

    status: Status
    inputs: int
    differs: str


def recover(connection: apsw.Connection, engine: Engine) -> Recovered:
    """Replay the record's tail. What each input leads to is compared with what was recorded."""
    last = reading.last_note(connection, STATE)
    status = engine.initial() if last is None else _load(engine, last)
    count = 0
    differs = ""
    expected: list[tuple[str, str]] = []
    given: Entry | None = None
    heard: list[tuple[str, str]] = []
    for entry in reading.between(connection, last.number + 1 if last else 1):
        if entry.role == "result":
            heard.append((entry.kind, entry.body))
        elif entry.role == "input":
            differs = differs or _compare(given, expected, heard)
            status, said = engine.apply(status, as_input(entry))
            expected = [(kind, canonical(body)) for kind, body in said]
            given, heard = entry, []
            count += 1
    return Recovered(status, count, differs or _compare(given, expected, heard))


def as_input(entry: Entry) -> Input:
    """What the game was given."""
    return Input(entry.number, entry.kind, entry.data, entry.source)


def _compare(
    given: Entry | None, expected: list[tuple[str, str]], heard: list[tuple[str, str]]
) -> str:
    if given is None or expected == heard:
        return ""
    return (
        f"entry {given.number} ({given.kind}) led to {_names(heard)} when it was recorded;"
        f" these rules make of it {_names(expected)}"
    )


def _names(results: list[tuple[str, str]]) -> str:
    return ", ".join(f"{kind} {body}" for kind, body in results) or "nothing"


def _load(engine: Engine, note: Entry) -> Status:
    try:
        return engine.load(note.data)
    except (KeyError, TypeError, ValueError) as error:
        raise Problem(
            f"the state in entry {note.number} cannot be read by this game ({error})",
            remedy="run the Feltlink version that wrote it until the round is over, or name"
            " another record",
        ) from error
