"""From the sums over all deals to the figures: best play, or a strategy's, exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from feltlink.games.ultimate_holdem_settle import schedule
from feltlink.odds import uth_rivers, uth_strategy
from feltlink.odds.classes import Progress, hole_classes, quiet
from feltlink.odds.figures import Figures, deviation
from feltlink.odds.holdem_arrays import Ints
from feltlink.odds.uth_exact import (
    DEALERS,
    HOLE,
    FlopClass,
    River,
    Sums,
    add_up,
    best_river,
    classes_of_holes,
    flop_classes,
)
from feltlink.odds.uth_strategy import STRATEGIES, Strategy

BEST = "best"
BOARDS = comb(50, 5)
FLOPS, REST = comb(50, 3), comb(47, 2)
Preflop = Callable[["Hole"], str]
Flop = Callable[[FlopClass, Ints, Ints], Ints]
"""(flop, what 2x brings, what checking brings) → the holes that bet 2x."""


@dataclass(frozen=True, slots=True)
class Hole:
    """One of the 169 kinds: what 4x, 3x and checking bring, in antes; the mean square of each;
    how often a check is followed by 2x, 1x and a fold.
    """

    name: str
    combos: int
    four: Fraction
    three: Fraction
    check: Fraction
    squares: dict[str, Fraction]
    later: dict[str, Fraction]

    @property
    def best(self) -> str:
        """ "4x", "3x" or "check"."""
        found = {"check": self.check, "3x": self.three, "4x": self.four}
        return max(found, key=lambda choice: found[choice])

    def brings(self, choice: str) -> Fraction:
        """In antes."""
        return {"4x": self.four, "3x": self.three, "check": self.check}[choice]


def best_flop(kind: FlopClass, bet: Ints, check: Ints) -> Ints:
    """Bet when it brings more than checking."""
    return bet > check


def flop_of(strategy: Strategy) -> Flop:
    """As the strategy says."""

    def bets(kind: FlopClass, bet: Ints, check: Ints) -> Ints:
        board = kind.example
        return np.array(
            [
                not (set(hole) & set(board)) and strategy.flop(tuple(hole), board) == "2x"
                for hole in HOLE.tolist()
            ]
        )

    return bets


def holes(sums: Sums, kinds: list[FlopClass], river: str, flop: Flop) -> list[Hole]:
    """What each kind of hole cards brings when played so after the flop."""
    rows = {name: row for row, name in enumerate(sums.names)}
    class_of = classes_of_holes()
    totals = {name: [0] * 169 for name in ("net", "squares", "two", "one")}

    def gather(name: str, values: Ints) -> None:
        found = np.zeros(169, dtype=np.int64)
        np.add.at(found, class_of, values)
        totals[name] = [old + int(new) for old, new in zip(totals[name], found, strict=True)]

    for kind in kinds:
        of = kind.sums
        bet = flop(kind, of[rows["2x net"]], of[rows[f"{river} net"]])
        gather("net", np.where(bet, of[rows["2x net"]], of[rows[f"{river} net"]]))
        gather("squares", np.where(bet, of[rows["2x squares"]], of[rows[f"{river} squares"]]))
        gather("one", np.where(bet, 0, of[rows[f"{river} bets"]]))
        gather("two", np.where(bet, of[rows["deals"]], 0))
    found = []
    for number, (name, _, combos) in enumerate(hole_classes()):
        early, late = combos * BOARDS * DEALERS, combos * FLOPS * REST * DEALERS * 24
        two = Fraction(totals["two"][number], late // DEALERS)
        one = Fraction(totals["one"][number], late // DEALERS)
        found.append(
            Hole(
                name,
                combos,
                Fraction(int(sums.early[4][number]), early * 2),
                Fraction(int(sums.early[3][number]), early * 2),
                Fraction(totals["net"][number], late * 2),
                {
                    "4x": Fraction(int(sums.early_squares[4][number]), early * 4),
                    "3x": Fraction(int(sums.early_squares[3][number]), early * 4),
                    "check": Fraction(totals["squares"][number], late * 4),
                },
                {"2x": two, "1x": one, "fold": 1 - two - one},
            )
        )
    return found


def figures(title: str, played: list[Hole], sums: Sums, choose: Preflop) -> Figures:
    """The whole game's figures for one way to play."""
    made = dict.fromkeys(("4x", "3x", "2x", "1x", "fold"), Fraction(0))
    ev = squares = Fraction(0)
    parts: dict[str, Any] = {}
    for hole in played:
        share = Fraction(hole.combos, 1326)
        choice = choose(hole)
        ev += share * hole.brings(choice)
        squares += share * hole.squares[choice]
        if choice == "check":
            for later, chance in hole.later.items():
                made[later] += share * chance
        else:
            made[choice] += share
        parts[hole.name] = {
            "combos": hole.combos,
            "ev_4x": hole.four,
            "ev_3x": hole.three,
            "ev_check": hole.check,
            "choice": choice,
        }
    times = {"4x": 4, "3x": 3, "2x": 2, "1x": 1, "fold": 0}
    wager = 2 + sum((times[choice] * chance for choice, chance in made.items()), Fraction(0))
    return Figures(
        title,
        "the ante",
        {
            "house_edge": -ev,
            "ev": ev,
            "sd": deviation(ev, squares),
            "average_wager": wager,
            "element_of_risk": -ev / wager,
            **{f"p_{choice}": chance for choice, chance in made.items()},
            "p_tie": Fraction(sums.ties, sums.showdowns),
            "p_dealer_qualifies": 1 - Fraction(sums.unqualified, sums.showdowns),
            "deals": 1326 * FLOPS * REST * DEALERS,
        },
        parts={"classes": parts},
    )


RIVERS: dict[str, River] = {
    BEST: best_river,
    "simple": uth_rivers.better,
    "hidden": uth_rivers.better,
    "literal": uth_rivers.literal,
}


def exact(table: str, strategy: str = BEST, progress: Progress = quiet) -> Figures:
    """Best play at a blind table, or a strategy of `uth_strategy`, over all 27,813,810,024,000
    deals. A minute or two, and a gigabyte.
    """
    sums = add_up(schedule(table, table), {strategy: RIVERS[strategy]}, progress)
    return of_sums(table, strategy, strategy, sums, flop_classes(sums))


def of_sums(table: str, strategy: str, river: str, sums: Sums, kinds: list[FlopClass]) -> Figures:
    """The figures of a strategy; `river` names its river among the sums."""
    title = f"Ultimate Texas Hold'em, blind {table}, {strategy} play, exact"
    if strategy == BEST:
        return figures(title, holes(sums, kinds, river, best_flop), sums, lambda hole: hole.best)
    played = holes(sums, kinds, river, flop_of(STRATEGIES[strategy]))
    examples = {name: cards for name, cards, _ in hole_classes()}
    return figures(title, played, sums, lambda hole: uth_strategy.preflop(examples[hole.name]))
