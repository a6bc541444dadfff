"""A meter while entries are added to it: its totals, its state, and the entries that matter now.

The arithmetic is here and in `meter_rules.py`; it is pure. A store loads the totals and the
entries of one round, lets the rules add entries, and keeps what was added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from feltlink.money.meter_entry import Amounts, Entry, Level, numbered
from feltlink.money.meter_plan import MICRO_PER_CENT, Plan
from feltlink.money.meter_request import State
from feltlink.problem import Problem

Draw = Callable[[int, int], int]
"""A whole number from low to high, both included, that nobody can foresee."""
AwardState = Literal["pending", "confirmed", "voided"]
DEALER = "the dealer"
"""Who takes a winner back on the keypad."""
MYSTERY = "must hit by"
"""The "hand" of an award that a mystery trigger gave."""


@dataclass(frozen=True, slots=True)
class Award:
    """A win as the entries tell it. `number` is the award's entry and its name for ever."""

    number: int
    table: str
    round_id: int
    seat: int
    hand: str
    percent: int
    level: str
    amount_cents: int
    state: AwardState
    verified_by: str = ""


def awards(entries: Iterable[Entry]) -> list[Award]:
    """The awards among the entries, in the order they were booked."""
    out: dict[int, Award] = {}
    for entry in entries:
        if entry.kind == "award":
            out[entry.number] = _award(entry, "pending", "")
        elif entry.of in out and entry.kind in ("reversal", "confirmation"):
            made = out[entry.of]
            state: AwardState = "voided" if entry.kind == "reversal" else "confirmed"
            out[entry.of] = Award(
                made.number, made.table, made.round_id, made.seat, made.hand, made.percent,
                made.level, made.amount_cents, state, entry.by,
            )  # fmt: skip
    return list(out.values())


def _award(entry: Entry, state: AwardState, by: str) -> Award:
    return Award(
        entry.number, entry.table, entry.round_id, entry.seat, entry.what, entry.percent,
        entry.level, entry.amounts.paid // MICRO_PER_CENT, state, by,
    )  # fmt: skip


@dataclass
class Meter:
    """The totals of a meter, `history` (the entries of the round at hand) and what was `made`."""

    plan: Plan
    draw: Draw
    levels: dict[str, Level] = field(default_factory=dict)
    state: State = "open"
    number: int = 0
    at_utc_us: int = 0
    history: list[Entry] = field(default_factory=list)
    made: list[Entry] = field(default_factory=list)

    def add(self, entry: Entry) -> Entry:
        """Book an entry behind the last one, checked against the books."""
        entry = numbered(entry, self.number + 1, self.at_utc_us)
        if entry.level:
            self.levels[entry.level] = self.levels.get(entry.level, Level()).after(entry)
        if entry.kind == "state":
            self.state = entry.what  # type: ignore[assignment]
        self.number = entry.number
        self.history.append(entry)
        self.made.append(entry)
        return entry

    def open(self) -> None:
        """Book the seeds of a new meter."""
        for level in self.plan.levels:
            seed = level.seed_micro
            amounts = Amounts(seeded=seed, current=seed)
            self.add(Entry("seed", level.name, amounts, trigger=self.trigger(level.name, seed)))

    def trigger(self, level: str, current: int) -> int | None:
        """A new mystery trigger above `current`, for a level that has one (µ$)."""
        top = self.plan.level(level).must_hit_by_cents
        if top is None:
            return None
        high = top * MICRO_PER_CENT
        return self.draw(current + 1, high) if current < high else high

    def reversed_numbers(self) -> set[int]:
        """The numbers of the entries in `history` that have been taken back."""
        return {entry.of for entry in self.history if entry.kind == "reversal"}

    def closed(self) -> bool:
        """Whether the round at hand has had its end-of-round press."""
        return any(entry.kind == "close" for entry in self.history)


def shown_cents(level: Level) -> int:
    """What the sign shows of a level: whole cents; the rest stays in the meter."""
    return level.amounts.current // MICRO_PER_CENT


def fold(plan: Plan, entries: Iterable[Entry]) -> Meter:
    """The meter that the entries, from the first one on, add up to.

    Raises a `Problem` at the first entry that does not balance or leaves a gap in the numbers.
    """
    meter = Meter(plan, _no_draw)
    for entry in entries:
        if entry.number != meter.number + 1:
            raise Problem(
                f"entry {entry.number} follows entry {meter.number}",
                where=f"meter {plan.meter}",
                remedy="an entry is missing: lock the meter and restore the last back-up",
                code=1,
            )
        meter.at_utc_us = entry.at_utc_us
        meter.add(entry)
        meter.made.clear()
        meter.history.clear()
    return meter


def _no_draw(low: int, high: int) -> int:
    raise AssertionError("a fold draws nothing")
