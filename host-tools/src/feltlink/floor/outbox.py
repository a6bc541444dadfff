"""What a table still owes the meters, on its own disk: requests numbered 1, 2, 3 ... and chained.

A row is written in the transaction of the input that caused it, and is kept after the store has
booked it until a back-up of the store holds it: so a store that falls back on an older copy is
made whole from the outboxes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

import apsw

from feltlink.floor.place import GENESIS, Server, chained
from feltlink.money.meter_request import TableRequest, dump, load
from feltlink.problem import Problem

_CREATE = """
CREATE TABLE IF NOT EXISTS outbox (
  number INTEGER PRIMARY KEY CHECK (number > 0),
  body   TEXT NOT NULL,
  chain  TEXT NOT NULL,
  answer TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS outbox_unanswered ON outbox (number)
  WHERE answer IS NULL AND body LIKE '%"KeyWinners"%';
CREATE TABLE IF NOT EXISTS outbox_table (name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS outbox_server (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  system TEXT NOT NULL,
  timeline INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS outbox_award (
  meter TEXT NOT NULL,
  award INTEGER NOT NULL,
  round_id INTEGER NOT NULL,
  PRIMARY KEY (meter, award)
) STRICT, WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """An input for the table. `kind` and `data` are those of docs/architecture.md; `number` is the
    request answered (0: none). The table gives `Outbox.took` the answer in the transaction in
    which it records it."""

    kind: Literal["awards", "award_waiting", "award_verified"]
    data: dict[str, Any]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Owed:
    """A request with its number and the chain value up to and including it."""

    number: int
    chain: str
    request: TableRequest
    answer: Mapping[str, Any] | None = None


class Outbox:
    """The outbox in the file behind `connection`. Who writes does so inside a transaction of the
    caller, so that input and request reach the disk together."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._db = connection

    def close(self) -> None:
        """Let the connection go."""
        self._db.close(True)

    def create(self) -> None:
        """Make the outbox if the file has none."""
        self._db.execute(_CREATE)

    def own(self, table: str) -> None:
        """Make the outbox, as `table`'s. Another table's is a Problem."""
        self.create()
        owner = self.table()
        if not owner:
            self._db.execute("INSERT INTO outbox_table (name) VALUES (?)", (table,))
        elif owner != table:
            raise Problem(
                f"this record holds the outbox of table {owner!r}",
                where=f"table {table}",
                remedy="give the table its old name, or a record of its own",
            )

    def table(self) -> str:
        """The name of the table whose outbox this is; "" of none."""
        found = self._db.execute("SELECT name FROM outbox_table").fetchone()
        return cast(str, found[0]) if found else ""

    def put(self, request: TableRequest) -> int:
        """Add a request behind the last one; its number."""
        last, chain = self.head()
        body = json.dumps(dump(request), sort_keys=True, separators=(",", ":"))
        self._db.execute(
            "INSERT INTO outbox (number, body, chain) VALUES (?, ?, ?)",
            (last + 1, body, chained(chain, request)),
        )
        return last + 1

    def took(self, answer: Answer) -> None:
        """Note that the table has recorded an answer: the request needs no other, and awards are
        watched until their verdict."""
        data = answer.data
        if answer.number:  # and every earlier list of the round
            self._db.execute(
                "UPDATE outbox SET answer = ?1 WHERE number <= ?2 AND answer IS NULL"
                """ AND body LIKE '%"KeyWinners"%' AND body ->> 'meter' = ?3"""
                " AND body ->> 'round_id' = ?4",
                (json.dumps(data, sort_keys=True), answer.number, data["meter"], data["round_id"]),
            )
        if answer.kind == "awards":
            if answer.number:  # the list of the round: what was keyed before is gone
                self._db.execute(
                    "DELETE FROM outbox_award WHERE meter = ? AND round_id = ?",
                    (data["meter"], data["round_id"]),
                )
            self._db.executemany(
                "INSERT OR IGNORE INTO outbox_award (meter, award, round_id) VALUES (?, ?, ?)",
                [(data["meter"], award["award"], data["round_id"]) for award in data["awards"]],
            )
        elif answer.kind == "award_verified":
            self._db.execute(
                "DELETE FROM outbox_award WHERE meter = ? AND award = ?",
                (data["meter"], data["award"]),
            )

    def awards(self) -> set[tuple[str, int]]:
        """The (meter, award) pairs whose verdict the table has not recorded."""
        found = self._db.execute("SELECT meter, award FROM outbox_award")
        return {(cast(str, meter), cast(int, award)) for meter, award in found}

    def saw(self, server: Server) -> None:
        """Remember the database that answered last."""
        self._db.execute(
            "INSERT OR REPLACE INTO outbox_server (one, system, timeline) VALUES (1, ?, ?)",
            (server.system, server.timeline),
        )

    def server(self) -> Server:
        """The database that answered last."""
        found = self._db.execute("SELECT system, timeline FROM outbox_server").fetchone()
        return Server(cast(str, found[0]), cast(int, found[1])) if found else Server()

    def let_go(self, backed_up: int) -> None:
        """Drop what a back-up of the store holds. The last of it stays: the chain hangs on it. So
        do winners whose answer the table has not recorded: it would never be told of them.
        """
        self._db.execute(
            """DELETE FROM outbox WHERE number < ?"""
            """ AND (answer IS NOT NULL OR body NOT LIKE '%"KeyWinners"%')""",
            (backed_up,),
        )

    def head(self) -> tuple[int, str]:
        """(number, chain value) of the last request; (0, GENESIS) of a new outbox."""
        found = self._db.execute(
            "SELECT number, chain FROM outbox ORDER BY number DESC LIMIT 1"
        ).fetchone()
        return (cast(int, found[0]), cast(str, found[1])) if found else (0, GENESIS)

    def chain_at(self, number: int) -> str | None:
        """The chain value up to this number; None if the outbox does not reach there."""
        if number == 0:
            return GENESIS
        found = self._db.execute("SELECT chain FROM outbox WHERE number = ?", (number,)).fetchone()
        return cast(str, found[0]) if found else None

    def after(self, number: int, limit: int = 64) -> list[Owed]:
        """The next requests behind `number`."""
        return self._owed("number > ? ORDER BY number LIMIT ?", (number, limit))

    def unanswered(self, last: int) -> list[Owed]:
        """Winners keyed up to number `last` whose answer the table has not recorded."""
        return self._owed(
            """answer IS NULL AND body LIKE '%"KeyWinners"%' AND number <= ? ORDER BY number""",
            (last,),
        )

    def answered_after(self, number: int) -> list[Owed]:
        """Winners keyed behind `number` whose answer the table has recorded."""
        return self._owed("answer IS NOT NULL AND number > ? ORDER BY number", (number,))

    def _owed(self, where: str, values: tuple[int, ...]) -> list[Owed]:
        query = f"SELECT number, chain, body, answer FROM outbox WHERE {where}"
        out = []
        for number, chain, body, answer in self._db.execute(query, values):
            request = load(json.loads(cast(str, body)))
            told = None if answer is None else json.loads(cast(str, answer))
            owed = Owed(cast(int, number), cast(str, chain), cast(TableRequest, request), told)
            out.append(owed)
        return out


def reader(path: Path) -> Outbox:
    """An outbox that only reads, on a connection of its own: it sees committed requests only."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(2000)
    return Outbox(connection)
