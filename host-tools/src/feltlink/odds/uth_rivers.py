"""The river choices of `uth_strategy`, for all hole cards on many boards at once."""

from __future__ import annotations

import numpy as np

from feltlink.cards.ranking import Category, strength
from feltlink.odds import holdem_arrays as arrays
from feltlink.odds.holdem_arrays import KIND, LEFT, PAIRS, Ints, Showdowns
from feltlink.odds.uth_strategy import OUTS


def better(board: Ints, left: Ints, shown: Showdowns, brings: Ints) -> Ints:
    """A better kind of hand than the board's, or fewer than 21 outs."""
    kind = KIND[board_worth(board)][:, None]
    found: Ints = (KIND[shown.worth] > kind) | (outs(board, left, shown.worth) < OUTS)
    return found


def literal(board: Ints, left: Ints, shown: Showdowns, brings: Ints) -> Ints:
    """Any hidden pair, a straight or better in which a hole card plays, or fewer than 21 outs."""
    on_board = np.zeros((len(board), 13), dtype=bool)
    np.put_along_axis(on_board, (board // 4).astype(np.int64), True, axis=1)
    paired = np.take_along_axis(on_board, left // 4, axis=1)
    rank = left // 4
    one, two = PAIRS[:, 0], PAIRS[:, 1]
    hidden = (rank[:, one] == rank[:, two]) | paired[:, one] | paired[:, two]
    made = KIND[shown.worth] >= Category.STRAIGHT
    made &= shown.worth > board_worth(board)[:, None]
    found: Ints = hidden | made | (outs(board, left, shown.worth) < OUTS)
    return found


def board_worth(board: Ints) -> Ints:
    """Strength of the board by itself."""
    return np.array([strength(five) for five in board.tolist()], dtype=np.int16)


def outs(board: Ints, left: Ints, worth: Ints) -> Ints:
    """For each pair, how many cards not in it beat it as one of the dealer's."""
    six = arrays.with_one(board, left)
    count = np.zeros(worth.shape, dtype=np.int8)
    for card in range(LEFT):
        count += six[:, card, None] > worth
    # A pair's own cards never beat it: two hole cards are never worth less than one of them.
    return count
