"""Settlement lines, and the check that a settlement balances.

A line says what happened to one wager. Money moves between the player and one other party, the
line's `paid_by`: it hands over the winnings, and it takes the stake unless the player keeps it.
A side wager collected before the deal is a line with `stake_back` false: it was taken, and only
`amount_cents` comes back. A line that is part won or part covered is written as two lines.
A correction is the same line with every amount negated, so that nothing is ever deleted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from feltlink.money import cents
from feltlink.problem import Problem

Outcome = Literal["win", "lose", "push", "no_action"]
Payer = Literal["house", "player_dealer", "tray", "meter"]


@dataclass(frozen=True, slots=True)
class Line:
    """One settlement line. Amounts in cents; `amount_cents` is what is handed to the player:
    the winnings and, where it is the player's to take back, the stake (see `stake_back`).
    A reversing line has the amounts of the line it takes back, negated.
    """

    seat: int
    wager: str
    stake_cents: int
    outcome: Outcome
    pays: str
    amount_cents: int
    paid_by: Payer
    stake_back: bool
    order: int
    paragraph: str

    @property
    def winnings_cents(self) -> int:
        """What `paid_by` hands over, the player's own stake left out."""
        return self.amount_cents - (self.stake_cents if self.stake_back else 0)

    @property
    def taken_cents(self) -> int:
        """What `paid_by` takes of the stake."""
        return 0 if self.stake_back else self.stake_cents

    @property
    def reversing(self) -> bool:
        """Whether this line takes an earlier one back."""
        return self.stake_cents < 0 or self.amount_cents < 0

    def as_json(self) -> dict[str, Any]:
        """The line as a JSON object; `Line(**line.as_json()) == line`."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Balance:
    """Who gained what by a settlement, in cents; a loss is negative. The sum is nothing."""

    seats: dict[int, int]
    payers: dict[str, int]

    @property
    def players_cents(self) -> int:
        """What all players gained together."""
        return sum(self.seats.values())


def reverse(line: Line, *, order: int, paragraph: str) -> Line:
    """The line that takes `line` back."""
    return replace(
        line,
        stake_cents=-line.stake_cents,
        amount_cents=-line.amount_cents,
        pays=f"reversed: {line.pays}",
        order=order,
        paragraph=paragraph,
    )


def balance(lines: Iterable[Line]) -> Balance:
    """Return who gained what: what the players gain is what the payers give.

    A line that contradicts itself, or an order of paying that goes back, is a `Problem`.
    """
    seats: Counter[int] = Counter()
    payers: Counter[str] = Counter()
    last = 0
    for line in lines:
        _check(line)
        if line.order <= last:
            raise Problem(f"line {line.order} stands after line {last}", where=_name(line), code=1)
        last = line.order
        seats[line.seat] += line.amount_cents - line.stake_cents
        payers[line.paid_by] += line.taken_cents - line.winnings_cents
    return Balance(dict(seats), dict(payers))


def _check(line: Line) -> None:
    sign = -1 if line.reversing else 1
    stake, amount = line.stake_cents * sign, line.amount_cents * sign
    kept = stake if line.stake_back else 0
    right = {
        "win": amount > kept,
        "lose": amount == 0 and not line.stake_back,
        "push": amount == stake and line.stake_back,
        "no_action": amount == stake and line.stake_back,
    }[line.outcome]
    if stake < 0 or not right:
        raise Problem(
            f"{line.outcome} of {cents.show(stake)} that hands over {cents.show(amount)}",
            where=_name(line),
            code=1,
        )


def _name(line: Line) -> str:
    return f"seat {line.seat}, {line.wager}, line {line.order}"
