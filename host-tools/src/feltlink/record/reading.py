"""Questions to the record. They work on the writing connection and on a read-only one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import apsw

from feltlink.record.entry import GENESIS, Entry, from_row
from feltlink.record.rounds import ANY_ROUND, spans, start_of
from feltlink.record.schema import COLUMNS

_SELECT = f"SELECT {COLUMNS} FROM entry"


def one(connection: apsw.Connection, number: int) -> Entry | None:
    """The entry with this number."""
    return _first(connection, f"{_SELECT} WHERE number = ?", (number,))


def head(connection: apsw.Connection) -> tuple[int, bytes]:
    """(number, chain value) of the last entry; (0, GENESIS) of an empty record."""
    last = _first(connection, f"{_SELECT} ORDER BY number DESC LIMIT 1", ())
    return (last.number, last.chain) if last else (0, GENESIS)


def first(connection: apsw.Connection) -> int:
    """The number of the first entry in this file; 1 of an empty record."""
    found = _first(connection, f"{_SELECT} ORDER BY number LIMIT 1", ())
    return found.number if found else 1


def between(connection: apsw.Connection, first: int, last: int | None = None) -> Iterator[Entry]:
    """The entries from `first` to `last`, both included, in order."""
    top = 2**62 if last is None else last
    for row in connection.execute(
        f"{_SELECT} WHERE number BETWEEN ? AND ? ORDER BY number", (first, top)
    ):
        yield from_row(row)


def of_round(connection: apsw.Connection, round_id: int) -> list[Entry]:
    """All entries of a round, in order."""
    first, end = start_of(connection, round_id), start_of(connection, round_id + 1)
    return [e for e in between(connection, first, end - 1) if e.round_id == round_id]


def last_rounds(connection: apsw.Connection, count: int) -> list[int]:
    """The ids of the last `count` rounds, the newest last."""
    return [round_id for round_id, _, _ in spans(connection, ANY_ROUND, count)][::-1]


def by_act(connection: apsw.Connection, act_id: str) -> Entry | None:
    """The entry of the act with this id."""
    return _first(connection, f"{_SELECT} WHERE act_id = ?", (act_id,))


def last_note(connection: apsw.Connection, kind: str) -> Entry | None:
    """The newest note of this kind."""
    query = f"{_SELECT} WHERE role = 'note' AND kind = ? ORDER BY number DESC LIMIT 1"
    return _first(connection, query, (kind,))


def first_note(connection: apsw.Connection, kind: str, after: int) -> Entry | None:
    """The oldest note of this kind behind entry `after`."""
    query = f"{_SELECT} WHERE role = 'note' AND kind = ? AND number > ? ORDER BY number LIMIT 1"
    return _first(connection, query, (kind, after))


def next_event(connection: apsw.Connection, uid: str, boot_id: int) -> int:
    """The first event number of this boot that is not in the record."""
    query = "SELECT max(event) FROM entry WHERE uid = ? AND boot_id = ?"
    row = connection.execute(query, (uid, boot_id)).fetchone()
    if row is not None and row[0] is not None:
        return int(row[0]) + 1
    boot, wanted = _carried(connection).get(uid, (None, 0))
    return wanted if boot == boot_id else 0


def last_boot(connection: apsw.Connection, uid: str) -> int | None:
    """The newest boot of this controller of which the record holds an event."""
    query = "SELECT boot_id FROM entry WHERE uid = ? ORDER BY number DESC LIMIT 1"
    row = connection.execute(query, (uid,)).fetchone()
    return _carried(connection).get(uid, (None, 0))[0] if row is None else int(row[0])


def controllers(connection: apsw.Connection) -> dict[str, tuple[int | None, int]]:
    """Per controller: its newest boot, and the first event of that which is not in the record."""
    known = dict(_carried(connection))
    query = "SELECT DISTINCT uid FROM entry WHERE uid IS NOT NULL"
    for row in connection.execute(query).fetchall():
        uid = str(row[0])
        boot = last_boot(connection, uid)
        known[uid] = (boot, next_event(connection, uid, boot or 0))
    return known


def _carried(connection: apsw.Connection) -> dict[str, tuple[int | None, int]]:
    """What the file before this one knew of the controllers, if there was one."""
    note = last_note(connection, "carried_over")
    return {} if note is None else {u: (b, n) for u, (b, n) in note.data["controllers"].items()}


def kept(connection: apsw.Connection, key: str) -> Any:
    """What `Record.keep` remembered under this key, or None."""
    row = connection.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
    return None if row is None else json.loads(row[0])


def results_of(connection: apsw.Connection, number: int) -> list[Entry]:
    """What the step on input `number` said. Its results follow it at once."""
    out = []
    for entry in between(connection, number + 1, number + 1000):
        if entry.role != "result" or entry.cause != number:
            break
        out.append(entry)
    return out


def _first(connection: apsw.Connection, query: str, values: tuple[int | str, ...]) -> Entry | None:
    row = connection.execute(query, values).fetchone()
    return None if row is None else from_row(row)
