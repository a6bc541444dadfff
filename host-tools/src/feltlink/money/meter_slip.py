"""What is written on the slip of an award that is paid by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from feltlink.money.cents import show
from feltlink.money.meter import Award
from feltlink.money.meter_entry import Entry
from feltlink.money.meter_plan import MICRO_PER_CENT
from feltlink.problem import Problem

PARAGRAPH = "20:18:16:15.15(18)(a)"


@dataclass(frozen=True, slots=True)
class Slip:
    """One hand pay. Times are UTC in µs; `award` is the number of the meter's entry."""

    meter: str
    award: int
    table: str
    round_id: int
    seat: int
    hand: str
    percent: int
    level: str
    meter_before_cents: int
    amount_cents: int
    keyed_at_utc_us: int
    verified_at_utc_us: int
    verified_by: str
    paragraph: str = PARAGRAPH

    def as_json(self) -> dict[str, Any]:
        """The slip as JSON."""
        return asdict(self)

    def lines(self) -> list[str]:
        """The slip as printed, with places for the signatures."""
        hand = self.hand.replace("_", " ")
        return [
            f"HAND PAY {self.meter} / {self.award}",
            f"table {self.table}, round {self.round_id}, seat {self.seat}",
            f"{hand}: {self.percent} % of {show(self.meter_before_cents)} ({self.level})",
            f"pay {show(self.amount_cents)}",
            f"verified by {self.verified_by}, {self.paragraph}",
            "dealer ____________  supervisor ____________  player ____________",
        ]


def slip(meter: str, award: Award, history: Sequence[Entry], before_micro: int) -> Slip:
    """The slip of a confirmed award. `history` holds the entries of its round, `before_micro` is
    what its level held when it was keyed. An award that is not confirmed has none: a Problem.
    """
    if award.state != "confirmed":
        raise Problem(
            f"award {award.number} is {award.state}: nothing is paid on it",
            where=f"meter {meter}",
            remedy="a supervisor confirms it first: feltlink meter award",
        )
    keyed = next(e for e in history if e.number == award.number)
    said = next(e for e in history if e.kind == "confirmation" and e.of == award.number)
    return Slip(
        meter, award.number, award.table, award.round_id, award.seat, award.hand, award.percent,
        award.level, before_micro // MICRO_PER_CENT, award.amount_cents, keyed.at_utc_us,
        said.at_utc_us, said.by,
    )  # fmt: skip
