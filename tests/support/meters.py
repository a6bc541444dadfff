"""A meter on a desk: requests go in, entries come out; nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from feltlink.money.meter import Meter
from feltlink.money.meter_entry import Amounts, Entry
from feltlink.money.meter_plan import MICRO_PER_CENT, Level, Plan
from feltlink.money.meter_request import (
    Adjust,
    CloseRound,
    Contribute,
    DeskRequest,
    KeyWinners,
    SetState,
    TableRequest,
    Verify,
    VoidRound,
    Winner,
)
from feltlink.money.meter_rules import book_for_desk, book_for_table

BIG = 1_000_000_000
"""The seed of `plan()` in µ$: $1,000."""


def plan(simultaneous: Any = "in_turn", **level: Any) -> Plan:
    """A $1 meter: seed $1,000, 18.5 % shown, 5 % hidden."""
    return Plan("uth-1", 100, (Level("main", 100_000, 185_000, 50_000, **level),), simultaneous)


def mystery_plan() -> Plan:
    """A $1 meter with a mystery of $5 to $10 beside the main level."""
    return Plan(
        "mystery-1",
        100,
        (Level("main", 100_000, 100_000), Level("mystery", 500, 100_000, must_hit_by_cents=1000)),
    )


def cents(meter: Meter, level: str = "main") -> dict[str, int]:
    """Where the money of a level is, in whole cents."""
    amounts = meter.levels[level].amounts
    pots = ("current", "reserve", "overflow", "paid")
    return {pot: getattr(amounts, pot) // MICRO_PER_CENT for pot in pots}


class Desk:
    """Books requests for tables and people the way a store does."""

    def __init__(self, of: Plan, draws: Sequence[int] = ()) -> None:
        waiting = list(draws)
        self.plan = of
        self.meter = Meter(of, lambda low, high: waiting.pop(0) if waiting else high)
        self.entries: list[Entry] = []
        self.revision = 0
        self.meter.open()
        self._keep()

    def table(self, table: str, request: TableRequest) -> str:
        """Book what a table asks; why it was refused, or ""."""
        self.meter.history = [
            e for e in self.entries if (e.table, e.round_id) == (table, request.round_id)
        ]
        why = book_for_table(self.meter, table, request)
        self._keep()
        return why

    def desk(self, request: DeskRequest) -> None:
        """Book what a person asks."""
        self.meter.history = list(self.entries)
        if isinstance(request, Verify):
            (of,) = [e for e in self.entries if e.number == request.award]
            self.meter.history = [
                e for e in self.entries if (e.table, e.round_id) == (of.table, of.round_id)
            ]
        book_for_desk(self.meter, request)
        self._keep()

    def _keep(self) -> None:
        self.entries += self.meter.made
        self.meter.made.clear()

    def amounts(self, level: str = "main") -> Amounts:
        return self.meter.levels[level].amounts

    def contribute(
        self, seat: int, table: str = "T1", round_id: int = 1, amount_cents: int = 100
    ) -> str:
        asked = Contribute(self.plan.meter, round_id, seat, "progressive", amount_cents)
        return self.table(table, asked)

    def with_contributions(self, count: int) -> Desk:
        for seat in range(1, count + 1):
            self.contribute(seat)
        return self

    def key(self, *winners: Winner, table: str = "T1", round_id: int = 1) -> str:
        self.revision += 1
        return self.table(table, KeyWinners(self.plan.meter, round_id, self.revision, winners))

    def other_table_wins(self) -> None:
        self.key(Winner(1, "royal flush", 100), table="T2", round_id=77)

    def misdeal(self, table: str = "T1", round_id: int = 1) -> str:
        return self.table(table, VoidRound(self.plan.meter, round_id, "two cards to seat 3"))

    def close(self, table: str = "T1", round_id: int = 1) -> str:
        return self.table(table, CloseRound(self.plan.meter, round_id))

    def verify(self, award: int, verdict: Any, reason: str = "") -> None:
        self.desk(Verify(self.plan.meter, award, verdict, "Ann Lee", reason))

    def adjust(
        self, pot: Any, amount_cents: int, by: str = "Ann Lee", reason: str = "count"
    ) -> None:
        self.desk(Adjust(self.plan.meter, "main", pot, amount_cents, by, reason))

    def set_state(self, state: Any) -> None:
        self.desk(SetState(self.plan.meter, state, "Ann Lee", "inspection"))
