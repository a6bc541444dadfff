"""What a pay table's cell says: "50 to 1", "3 to 2", "100 for 1", "push", "$300", "5 %".

Ruling 1: "N to 1" is N times the wager as winnings, the wager stays the player's; "N for 1" is N
times the wager in all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from feltlink.money import cents
from feltlink.problem import Problem

Kind = Literal["to", "for", "push", "amount", "percent"]

_ODDS = re.compile(r"(\d[\d,]*) (to|for) (\d+)")
_AMOUNT = re.compile(r"\$\d[\d,]*")
_PERCENT = re.compile(r"(\d+) ?%")


@dataclass(frozen=True, slots=True)
class Pays:
    """One cell. `ratio` is the odds ("to", "for"), the cents ("amount") or the share of the meter
    ("percent", 1 is all of it). `text` is the cell as a settlement line quotes it.
    """

    text: str
    kind: Kind
    ratio: Fraction

    def winnings_cents(self, stake_cents: int) -> int:
        """What the player gains beyond the wager, which is the player's own again.

        A stake that does not pay to the cent is a `Problem` (ruling 2).
        """
        return self._cents(self.ratio - 1 if self.kind == "for" else self.ratio, stake_cents)

    def collected_cents(self, stake_cents: int) -> int:
        """What is handed over for a wager the dealer has collected before the deal: it is never
        given back, so "to" and "for" both pay N times the wager and nothing else (ruling 1).
        """
        return self._cents(self.ratio, stake_cents)

    def _cents(self, ratio: Fraction, stake_cents: int) -> int:
        if self.kind == "push":
            return 0
        if self.kind == "percent":
            raise Problem(f"{self.text} is a share of a meter, not of the wager")
        amount = cents.exact(ratio if self.kind == "amount" else ratio * stake_cents)
        if amount is None:
            raise Problem(
                f"a wager of {cents.show(stake_cents)} at {self.text} does not pay to the cent",
                remedy=f"allow only stakes that are a multiple of {cents.show(ratio.denominator)}",
            )
        return amount


def parse(text: str) -> Pays:
    """Read a cell; anything that is none is a `ValueError`, so that pydantic can place it."""
    if text == "push":
        return Pays(text, "push", Fraction(0))
    if odds := _ODDS.fullmatch(text):
        ratio = Fraction(int(odds[1].replace(",", "")), int(odds[3]) or 1)
        if ratio > 0 and int(odds[3]) > 0:
            return Pays(text, "to" if odds[2] == "to" else "for", ratio)
    if _AMOUNT.fullmatch(text):
        return Pays(text, "amount", Fraction(cents.parse(text)))
    if percent := _PERCENT.fullmatch(text):
        share = Fraction(int(percent[1]), 100)
        if 0 < share <= 1:
            return Pays(text, "percent", share)
    raise ValueError(
        f'{text!r} is no pay: expected "50 to 1", "100 for 1", "push", "$300" or "5 %"'
    )
