"""Exact odds of Dakota Duel Draw, through the game's own settlement."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

from feltlink.cards.card import Card
from feltlink.cards.ranking import Category, Strength, category, pair_rank, strength
from feltlink.games.duel_draw_settle import (
    NINE,
    Schedule,
    hand_pays,
    pocket_pays,
    schedule,
)
from feltlink.money.pays import Pays
from feltlink.odds.classes import (
    Progress,
    completed,
    hole_classes,
    quiet,
    strengths,
)
from feltlink.odds.figures import Figures
from feltlink.odds.holdem_odds import STAKE, per_hand

PAIRS = 1326


def big8(table: str, progress: Progress = quiet) -> Figures:
    """Big 8 at tables 1 … 7, over all 752,538,150 eights."""
    pays = schedule("1", table).big8
    counts: Counter[Category] = Counter()
    total = squares = hits = 0
    for worth, hands in strengths(8, progress).items():
        kind = category(worth)
        net = _net(pays[kind])
        counts[kind] += hands
        total += net * hands
        squares += net * net * hands
        hits += hands if net > 0 else 0
    return per_hand(f"Big 8, pay table {table}", counts, total, squares, hits)


def _net(pays: Pays | None) -> int:
    """Net cents of STAKE."""
    return -STAKE if pays is None else pays.winnings_cents(STAKE)


def single_hand() -> Figures:
    """Hand 1 or hand 2 if it is always played, over all 2,598,960 fives."""
    pays = schedule("1", "1")
    counts: Counter[Category] = Counter()
    total = squares = hits = nines = 0
    for worth, hands in strengths(5).items():
        net = _net(hand_pays(pays, worth))
        kind = category(worth)
        counts[kind] += hands
        nines += hands if _nines(worth) else 0
        total += net * hands
        squares += net * net * hands
        hits += hands if net > 0 else 0
    figures = per_hand("Duel Draw, one hand always played", counts, total, squares, hits)
    return Figures(
        figures.title,
        figures.per,
        figures.values,
        {**figures.counts, "pair_nines_or_higher": nines},
    )


def _nines(worth: Strength) -> bool:
    return category(worth) is Category.PAIR and pair_rank(worth) >= NINE


def duel_draw(table: str, progress: Progress = quiet) -> Figures:
    """The hand 2 ante with the best choice on two cards, at pocket pair table 1 … 6, or "none"."""
    pays = schedule("1" if table == "none" else table, "1")
    parts: dict[str, Any] = {}
    folded: list[tuple[Fraction, str]] = []
    total = always = Fraction(0)
    played = 0
    for done, (name, hole, combos) in enumerate(hole_classes(), start=1):
        one = hand_ev(pays, hole)
        bonus = None if table == "none" else pocket_pays(pays, hole)
        play = 2 * one + (bonus.ratio if bonus else 0)
        fold = play < -1
        if fold:
            folded.append((play, name))
        total += max(play, Fraction(-1)) * combos
        always += play * combos
        played += 0 if fold else combos
        parts[name] = {"combos": combos, "one_hand": one, "play": play}
        progress(done / 169)
    ev = total / PAIRS
    wagered = 1 + Fraction(played, PAIRS)
    return Figures(
        f"Dakota Duel Draw, pocket pair table {table}",
        "the hand 2 ante",
        {
            "house_edge": -ev,
            "ev": ev,
            "average_wager": wagered,
            "element_of_risk": -ev / wagered,
            "ev_if_always_played": always / PAIRS,
            "combos_played_of_1326": played,
            "fold": " ".join(name for _, name in sorted(folded, reverse=True)) or "nothing",
        },
        notes=("hand 1 is played when it returns more than the ante that folding gives up",),
        parts={"classes": parts},
    )


def hand_ev(pays: Schedule, hole: tuple[Card, Card]) -> Fraction:
    """What one hand brings on average for two cards, per unit."""
    counts = completed(hole)
    net = sum(_net(hand_pays(pays, worth)) * ways for worth, ways in counts.items())
    return Fraction(net, STAKE * counts.total())


def categories(hole: tuple[Card, Card]) -> Counter[str]:
    """How the 19,600 threes fall, by category, and the pairs of nines or higher."""
    found: Counter[str] = Counter()
    for worth, ways in completed(hole).items():
        found[category(worth).key] += ways
        if _nines(worth):
            found["pair_nines_up"] += ways
    return found


def looked_at(hole: tuple[Card, Card]) -> Counter[Strength]:
    """The same as `completed`, by looking at each three: the check of the class count."""
    rest = [card for card in range(52) if card not in hole]
    return Counter(strength([*hole, *three]) for three in combinations(rest, 3))
