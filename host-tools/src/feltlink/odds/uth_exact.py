"""Ultimate Texas Hold'em without an approximation: every deal, every dealer's hand, best play.

27,813,810,024,000 deals: 1,326 hole cards × 19,600 flops × 1,081 turns and rivers × 990 dealer's
hands. The boards that differ in more than suit names are gone through once; what a hand is paid
comes from the game's own settlement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np

from feltlink.cards.card import RANKS
from feltlink.cards.ranking import Category
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.ultimate_holdem_settle import Bets, Schedule, Showdown, settle_seat
from feltlink.odds import holdem_arrays as arrays
from feltlink.odds.classes import Progress, hole_classes, quiet
from feltlink.odds.holdem_arrays import KIND, Ints, Showdowns

ANTE = 200
"""Cents; figures are in half antes, so that 3 to 2 stays whole."""
HALF = ANTE // 2
DEALERS = comb(45, 2)
BATCH = 384
HOLE = np.array(list(combinations(range(52), 2)), dtype=np.int64)
_NUMBER = np.zeros((52, 52), dtype=np.int64)
_NUMBER[HOLE[:, 0], HOLE[:, 1]] = _NUMBER[HOLE[:, 1], HOLE[:, 0]] = np.arange(1326)
ORDERS = list(permutations(range(4)))

River = Callable[[Ints, Ints, Showdowns, Ints], Ints]
"""(boards, cards left, showdowns, what 1x brings) → where the strategy bets 1x."""


def best_river(board: Ints, left: Ints, shown: Showdowns, brings: Ints) -> Ints:
    """Bet unless folding brings more."""
    bets: Ints = brings >= -4 * DEALERS
    return bets


@dataclass(frozen=True, slots=True)
class Nets:
    """Half antes of one hand at a play bet of `times`: a win by category and dealer's
    qualification, a loss and a tie by qualification (0 no, 1 yes).
    """

    win: Ints
    lose: tuple[int, int]
    tie: tuple[int, int]


def nets(pays: Schedule, times: int) -> Nets:
    """As the game settles it. A loss or a tie must not depend on the category: it is checked."""
    kinds = list(Category)
    win = np.array([[_net(pays, times, kind, q, 1) for q in (0, 1)] for kind in kinds])
    lose = {tuple(_net(pays, times, kind, q, -1) for q in (0, 1)) for kind in kinds}
    tie = {tuple(_net(pays, times, kind, q, 0) for q in (0, 1)) for kind in kinds}
    (lost,), (tied,) = lose, tie
    return Nets(win, (lost[0], lost[1]), (tied[0], tied[1]))


def _net(pays: Schedule, times: int, kind: Category, qualified: int, better: int) -> int:
    hand = Showdown(kind, 4000 + better)
    dealer = Showdown(Category.PAIR if qualified else Category.HIGH_CARD, 4000)
    return _half_antes(pays, times, hand, dealer)


def _half_antes(pays: Schedule, times: int, hand: Showdown, dealer: Showdown) -> int:
    sheet = Sheet()
    wagers = {"ante": ANTE, "blind": ANTE, **({"play": ANTE * times} if times else {})}
    settle_seat(sheet, pays, Bets(1, wagers, folded=not times), hand, dealer)
    net = sum(line.amount_cents - line.stake_cents for line in sheet.lines)
    whole, odd = divmod(net, HALF)
    if odd:
        raise ArithmeticError(f"{net} cents are no whole number of half antes")
    return whole


def brought(shown: Showdowns, net: Nets, power: int = 1) -> Ints:
    """Sum over the 990 dealer's hands of half antes (or of their squares)."""
    kind = KIND[shown.worth]
    win = net.win.astype(np.int64) ** power
    lose, tie = [n**power for n in net.lose], [n**power for n in net.tie]
    won_0, tied_0 = shown.less_unqualified, shown.equal_unqualified
    lost_0 = shown.unqualified - won_0 - tied_0
    total: Ints = (shown.less - won_0) * win[kind, 1] + won_0 * win[kind, 0]
    total += (shown.more - lost_0) * lose[1] + lost_0 * lose[0]
    total += (shown.equal - tied_0) * tie[1] + tied_0 * tie[0]
    return total


@dataclass
class Sums:
    """Sums over all deals, weighted. By hole class: `early[times]` and its squares. By flop and
    hole, rows of `names`, for what is decided after the flop.
    """

    rivers: dict[str, River]
    early: dict[int, Ints] = field(default_factory=dict)
    early_squares: dict[int, Ints] = field(default_factory=dict)
    flops: dict[tuple[int, ...], Ints] = field(default_factory=dict)
    ties: int = 0
    unqualified: int = 0
    showdowns: int = 0

    @property
    def names(self) -> list[str]:
        """What each row of a flop's sums is."""
        per_river = [
            f"{name} {what}" for name in self.rivers for what in ("net", "squares", "bets")
        ]
        return ["deals", "2x net", "2x squares", *per_river]


def add_up(
    pays: Schedule,
    rivers: dict[str, River],
    progress: Progress = quiet,
    boards: slice = slice(None),
) -> Sums:
    """Go through all boards once."""
    board, weight = (part[boards] for part in arrays.boards())
    sums = Sums(rivers)
    net = {times: nets(pays, times) for times in (1, 2, 3, 4)}
    fold = _half_antes(pays, 0, Showdown(Category.HIGH_CARD, 1), Showdown(Category.HIGH_CARD, 2))
    class_of = classes_of_holes()
    for start in range(0, len(board), BATCH):
        part = slice(start, start + BATCH)
        _add_boards(sums, board[part], weight[part], net, fold, class_of)
        progress(min(1.0, (start + BATCH) / len(board)))
    return sums


@cache
def classes_of_holes() -> Ints:
    """Which of the 169 kinds each of the 1,326 holes is."""
    names = {name: number for number, (name, _, _) in enumerate(hole_classes())}
    return np.array([names[_class_name(a, b)] for a, b in HOLE.tolist()])


def _class_name(one: int, two: int) -> str:
    high, low = max(one // 4, two // 4), min(one // 4, two // 4)
    suited = "" if high == low else "s" if one % 4 == two % 4 else "o"
    return RANKS[high] + RANKS[low] + suited


def _add_boards(
    sums: Sums, board: Ints, weight: Ints, net: dict[int, Nets], fold: int, class_of: Ints
) -> None:
    left = arrays.left_over(board)
    shown = arrays.showdowns(board, left)
    hole = _NUMBER[left[:, arrays.PAIRS[:, 0]], left[:, arrays.PAIRS[:, 1]]]
    weights = weight[:, None]
    for times in (3, 4):
        for table, power in ((sums.early, 1), (sums.early_squares, 2)):
            worth = brought(shown, net[times], power) * weights
            found = np.bincount(class_of[hole].ravel(), worth.ravel(), 169).astype(np.int64)
            table[times] = table.get(times, 0) + found
    sums.ties += int((shown.equal * weights).sum())
    sums.unqualified += int((shown.unqualified * weights).sum())
    sums.showdowns += int(weight.sum()) * arrays.HOLES * DEALERS
    one, squares = brought(shown, net[1]), brought(shown, net[1], 2)
    rows = [np.ones_like(one), brought(shown, net[2]), brought(shown, net[2], 2)]
    for river in sums.rivers.values():
        bet = river(board, left, shown, one)
        rows += [
            np.where(bet, one, fold * DEALERS),
            np.where(bet, squares, fold * fold * DEALERS),
            bet.astype(np.int64),
        ]
    spread = np.zeros((len(board), len(rows), 1326), dtype=np.int64)
    for place, row in enumerate(rows):
        np.put_along_axis(spread[:, place], hole, row * weights, axis=1)
    flops = sums.flops
    for cards, values in zip(board.tolist(), spread, strict=True):
        for flop in combinations(cards, 3):
            if flop in flops:
                flops[flop] += values
            else:
                flops[flop] = values.copy()


@dataclass(frozen=True, slots=True)
class FlopClass:
    """One kind of flop: an example, and `sums` (rows × 1,326 holes) over all `flops` of its kind,
    times 24 / the number of suit orders that leave it as it is.
    """

    example: tuple[int, ...]
    sums: Ints


def flop_classes(sums: Sums) -> list[FlopClass]:
    """Flops that differ in suit names only, together; each hole's sums over its whole class."""
    kinds: dict[tuple[int, ...], Ints] = {}
    for flop, values in sums.flops.items():
        masks = [sum(1 << card // 4 for card in flop if card % 4 == suit) for suit in range(4)]
        order = sorted(range(4), key=lambda suit: masks[suit])
        place = [order.index(suit) for suit in range(4)]
        kind = tuple(sorted(card // 4 * 4 + place[card % 4] for card in flop))
        moved = np.empty_like(values)
        moved[:, _moved(place)] = values
        if kind in kinds:
            kinds[kind] += moved
        else:
            kinds[kind] = moved
    found = []
    for kind, values in kinds.items():
        same = [
            to
            for to in ORDERS
            if tuple(sorted(card // 4 * 4 + to[card % 4] for card in kind)) == kind
        ]
        total = np.zeros_like(values)
        for renamed in same:
            total += values[:, _moved(renamed)]
        found.append(FlopClass(kind, total * (24 // len(same))))
    return found


def _moved(order: Any) -> Ints:
    """Where each hole goes when suits are renamed."""
    to = np.array(order)
    card = HOLE // 4 * 4 + to[HOLE % 4]
    return np.asarray(_NUMBER[card[:, 0], card[:, 1]])
