"""Rounds played at random through the running game code, and what they came to.

The seats of a round share its cards, so the standard error is taken over rounds: with n the net and
s the stake of a round, the return is sum n / sum s and its error sqrt(sum (n - r s)^2) / sum s.
All sums are whole numbers; only the error itself is a decimal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from feltlink.money.settlement import Line
from feltlink.odds.classes import Progress, quiet
from feltlink.odds.figures import exact

PlayRound = Callable[[random.Random], Iterable[Line]]
"""Plays the next round with the dice given, and returns its settlement lines."""
ALL = "all"
BANK = "player_dealer"
"""The player-dealer's own line: what the players won or lost, once more from the other side."""


@dataclass(slots=True)
class Tally:
    """Sums of one wager. `hits` counts lines that gained; amounts in cents, and their products."""

    lines: int = 0
    hits: int = 0
    staked: int = 0
    net: int = 0
    net_net: int = 0
    net_staked: int = 0
    staked_staked: int = 0

    def add_round(self, staked: int, net: int) -> None:
        """Add what the wager came to in one round."""
        self.staked += staked
        self.net += net
        self.net_net += net * net
        self.net_staked += net * staked
        self.staked_staked += staked * staked

    @property
    def house_edge(self) -> Fraction:
        """What the house kept of each unit staked."""
        return Fraction(-self.net, self.staked) if self.staked else Fraction(0)

    @property
    def standard_error(self) -> float:
        """Of the house edge."""
        if not self.staked:
            return 0.0
        gain = Fraction(self.net, self.staked)
        square = self.net_net - 2 * gain * self.net_staked + gain * gain * self.staked_staked
        return sqrt(square) / self.staked

    def as_json(self) -> dict[str, Any]:
        """Sums in cents; the edge as "num/den" and as a decimal beside its error."""
        return {
            "wagers": self.lines,
            "hits": self.hits,
            "staked_cents": self.staked,
            "returned_cents": self.staked + self.net,
            "net_cents": self.net,
            "house_edge": exact(self.house_edge),
            "house_edge_decimal": float(self.house_edge),
            "standard_error": self.standard_error,
        }


def simulate(
    play: PlayRound, rounds: int, seed: int, progress: Progress = quiet
) -> dict[str, Tally]:
    """Play `rounds` rounds; the same seed plays the same ones. A tally by wager, and of all."""
    dice = random.Random(seed)
    tallies: dict[str, Tally] = {ALL: Tally()}
    for done in range(1, rounds + 1):
        for wager, (staked, net) in _round(tallies, play(dice)).items():
            tallies[wager].add_round(staked, net)
        progress(done / rounds)
    tallies[ALL] = tallies.pop(ALL)
    return tallies


def _round(tallies: dict[str, Tally], lines: Iterable[Line]) -> dict[str, tuple[int, int]]:
    sums: dict[str, tuple[int, int]] = {}
    for line in lines:
        net = line.amount_cents - line.stake_cents
        for wager in (line.wager, ALL) if line.wager != BANK else (BANK,):
            tally = tallies.setdefault(wager, Tally())
            one = -1 if line.reversing else 1
            tally.lines += one
            tally.hits += one if net * one > 0 else 0
            staked, before = sums.get(wager, (0, 0))
            sums[wager] = staked + line.stake_cents, before + net
    return sums
