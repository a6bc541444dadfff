"""The store of the meters, behind one face: SQLite for one table, PostgreSQL for many.

Requests of a table come numbered 1, 2, 3 ... and chained: each has a chain value that covers all
before it. The store takes the next number only, on top of the chain value it holds, so that
whatever is sent again is booked once, and an outbox that is not the one it knows is refused.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from feltlink.floor import sql
from feltlink.floor.place import GENESIS, Place, chained
from feltlink.floor.reading import Reading, draw
from feltlink.money import meter_plan
from feltlink.money.meter import Award, Meter, awards
from feltlink.money.meter_entry import Entry
from feltlink.money.meter_plan import Plan
from feltlink.money.meter_request import DeskRequest, KeyWinners, TableRequest, Verify
from feltlink.money.meter_rules import book_for_desk, book_for_table
from feltlink.problem import Problem


class Store(Reading):
    """What both databases share. A subclass gives a connection, a lock and its errors."""

    @abstractmethod
    def many(self, query: str, values: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each row of values."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing, durable at its end."""

    @abstractmethod
    def confirm(self) -> None:
        """Let this transaction end only when the standby, if there is one, holds it too."""

    @abstractmethod
    def lock(self, meter: str) -> tuple[str, str, int, int]:
        """Lock the meter's row: its plan (JSON), state, last number, and the time (UTC, µs)."""

    def define(self, plan: Plan) -> bool:
        """Open a new meter with its seeds. True if it is new; the same plan again is no change.

        Another plan for a meter that exists is a Problem: a meter never changes under players.
        """
        text = json.dumps(plan.dump(), sort_keys=True)
        with self.transaction():
            self.rows(
                "INSERT INTO meter (meter, plan, state, number) VALUES (%s, %s, 'open', 0)"
                " ON CONFLICT DO NOTHING",
                (plan.meter, text),
            )
            held, state, number, now = self.lock(plan.meter)
            if meter_plan.load(json.loads(held)) != plan:
                raise Problem(
                    "the store holds this meter with other settings",
                    where=f"meter {plan.meter}",
                    remedy="give every table the same settings, or a new meter another name",
                )
            if number:
                return False
            meter = Meter(plan, draw, at_utc_us=now)
            meter.open()
            for name, level in meter.levels.items():
                cap = plan.level(name).cap_micro
                values = (level.trigger, *sql.amounts(level.amounts), plan.meter, name, cap)
                self.rows(sql.INSERT_LEVEL, values)
            self._keep(meter, state)
        return True

    def deliver(
        self, table: str, first: int, before: str, requests: Sequence[TableRequest]
    ) -> list[str] | Place:
        """Book requests number `first`, `first + 1` ... of one meter, all or none.

        Returns why each was refused ("" for booked), or the place the store holds when `first`
        and `before` do not follow on it: then nothing was booked.
        """
        meter_name = requests[0].meter
        why = []
        with self.transaction():
            meter = self._load(meter_name, self.lock(meter_name))
            place = self._place_to_write(table)
            if (place.last, place.chain) != (first - 1, before):
                return place
            chain = before
            rounds: dict[int, list[Entry]] = {}
            for request in requests:
                if request.round_id not in rounds:
                    rounds[request.round_id] = self.round(meter_name, table, request.round_id)
                meter.history = rounds[request.round_id]
                why.append(book_for_table(meter, table, request))
                chain = chained(chain, request)
            self._keep(meter, meter.state)
            self.rows(
                "UPDATE meter_table SET last = %s, chain = %s WHERE table_name = %s",
                (first + len(requests) - 1, chain, table),
            )
        return why

    def answer(self, table: str, asked: KeyWinners) -> tuple[list[Award], str]:
        """The awards of a round, confirmed, and why this list of winners was refused, or ""."""
        entries = self.round(asked.meter, table, asked.round_id)
        self.assure(table)
        mine = [e for e in entries if e.kind == "refusal" and e.percent == asked.revision]
        return awards(entries), mine[-1].what if mine else ""

    def witness(self, table: str, number: int, head: str, signature: str) -> None:
        """Deposit the signed head of a table's record. A head never goes back or changes."""
        with self.transaction():
            now = self.now_us()
            last = self.witnessed(table)
            if last is not None and number < last.number:
                raise Problem(
                    f"the record of {table} ends at entry {number}, but was seen at {last.number}",
                    where=f"table {table}",
                    remedy="entries were cut off: close the table and restore its record",
                    code=1,
                )
            if last is not None and number == last.number:
                if head != last.head:
                    raise Problem(
                        f"entry {number} of {table} is not the one that was seen before",
                        where=f"table {table}",
                        remedy="the record was altered: close the table, keep the file",
                        code=1,
                    )
                return
            self.rows(
                "INSERT INTO meter_witness (table_name, number, at_utc_us, head, signature)"
                " VALUES (%s, %s, %s, %s, %s)",
                (table, number, now, head, signature),
            )

    def ask(self, request: DeskRequest) -> Meter:
        """Book what a named person asks; the meter as it then stands."""
        with self.transaction():
            meter = self._load(request.meter, self.lock(request.meter))
            if isinstance(request, Verify):
                meter.history = self._round_of(request.meter, request.award)
            book_for_desk(meter, request)
            self._keep(meter, meter.state)
        return meter

    @abstractmethod
    def backup(self, target: Path) -> int:
        """Copy the store into a file while it runs and mark what the copy holds: so many requests
        of all tables. Outboxes then let go of them."""

    def mark_backed_up(self, places: dict[str, int]) -> None:
        """A back-up of this store holds these tables' requests: outboxes may let them go."""
        with self.transaction():
            for table, last in places.items():
                self.rows(
                    "UPDATE meter_table SET backed_up = %s WHERE table_name = %s"
                    " AND backed_up < %s AND last >= %s",
                    (last, table, last, last),
                )

    @abstractmethod
    def tell(self, meter: Meter) -> None:
        """Let signs know that the meter has moved."""

    def _place_to_write(self, table: str) -> Place:
        self.rows(
            "INSERT INTO meter_table (table_name, last, chain) VALUES (%s, 0, %s)"
            " ON CONFLICT DO NOTHING",
            (table, GENESIS),
        )
        return self.place(table)

    def _keep(self, meter: Meter, state: str) -> None:
        name = meter.plan.meter
        if not meter.made:
            return
        self.many(sql.INSERT_ENTRY, [sql.row(name, entry) for entry in meter.made])
        for entry in meter.made:
            if entry.kind == "award":
                self.rows(
                    "INSERT INTO meter_open_award (meter, number, table_name) VALUES (%s, %s, %s)",
                    (name, entry.number, entry.table),
                )
            elif entry.kind in ("reversal", "confirmation"):
                self.rows(
                    "DELETE FROM meter_open_award WHERE meter = %s AND number = %s",
                    (name, entry.of),
                )
        for level in {entry.level for entry in meter.made if entry.level}:
            now = meter.levels[level]
            self.rows(sql.UPDATE_LEVEL, (now.trigger, *sql.amounts(now.amounts), name, level))
        self.rows(
            "UPDATE meter SET state = %s, number = %s WHERE meter = %s", (state, meter.number, name)
        )
        if any(entry.kind != "contribution" for entry in meter.made):
            self.confirm()
        self.tell(meter)
        meter.made.clear()

    def assure(self, table: str) -> None:
        """Return when the standby, if there is one, has all that was booked before: it has a later
        commit then. Raises Unconfirmed.
        """
        with self.transaction():
            self.confirm()
            self.rows(
                "UPDATE meter_table SET touched_us = touched_us + 1 WHERE table_name = %s", (table,)
            )
