"""An entry of a meter, and the running totals that entries add up to.

Every entry balances for itself: `contributed + seeded + adjusted = current + reserve + overflow +
paid`. So does every sum of entries, which is the identity an auditor asks for.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Literal

from feltlink.problem import Problem

Kind = Literal[
    "seed", "contribution", "award", "reseed", "reversal", "adjustment",
    "confirmation", "state", "close", "refusal",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amounts:
    """Micro-dollars: where money came from (the first three) and where it is (the last four)."""

    contributed: int = 0
    seeded: int = 0
    adjusted: int = 0
    current: int = 0
    reserve: int = 0
    overflow: int = 0
    paid: int = 0

    @property
    def difference(self) -> int:
        """What came in less what is there: nothing, or the books are wrong."""
        came = self.contributed + self.seeded + self.adjusted
        return came - (self.current + self.reserve + self.overflow + self.paid)

    def __add__(self, other: Amounts) -> Amounts:
        return Amounts(*(getattr(self, n) + getattr(other, n) for n in AMOUNT_NAMES))

    def __neg__(self) -> Amounts:
        return Amounts(*(-getattr(self, n) for n in AMOUNT_NAMES))


AMOUNT_NAMES = tuple(f.name for f in fields(Amounts))


@dataclass(frozen=True, slots=True)
class Entry:
    """One change of a meter. `number` (1, 2, 3 ... a meter) and `at_utc_us` are given when booked.

    `what` is the wager of a contribution, the hand of an award, the pot of an adjustment, the new
    state of a "state", why of a "refusal"; `of` is the number of the entry that this one reverses,
    confirms or follows from; `percent` is the revision of the winners that a refusal answers;
    `trigger` is the hidden amount (µ$) drawn with the seed of a mystery level.
    """

    kind: Kind
    level: str = ""
    amounts: Amounts = field(default_factory=Amounts)
    what: str = ""
    number: int = 0
    at_utc_us: int = 0
    table: str = ""
    round_id: int = 0
    seat: int = 0
    percent: int = 0
    wagered_cents: int = 0
    of: int = 0
    by: str = ""
    reason: str = ""
    trigger: int | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """The totals of one level, and the mystery trigger in force."""

    amounts: Amounts = field(default_factory=Amounts)
    trigger: int | None = None

    def after(self, entry: Entry) -> Level:
        """The totals with `entry` added. An entry that breaks the books is a `Problem`."""
        amounts = self.amounts + entry.amounts
        where = f"entry {entry.number}, level {entry.level}"
        if entry.amounts.difference or amounts.difference:
            raise Problem(
                f"the books do not balance: {amounts.difference} µ$ came from nowhere",
                where=where,
                remedy="lock the meter, keep the store's files, and report it",
                code=1,
            )
        if min(amounts.current, amounts.reserve, amounts.overflow) < 0:
            raise Problem("an amount of the meter would fall below 0", where=where, code=1)
        return Level(amounts, self.trigger if entry.trigger is None else entry.trigger)


def numbered(entry: Entry, number: int, at_utc_us: int) -> Entry:
    """The entry as booked. `of` counted from the batch (negative) becomes a number."""
    of = number + entry.of if entry.of < 0 else entry.of
    return replace(entry, number=number, at_utc_us=at_utc_us, of=of)
