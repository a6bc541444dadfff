"""All hole cards on many boards at once: strengths, and how often each beats the dealer's.

numpy arrays; `cards` are numbered as everywhere. A board has 47 cards left and so 1,081 pairs of
hole cards, here in the order of `PAIRS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from feltlink.cards.ranking import Category, category, strength
from feltlink.odds.classes import plain_strengths, rank_key

Ints = NDArray[Any]
LEFT = 47
PAIRS = np.array(list(combinations(range(LEFT), 2)), dtype=np.int16)
HOLES = len(PAIRS)
# Of each left card, the 46 pairs that hold it; of each pair, its place in its two cards' lists.
_WITH = np.array([[k for k, pair in enumerate(PAIRS) if card in pair] for card in range(LEFT)])
_PLACE = np.array(
    [
        [int(np.searchsorted(_WITH[card], k)) for card in pair]
        for k, pair in enumerate(PAIRS.tolist())
    ]
)
KIND = np.array([category(worth) for worth in range(7463)], dtype=np.int8)
"""Category by strength."""
NO_PAIR = max(worth for worth in range(1, 7463) if category(worth) < Category.PAIR)
"""The strongest hand with which the dealer does not qualify."""


@dataclass(frozen=True, slots=True)
class Showdowns:
    """For each board and pair: its strength, and of the 990 dealer's hands how many lose to it,
    tie with it and win, and how many of each do not qualify.
    """

    worth: Ints
    less: Ints
    equal: Ints
    less_unqualified: Ints
    equal_unqualified: Ints
    unqualified: Ints

    @property
    def more(self) -> Ints:
        """Dealer's hands that win."""
        return comb(45, 2) - self.less - self.equal


@cache
def boards() -> tuple[Ints, Ints]:
    """Boards of five that differ in more than the names of suits: (134,459 × 5 cards, how many
    boards each stands for). They stand for all 2,598,960.
    """
    five = np.array(list(combinations(range(52), 5)), dtype=np.int64)
    masks = np.zeros((len(five), 4), dtype=np.int64)
    for suit in range(4):
        masks[:, suit] = ((five % 4 == suit) << (five // 4)).sum(axis=1)
    masks.sort(axis=1)
    keys = masks @ (np.int64(1) << np.array([0, 13, 26, 39], dtype=np.int64))
    _, first, count = np.unique(keys, return_index=True, return_counts=True)
    return five[first].astype(np.int16), count


@cache
def _tables() -> tuple[dict[tuple[int, ...], int], Ints, Ints]:
    """Strength of five board ranks with two hole ranks, flushes left out, and of flush masks."""
    ids: dict[tuple[int, ...], int] = {}
    rows = []
    plain = plain_strengths(7)
    twos = [rank_key(two) for two in combinations_with_replacement(range(13), 2)]
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        ids[ranks] = len(ids)
        here = rank_key(ranks)
        rows.append([plain.get(here + key, 0) for key in twos])
    flush = np.zeros(1 << 13, dtype=np.int16)
    for mask in range(1 << 13):
        held = [rank * 4 for rank in range(13) if mask >> rank & 1]
        if 5 <= len(held) <= 7:
            flush[mask] = strength(held)
    return ids, np.array(rows, dtype=np.int16), flush


_TWO = np.zeros((13, 13), dtype=np.int16)
for _number, (_low, _high) in enumerate(combinations_with_replacement(range(13), 2)):
    _TWO[_low, _high] = _TWO[_high, _low] = _number


def left_over(board: Ints) -> Ints:
    """The 47 cards that are not on each board, (n × 47), in order."""
    out = np.ones((len(board), 52), dtype=bool)
    np.put_along_axis(out, board.astype(np.int64), False, axis=1)
    return np.asarray(np.nonzero(out)[1].reshape(len(board), LEFT))


def strengths(board: Ints, left: Ints) -> Ints:
    """Strength of each pair with its board, (n × 1081)."""
    ids, plain, flush = _tables()
    row = np.array([ids[tuple(ranks)] for ranks in np.sort(board // 4, axis=1).tolist()])
    rank = left // 4
    two = _TWO[rank[:, PAIRS[:, 0]], rank[:, PAIRS[:, 1]]]
    worth: Ints = plain[row[:, None], two]
    for suit in range(4):
        some = np.nonzero((board % 4 == suit).sum(axis=1) >= 3)[0]
        if len(some):
            on = ((board[some] % 4 == suit) << (board[some] // 4)).sum(axis=1)
            bits = (left[some] % 4 == suit).astype(np.int64) << rank[some]
            mask = on[:, None] | bits[:, PAIRS[:, 0]] | bits[:, PAIRS[:, 1]]
            worth[some] = np.maximum(worth[some], flush[mask])
    return worth


def with_one(board: Ints, left: Ints) -> Ints:
    """Strength of each left card with its board, (n × 47)."""
    keys = np.array([rank_key((rank,)) for rank in range(13)])
    plain = plain_strengths(6)
    known = np.array(sorted(plain))
    values = np.array([plain[key] for key in known.tolist()], dtype=np.int16)
    whole = keys[board // 4].sum(axis=1)[:, None] + keys[left // 4]
    worth: Ints = values[np.searchsorted(known, whole)]
    flush = _tables()[2]
    for suit in range(4):
        some = np.nonzero((board % 4 == suit).sum(axis=1) >= 4)[0]
        if len(some):
            on = ((board[some] % 4 == suit) << (board[some] // 4)).sum(axis=1)
            bits = (left[some] % 4 == suit).astype(np.int64) << (left[some] // 4)
            worth[some] = np.maximum(worth[some], flush[on[:, None] | bits])
    return worth


def showdowns(board: Ints, left: Ints) -> Showdowns:
    """Each pair against the 990 dealer's hands that share no card with it."""
    worth = strengths(board, left)
    less, upto = _ranks(worth)
    less_with, upto_with = _ranks(worth[:, _WITH])
    low = worth <= NO_PAIR
    low_with = low[:, _WITH].sum(axis=2, dtype=np.int32)
    one, two = PAIRS[:, 0], PAIRS[:, 1]
    at_one, at_two = (one, _PLACE[:, 0]), (two, _PLACE[:, 1])
    below = less - less_with[:, *at_one] - less_with[:, *at_two]
    # A pair itself is counted once with all and once with each of its cards.
    same = (upto - less) - (upto_with - less_with)[:, *at_one] - (upto_with - less_with)[:, *at_two]
    same += 1
    unqualified = low.sum(axis=1, dtype=np.int32)[:, None] - low_with[:, one] - low_with[:, two]
    unqualified += low
    return Showdowns(
        worth,
        below,
        same,
        np.where(low, below, unqualified),
        np.where(low, same, 0),
        unqualified,
    )


def _ranks(values: Ints) -> tuple[Ints, Ints]:
    """Of each value, how many along the last axis are less, and how many less or equal."""
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    size = values.shape[-1]
    place = np.broadcast_to(np.arange(size, dtype=np.int16), values.shape)
    new = np.ones(values.shape, dtype=bool)
    new[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    first = np.maximum.accumulate(np.where(new, place, 0), axis=-1)
    last = np.ones(values.shape, dtype=bool)
    last[..., :-1] = new[..., 1:]
    end = np.where(last, place + 1, size)[..., ::-1]
    until = np.minimum.accumulate(end, axis=-1)[..., ::-1]
    less, upto = np.empty(values.shape, np.int32), np.empty(values.shape, np.int32)
    np.put_along_axis(less, order, first.astype(np.int32), axis=-1)
    np.put_along_axis(upto, order, until.astype(np.int32), axis=-1)
    return less, upto
