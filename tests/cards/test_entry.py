"""Three ways in, one gate: keyed, read from a stream, dealt by the host."""

from __future__ import annotations

from collections import Counter

import pytest

from feltlink.cards import deck, entry
from feltlink.cards.card import parse_cards
from feltlink.problem import Problem

ORDER = ["seat 1", "dealer", "seat 1", "dealer", "board", "board", "board"]


def test_places_fill_in_dealing_order() -> None:
    held: dict[str, tuple[int, ...]] = {}
    went = []
    for card in range(len(ORDER)):
        place = entry.next_place(ORDER, held)
        assert place is not None
        went.append(place)
        assert entry.missing(ORDER, held) == len(ORDER) - card
        held[place] = (*held.get(place, ()), card)
    assert went == ORDER
    assert entry.next_place(ORDER, held) is None
    assert entry.missing(ORDER, held) == 0


def test_a_card_keyed_in_between_does_not_put_the_stream_out_of_step() -> None:
    held = {"seat 1": parse_cards("As Ks")}
    assert entry.next_place(ORDER, held) == "dealer"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Xx"], "“Xx” is not a card"),
        (["As"], "the As already lies at dealer"),
        (["2c", "2c"], "the 2c is there twice"),
        (["2c", "As"], "already lies at dealer"),
    ],
)
def test_wrong_and_repeated_cards_are_refused(names: list[str], said: str) -> None:
    taken = entry.take(names, {"dealer": parse_cards("As")})
    assert isinstance(taken, entry.Wrong)
    assert said in taken.sentence


def test_good_cards_are_taken() -> None:
    assert entry.take(["2c", "10d"], {"dealer": parse_cards("As")}) == parse_cards("2c Td")


def test_a_shuffled_deck_has_every_card_once() -> None:
    assert sorted(deck.shuffled()) == list(range(52))
    assert sorted(deck.shuffled(without=[0, 51])) == list(range(1, 51))


def test_every_place_gets_every_card() -> None:
    """20,400 shuffles of four cards: each of 24 orders within six standard deviations of 850."""
    rest = range(4, 52)
    orders = Counter(tuple(deck.shuffled(without=rest)) for _ in range(20_400))
    assert len(orders) == 24
    assert all(abs(count - 850) < 6 * 28.6 for count in orders.values())


def test_drawing_more_than_there_is() -> None:
    assert len(set(deck.draw(5, without=[0]))) == 5
    with pytest.raises(Problem, match="the deck holds 2"):
        deck.draw(3, without=range(50))
