"""Simple strategies of Ultimate Texas Hold'em: bet early on what usually wins.

All bet 4x before the flop alike, never 3x. After the flop they bet 2x on two pair or better, on a
hidden pair but deuces in the hand, and on four to a flush with a hidden ten or better of it; after
the river 1x on a made hand or fewer than 21 dealer outs. They differ in how far "hidden" goes:

`simple`   flop: any two pair or better; river: a better kind of hand than the board's.
`hidden`   flop: what lies on the board alone does not count; river: as simple.
`literal`  flop: any two pair or better; river: any hidden pair, or a straight or better in which
           a hole card plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from feltlink.cards.card import RANKS, Card
from feltlink.cards.ranking import Category, category, strength

TEN = RANKS.index("T")
OUTS = 21
"""Bet 1x while fewer cards than this, in the dealer's hand, beat the player's."""
# Lowest second card that bets 4x with this first one, suited and not.
_SUITED = {"A": "2", "K": "2", "Q": "6", "J": "8"}
_OFFSUIT = {"A": "2", "K": "5", "Q": "8", "J": "T"}

Cards = tuple[Card, ...]
Choice = Callable[[Cards, Cards], str]


def preflop(hole: Cards) -> str:
    """ "4x" or "check": pairs of threes up, any ace, and the better kings, queens and jacks."""
    high, low = sorted((card // 4 for card in hole), reverse=True)
    if high == low:
        return "4x" if high >= RANKS.index("3") else "check"
    table = _SUITED if hole[0] % 4 == hole[1] % 4 else _OFFSUIT
    lowest = table.get(RANKS[high])
    return "4x" if lowest is not None and low >= RANKS.index(lowest) else "check"


def flop(hole: Cards, board: Cards) -> str:
    """ "2x" or "check", as `simple`."""
    kind = category(strength(hole + board))
    return "2x" if kind >= Category.TWO_PAIR or _early(kind, hole, board) else "check"


def hidden_flop(hole: Cards, board: Cards) -> str:
    """ "2x" or "check"; three of a kind on the flop is everybody's."""
    kind = category(strength(hole + board))
    own = kind >= Category.TWO_PAIR and (
        kind is not Category.THREE_OF_A_KIND or len({card // 4 for card in board}) > 1
    )
    return "2x" if own or _early(kind, hole, board) else "check"


def _early(kind: Category, hole: Cards, board: Cards) -> bool:
    deuces = hole[0] // 4 == hole[1] // 4 == 0
    pair = kind is Category.PAIR and hidden_pair(hole, board) and not deuces
    return pair or _four_to_a_flush(hole, board)


def river(hole: Cards, board: Cards) -> str:
    """ "1x" or "fold", as `simple` and `hidden`."""
    mine = strength(hole + board)
    better = category(mine) > category(strength(board))
    return "1x" if better or outs(hole, board, mine) < OUTS else "fold"


def literal_river(hole: Cards, board: Cards) -> str:
    """ "1x" or "fold", as `literal`."""
    mine = strength(hole + board)
    made = category(mine) >= Category.STRAIGHT and mine > strength(board)
    if made or hidden_pair(hole, board) or outs(hole, board, mine) < OUTS:
        return "1x"
    return "fold"


def outs(hole: Cards, board: Cards, mine: int) -> int:
    """Cards that, as one of the dealer's, beat the player's hand."""
    seen = {*hole, *board}
    return sum(1 for card in range(52) if card not in seen and strength((*board, card)) > mine)


def hidden_pair(hole: Cards, board: Cards) -> bool:
    """A pair that needs a hole card."""
    ranks = {card // 4 for card in board}
    return hole[0] // 4 == hole[1] // 4 or any(card // 4 in ranks for card in hole)


def _four_to_a_flush(hole: Cards, board: Sequence[Card]) -> bool:
    suits = Counter(card % 4 for card in (*hole, *board))
    suit, count = suits.most_common(1)[0]
    return count >= 4 and any(card % 4 == suit and card // 4 >= TEN for card in hole)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play after checking."""

    name: str
    flop: Choice
    river: Choice

    def bet(self, hole: Cards, board: Cards) -> str:
        """The bet for a whole board, each choice made on what was open then."""
        early = preflop(hole)
        if early != "check":
            return early
        later = self.flop(hole, board[:3])
        return later if later != "check" else self.river(hole, board)


STRATEGIES = {
    one.name: one
    for one in (
        Strategy("simple", flop, river),
        Strategy("hidden", hidden_flop, river),
        Strategy("literal", flop, literal_river),
    )
}
