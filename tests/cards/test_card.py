"""How cards are written, and what is said of one that is written wrongly."""

from __future__ import annotations

import pytest

from feltlink.cards.card import DECK, parse_card, parse_cards, show_card, show_cards
from feltlink.problem import Problem


def test_every_card_reads_back_as_it_is_written() -> None:
    assert [parse_card(show_card(card)) for card in DECK] == list(DECK)


@pytest.mark.parametrize("text", ["Td", "td", "TD", "10d", "10D", " Td ", "T♦", "10♦"])
def test_the_ten_of_diamonds_in_every_hand(text: str) -> None:
    assert show_card(parse_card(text)) == "Td"


@pytest.mark.parametrize(
    "text", ["", "A", "1s", "As2", "Ax", "sA", "11s", "0s", "joker", "A s", "10"]
)
def test_what_is_no_card_says_how_to_write_one(text: str) -> None:
    with pytest.raises(Problem) as caught:
        parse_card(text, where="line 3")
    assert f"“{text}”" in str(caught.value)
    assert "line 3" in str(caught.value)
    assert "for example As" in str(caught.value)


def test_a_list_of_cards_takes_spaces_commas_and_lists() -> None:
    assert parse_cards("As Td") == parse_cards("As,Td") == parse_cards(["As", "Td"])
    assert show_cards(parse_cards("As, Td 2c")) == "As Td 2c"


def test_a_repeated_card_is_named() -> None:
    with pytest.raises(Problem, match="the Td is there twice"):
        parse_cards("Td As 10d")


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_a_number_that_is_no_card(number: int) -> None:
    with pytest.raises(Problem, match="no card number"):
        show_card(number)
