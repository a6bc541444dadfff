"""The published simple strategy of Ultimate Texas Hold'em: bet early on what usually wins.

Before the flop 4x, never 3x; after it 2x; after the river 1x or fold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from feltlink.cards.card import RANKS, Card
from feltlink.cards.ranking import Category, category, strength

TEN = RANKS.index("T")
OUTS = 21
"""Bet 1x while fewer cards than this, in the dealer's hand, beat the player's."""
# Lowest second card that bets 4x with this first one, suited and not; 13 is never.
_SUITED = {"A": "2", "K": "2", "Q": "6", "J": "8"}
_OFFSUIT = {"A": "2", "K": "5", "Q": "8", "J": "T"}

Cards = tuple[Card, ...]


def preflop(hole: Cards) -> str:
    """ "4x" or "check": pairs of threes up, any ace, and the better kings, queens and jacks."""
    high, low = sorted((card // 4 for card in hole), reverse=True)
    if high == low:
        return "4x" if high >= RANKS.index("3") else "check"
    table = _SUITED if hole[0] % 4 == hole[1] % 4 else _OFFSUIT
    lowest = table.get(RANKS[high])
    return "4x" if lowest is not None and low >= RANKS.index(lowest) else "check"


def flop(hole: Cards, board: Cards) -> str:
    """ "2x" or "check": two pair or better, a hidden pair but deuces in the hand, or four to a
    flush with a hidden ten or better of it. What lies on the board alone does not count.
    """
    kind = category(strength(hole + board))
    if kind >= Category.TWO_PAIR and not _of_board(hole, board, kind):
        return "2x"
    if kind >= Category.PAIR and hidden_pair(hole, board):
        return "check" if hole[0] // 4 == hole[1] // 4 == 0 else "2x"
    return "2x" if _four_to_a_flush(hole, board) else "check"


def river(hole: Cards, board: Cards) -> str:
    """ "1x" or "fold": a hidden pair or better, or fewer than 21 cards that beat the player."""
    if hidden_pair(hole, board):
        return "1x"
    mine = strength(hole + board)
    kind = category(mine)
    if kind > category(strength(board)) and kind > Category.PAIR:
        return "1x"
    return "1x" if outs(hole, board, mine) < OUTS else "fold"


def outs(hole: Cards, board: Cards, mine: int) -> int:
    """Cards that, as one of the dealer's, beat the player's hand."""
    seen = {*hole, *board}
    return sum(1 for card in range(52) if card not in seen and strength((*board, card)) > mine)


def hidden_pair(hole: Cards, board: Cards) -> bool:
    """A pair that needs a hole card."""
    ranks = {card // 4 for card in board}
    return hole[0] // 4 == hole[1] // 4 or any(card // 4 in ranks for card in hole)


def _of_board(hole: Cards, board: Cards, kind: Category) -> bool:
    """Three of a kind on the flop is everybody's."""
    counts = Counter(card // 4 for card in board)
    return kind is Category.THREE_OF_A_KIND and max(counts.values()) == 3


def _four_to_a_flush(hole: Cards, board: Sequence[Card]) -> bool:
    suits = Counter(card % 4 for card in (*hole, *board))
    suit, count = suits.most_common(1)[0]
    return count >= 4 and any(card % 4 == suit and card // 4 >= TEN for card in hole)
