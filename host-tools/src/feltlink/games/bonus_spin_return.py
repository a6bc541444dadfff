"""What a Bonus Spin table gives back, exactly: all two-card hands of the decks, by rank."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Literal

from feltlink.games.bonus_spin_rules import Rules
from feltlink.wheel.config import Progressive

RANKS = "A23456789TJQK"
SUITS = 4
Winner = Literal["none", "ace", "blackjack"]


def winner(first: str, second: str) -> Winner:
    """What two first cards, by rank ("A" ... "T", "J", "Q", "K"), win. A blackjack is a spin and
    not the ace award as well (rulings 30 and 31).
    """
    if "A" not in (first, second):
        return "none"
    return "blackjack" if first in "TJQK" or second in "TJQK" else "ace"


@cache
def chances(decks: int) -> dict[Winner, Fraction]:
    """How often two cards off the top of `decks` decks win what."""
    each = SUITS * decks
    ways: Counter[Winner] = Counter()
    for one, other in combinations_with_replacement(RANKS, 2):
        ways[winner(one, other)] += each * (each - 1) // 2 if one == other else each * each
    total = ways.total()
    return {kind: Fraction(count, total) for kind, count in ways.items()}


@dataclass(frozen=True, slots=True)
class Returns:
    """Parts of the return per unit wagered. `meter` is the increment of a progressive: what goes
    on the meter comes back in the long run. `hits` is how often a wager ends on each stop.
    """

    ace: Fraction
    fixed: Fraction
    top: Fraction
    meter: Fraction
    hits: tuple[Fraction, ...]

    @property
    def total(self) -> Fraction:
        """Everything that comes back."""
        return self.ace + self.fixed + self.top + self.meter


def returns(rules: Rules) -> Returns:
    """The exact return of `rules`. A progressive counts at its seed, and its increment beside."""
    odds, wheel, wager = chances(rules.decks), rules.wheel, rules.wager_cents
    prize = rules.top_prize
    hits = tuple(odds["blackjack"] * wheel.chance(i) for i in range(len(wheel.stops)))
    fixed, top = Fraction(0), Fraction(0)
    for hit, stop in zip(hits, wheel.stops, strict=True):
        if stop.top:
            top += hit * prize.value_cents
        else:
            fixed += hit * (stop.amount_cents or 0)
    onto = prize.increment_basis_points if isinstance(prize, Progressive) else 0
    return Returns(
        ace=odds["ace"] * (rules.ace_cents or 0) / wager,
        fixed=fixed / wager,
        top=top / wager,
        meter=Fraction(onto, 10_000),
        hits=hits,
    )


def percent(share: Fraction) -> str:
    """A share as a percentage with four decimals, rounded half up without a float."""
    scaled = (share * 2_000_000 + 1) // 2
    return f"{scaled // 10_000}.{scaled % 10_000:04d} %"
