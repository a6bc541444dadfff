"""How many of all hands are worth how much, without looking at each of them.

Hands that differ only in what cannot matter are one class: what the best five of n cards are worth
depends on the ranks and, with five or more of a suit, on that suit's ranks. Each class is ranked
once, by the product's own ranking, and counted by how many hands it holds. The counts add up to
the binomial coefficient, which is checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

from feltlink.cards.card import Card
from feltlink.cards.ranking import Strength, strength

Progress = Callable[[float], None]
Ranks = tuple[int, ...]
# A multiset of ranks as one number: five is more than a rank can come up.
_KEY = tuple(5**rank for rank in range(13))


def quiet(share: float) -> None:
    """No progress wanted."""


_COUNTED: dict[int, Counter[Strength]] = {}


def strengths(size: int, progress: Progress = quiet) -> Counter[Strength]:
    """Strength of the best five → how many of all hands of `size` (5 … 8) cards have it.

    Counted once a process, a second for seven cards and some for eight; `progress` is told how
    far it has come (0 … 1).
    """
    if size not in _COUNTED:
        _COUNTED[size] = _count(size, progress)
    progress(1.0)
    return _COUNTED[size]


@cache
def plain_strengths(size: int) -> dict[int, Strength]:
    """What ranks are worth with no five of a suit, by `rank_key`."""
    return {rank_key(ranks): strength(_no_flush(ranks)) for ranks in _multisets(size, 4)}


def _count(size: int, progress: Progress) -> Counter[Strength]:
    plain = plain_strengths(size)
    counts: Counter[Strength] = Counter()
    flushes: Counter[int] = Counter()
    done = 0
    for suited in range(5, size + 1):
        others = [(rank_key(ranks), _ways(ranks, 3) * 4) for ranks in _multisets(size - suited, 3)]
        for ranks in combinations(range(13), suited):
            flush, key = strength([rank * 4 for rank in ranks]), rank_key(ranks)
            for other, ways in others:
                whole = key + other
                counts[max(flush, plain[whole])] += ways
                flushes[whole] += ways
        done += comb(13, suited)
        progress(done / sum(comb(13, k) for k in range(5, size + 1)))
    for ranks in _multisets(size, 4):
        key = rank_key(ranks)
        counts[plain[key]] += _ways(ranks, 4) - flushes[key]
    if counts.total() != comb(52, size):
        raise ArithmeticError(f"{counts.total()} hands of {size} counted")
    return +counts


@cache
def completed(hole: tuple[Card, Card]) -> Counter[Strength]:
    """Strength → how many of the 19,600 threes that complete two hole cards to five have it."""
    one, two = hole
    suited = one % 4 == two % 4
    held = Counter((one // 4, two // 4))
    counts: Counter[Strength] = Counter()
    for ranks in _multisets(3, 4):
        need = Counter(ranks)
        ways = 1
        for rank, count in need.items():
            ways *= comb(4 - held[rank], count)
        if not ways:
            continue
        if suited and len(need) == 3 and not any(held[rank] for rank in ranks):
            ways -= 1
            counts[strength([one, two, *(rank * 4 + one % 4 for rank in ranks)])] += 1
        counts[strength([one, two, *_beside(hole, ranks)])] += ways
    if counts.total() != comb(50, 3):
        raise ArithmeticError(f"{counts.total()} threes counted")
    return +counts


def hole_classes() -> Iterator[tuple[str, tuple[Card, Card], int]]:
    """The 169 kinds of two cards: name ("AKs"), an example, and how many there are of it."""
    from feltlink.cards.card import RANKS

    for high in range(12, -1, -1):
        for low in range(high, -1, -1):
            name = RANKS[high] + RANKS[low]
            if high == low:
                yield name, (high * 4, low * 4 + 1), 6
            else:
                yield name + "s", (high * 4, low * 4), 4
                yield name + "o", (high * 4, low * 4 + 1), 12


def _beside(hole: tuple[Card, Card], ranks: Ranks) -> list[Card]:
    """Three cards of these ranks that make no flush with the hole cards, and repeat none."""
    cards: list[Card] = []
    for rank in ranks:
        free = [
            rank * 4 + suit
            for suit in range(3, -1, -1)
            if rank * 4 + suit not in hole and rank * 4 + suit not in cards
        ]
        off = [card for card in free if card % 4 != hole[0] % 4]
        cards.append((off or free)[0])
    return cards


def _multisets(size: int, most: int) -> Iterator[Ranks]:
    for ranks in combinations_with_replacement(range(13), size):
        if all(ranks[i] != ranks[i + most] for i in range(size - most)):
            yield ranks


def rank_key(ranks: Sequence[int]) -> int:
    """Ranks in any order as one number; keys of parts add up to the key of the whole."""
    return sum(_KEY[rank] for rank in ranks)


def _ways(ranks: Ranks, suits: int) -> int:
    ways = 1
    for count in Counter(ranks).values():
        ways *= comb(suits, count)
    return ways


def _no_flush(ranks: Ranks) -> list[Card]:
    """Cards of these ranks with no five of a suit: each goes to a suit that is short."""
    held = [0, 0, 0, 0]
    cards: list[Card] = []
    for rank, count in Counter(ranks).items():
        for suit in sorted(range(4), key=lambda suit: held[suit])[:count]:
            held[suit] += 1
            cards.append(rank * 4 + suit)
    if max(held) > 4:
        raise ArithmeticError("five of a suit")
    return cards
