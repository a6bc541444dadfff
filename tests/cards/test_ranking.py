"""Hand ranking: counts of every five-card hand, and pokerkit's word on the rest."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from pokerkit import StandardHighHand

from feltlink.cards.card import DECK, parse_cards, show_cards
from feltlink.cards.ranking import Category, category, pair_rank, rank_hand, strength
from feltlink.problem import Problem

CATEGORIES = [
    ("As Ks Qs Js Ts", Category.ROYAL_FLUSH),
    ("Ks Qs Js Ts 9s", Category.STRAIGHT_FLUSH),
    ("5h 4h 3h 2h Ah", Category.STRAIGHT_FLUSH),
    ("9c 9d 9h 9s 2c", Category.FOUR_OF_A_KIND),
    ("2c 2d 2h 3s 3c", Category.FULL_HOUSE),
    ("7c 5c 4c 3c 2c", Category.FLUSH),
    ("Ac 2d 3h 4s 5c", Category.STRAIGHT),
    ("Qc Kd Ah 2s 3c", Category.HIGH_CARD),
    ("2c 2d 2h 3s 4c", Category.THREE_OF_A_KIND),
    ("2c 2d 3h 3s 4c", Category.TWO_PAIR),
    ("2c 2d 3h 4s 5c", Category.PAIR),
    ("7c 5d 4h 3s 2c", Category.HIGH_CARD),
    ("As Ks Qs Js Ts 2c 2d", Category.ROYAL_FLUSH),
    ("2c 2d 3h 3s 4c 4d", Category.TWO_PAIR),
    ("2c 2d 2h 3s 3c 3d 9h", Category.FULL_HOUSE),
    ("As Ks Qs Js 9s Td 2c 3d", Category.FLUSH),
    ("2c 2d 2h 9s 9c 4c 5c 6h", Category.FULL_HOUSE),
]


@pytest.mark.parametrize(("cards", "expected"), CATEGORIES)
def test_each_category(cards: str, expected: Category) -> None:
    assert rank_hand(parse_cards(cards))[0] is expected


def test_the_weakest_and_the_strongest_hand() -> None:
    assert strength(parse_cards("7c 5d 4h 3s 2c")) == 1
    assert strength(parse_cards("As Ks Qs Js Ts")) == 7462


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_pokerkit_orders_hands_the_same(size: int) -> None:
    dice = random.Random(size)
    hands = [dice.sample(DECK, size) for _ in range(60)]
    ours = [strength(hand) for hand in hands]
    theirs = [StandardHighHand.from_game(show_cards(hand).replace(" ", "")) for hand in hands]
    for a, b in combinations(range(len(hands)), 2):
        assert (ours[a] > ours[b]) == (theirs[a] > theirs[b])
        assert (ours[a] == ours[b]) == (theirs[a] == theirs[b])


def test_the_best_five_of_eight_are_the_best_of_all_fives() -> None:
    dice = random.Random(8)
    for _ in range(200):
        hand = dice.sample(DECK, 8)
        assert strength(hand) == max(strength(five) for five in combinations(hand, 5))


def test_the_rank_of_a_pair_is_read_from_the_strength() -> None:
    found: Counter[int] = Counter()
    for five in combinations(DECK[::3] + DECK[1::3], 5):
        worth = strength(five)
        if category(worth) is Category.PAIR:
            ranks = Counter(card // 4 for card in five)
            assert ranks[pair_rank(worth)] == 2
            found[pair_rank(worth)] += 1
    assert len(found) == 13


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((1, 2, 3, 4), "4 cards"),
        (tuple(range(9)), "9 cards"),
        ((1, 2, 3, 4, 1), "is there twice"),
        ((1, 2, 3, 4, 1000), "1000 is no card number"),
        ((1, 2, 3, 4, -1), "-1 is no card number"),
    ],
)
def test_what_the_library_would_not_catch(cards: tuple[int, ...], said: str) -> None:
    with pytest.raises(Problem, match=said):
        strength(cards)
