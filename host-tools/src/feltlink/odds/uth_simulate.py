"""What Ultimate Texas Hold’em returns to a strategy, by playing it: mean and interval."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

from feltlink.cards.card import Card
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.ultimate_holdem_settle import Bets, Schedule, Showdown, schedule, settle_seat
from feltlink.odds.classes import Progress, quiet
from feltlink.odds.figures import Figures
from feltlink.odds.uth_strategy import STRATEGIES

ANTE = 200
TIMES = {"4x": 4, "3x": 3, "2x": 2, "1x": 1, "fold": 0}
WIDTH = 1.959964
"""Standard errors on each side of a 95 % interval."""

Cards = tuple[Card, ...]


def simulate(
    table: str = "UTH-01",
    rounds: int = 100_000,
    seed: int = 1,
    strategy: str = "simple",
    progress: Progress = quiet,
) -> Figures:
    """Ante, blind and play of `rounds` hands against the dealer, settled by the game's own code.

    The same seed gives the same hands.
    """
    dice = random.Random(seed)
    deck = list(range(52))
    choice = STRATEGIES[strategy].bet
    pays = schedule(table, table)
    made: Counter[str] = Counter()
    total = squares = wagered = 0
    for done in range(rounds):
        cards = tuple(dice.sample(deck, 9))
        hole, dealer, board = cards[:2], cards[2:4], cards[4:]
        bet = choice(hole, board)
        made[bet] += 1
        net = net_cents(pays, hole, dealer, board, bet)
        total += net
        squares += net * net
        wagered += ANTE * (2 + TIMES[bet])
        if done % 1000 == 0:
            progress(done / rounds)
    progress(1.0)
    mean = total / rounds / ANTE
    sd = sqrt(max(squares / rounds / ANTE**2 - mean * mean, 0.0))
    error = sd / sqrt(rounds)
    return Figures(
        f"Ultimate Texas Hold'em, blind {table}, {strategy} strategy, {rounds:,} hands",
        "the ante",
        {
            "house_edge": -mean,
            "ev": mean,
            "standard_error": error,
            "low_95": -mean - WIDTH * error,
            "high_95": -mean + WIDTH * error,
            "sd": sd,
            "average_wager": wagered / rounds / ANTE,
            "element_of_risk": -total / wagered,
            "rounds": rounds,
            "seed": seed,
        },
        dict(made),
        ("simulated, not exact: house_edge lies between low_95 and high_95 in 95 of 100 runs",),
    )


def net_cents(pays: Schedule, hole: Cards, dealer: Cards, board: Cards, bet: str) -> int:
    """What one hand brings, in cents, at an ante of ANTE."""
    sheet = Sheet()
    times = TIMES[bet]
    wagers = {"ante": ANTE, "blind": ANTE}
    if times:
        wagers["play"] = ANTE * times
    bets = Bets(1, wagers, folded=not times)
    settle_seat(sheet, pays, bets, Showdown.of(hole, board), Showdown.of(dealer, board))
    return sum(line.amount_cents - line.stake_cents for line in sheet.lines)
