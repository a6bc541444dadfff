"""What a poker hand is worth: one small face on phevaluator.

The library answers wrongly for a repeated card and crashes the process for a number above 51, so
every hand is checked here first. Strengths run from 1 (7-5-4-3-2) to 7462 (royal flush), higher
wins, equal ties: the 7462 different five-card hands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations

# The names at the library's front door convert every card again; the compiled ones beneath take
# plain numbers. (`from phevaluator import evaluator` recurses without end.)
from phevaluator import _pheval

from feltlink.cards.card import Card, refuse_repeats, show_card
from feltlink.problem import Problem

Strength = int

STRONGEST = 7462


class Category(IntEnum):
    """The kinds of hand, weakest first; a royal flush is one of its own."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """ "Three of a kind"."""
        return self.name.replace("_", " ").capitalize()

    @property
    def key(self) -> str:
        """ "three_of_a_kind", the name in pay tables."""
        return self.name.lower()


# The strongest hand of each category below the next one.
_LAST_OF = (1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7461, 7462)
_CATEGORY = tuple(Category(bisect_left(_LAST_OF, strength)) for strength in range(STRONGEST + 1))
_NATIVE = {
    5: _pheval.evaluate_5cards,
    6: _pheval.evaluate_6cards,
    7: _pheval.evaluate_7cards,
}


def strength(cards: Sequence[Card]) -> Strength:
    """The worth of the best five of 5 to 8 different cards."""
    count = len(cards)
    if not 5 <= count <= 8:
        raise Problem(f"a hand of {count} cards cannot be ranked", remedy="give 5 to 8 cards")
    if len(set(cards)) != count:
        refuse_repeats(cards)
    if min(cards) < 0 or max(cards) > 51:
        for card in cards:
            show_card(card)
    if count == 8:
        seven = _NATIVE[7]
        value: int = min(seven(*some) for some in combinations(cards, 7))
    else:
        value = _NATIVE[count](*cards)
    return STRONGEST + 1 - value


def category(of: Strength) -> Category:
    """The kind of hand that a strength belongs to."""
    return _CATEGORY[of]


def rank_hand(cards: Sequence[Card]) -> tuple[Category, Strength]:
    """Both at once."""
    worth = strength(cards)
    return _CATEGORY[worth], worth


def pair_rank(of: Strength) -> int:
    """The rank of the pair (0 two … 12 ace) of a hand whose category is PAIR.

    Within the category each rank has 220 kickers and the weakest pair comes first.
    """
    if _CATEGORY[of] is not Category.PAIR:
        raise ValueError(f"strength {of} is no pair")
    return (of - _LAST_OF[0] - 1) // 220


def describe(cards: Sequence[Card]) -> str:
    """ "Full house" for people."""
    return category(strength(cards)).label
