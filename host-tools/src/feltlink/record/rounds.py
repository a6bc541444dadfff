"""The rounds in the record, newest first: for a page or a report that looks for one.

A round's id never falls from one entry to the next (`games.core.Game.round_id`), so a round is
found by halving, and no entry pays for an index of rounds. Entries of no round may lie between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import apsw

ANY_ROUND = 2**62
"""An id above all."""


@dataclass(frozen=True, slots=True)
class Round:
    """Where a round lies in the record and when it was. `entries` counts all that belongs to it."""

    round_id: int
    first: int
    last: int
    began_utc_us: int
    ended_utc_us: int
    entries: int


def rounds(connection: apsw.Connection, below: int, count: int) -> list[Round]:
    """The last `count` rounds with an id below `below`, the newest first."""
    query = """
        SELECT round_id, min(number), max(number), min(at_utc_us), max(at_utc_us), count(*)
        FROM entry NOT INDEXED WHERE number >= ? AND number < ? AND round_id = ?
    """
    return [
        Round(*next(connection.execute(query, (first, end, round_id))))
        for round_id, first, end in spans(connection, below, count)
    ]


def spans(connection: apsw.Connection, below: int, count: int) -> Iterator[tuple[int, int, int]]:
    """(id, first entry, entry behind the last) of the last `count` rounds with an id below `below`,
    the newest first. Entries of no round may lie in it.
    """
    end = start_of(connection, below)
    before = (
        "SELECT round_id FROM entry NOT INDEXED WHERE number < ? AND round_id IS NOT NULL"
        " ORDER BY number DESC LIMIT 1"
    )
    for _ in range(count):
        row = connection.execute(before, (end,)).fetchone()
        if row is None or row[0] <= 0:  # 0: before the first round
            return
        round_id = int(row[0])
        first = start_of(connection, round_id)
        yield round_id, first, end
        end = first


def start_of(connection: apsw.Connection, round_id: int) -> int:
    """The first entry of this round or, when it has none, of the next one; one more than the last
    entry's number when there is none.
    """
    ends = "SELECT (SELECT min(number) FROM entry), (SELECT max(number) FROM entry)"
    low, last = next(connection.execute(ends))
    if last is None:
        return 1
    high = last + 1
    after = (
        "SELECT number, round_id FROM entry NOT INDEXED WHERE number >= ? AND round_id IS NOT NULL"
        " ORDER BY number LIMIT 1"
    )
    while low < high:
        middle = (low + high) // 2
        row = connection.execute(after, (middle,)).fetchone()
        if row is None or row[1] >= round_id:
            high = middle
        else:
            low = int(row[0]) + 1
    return int(low)
