"""The rounds in the record, newest first: for a page or a report that looks for one."""

from __future__ import annotations

from dataclasses import dataclass

import apsw


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
        FROM entry WHERE round_id > 0 AND round_id < ?
        GROUP BY round_id ORDER BY round_id DESC LIMIT ?
    """
    return [Round(*row) for row in connection.execute(query, (below, count))]
