"""A deck that the host itself shuffles, with the operating system's generator."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from feltlink.cards.card import DECK, Card, show_card
from feltlink.problem import Problem


def shuffled(without: Collection[Card] = ()) -> list[Card]:
    """A whole deck less the cards already out, every order equally likely (Fisher and Yates)."""
    gone = set(without)
    deck = [card for card in DECK if card not in gone]
    for last in range(len(deck) - 1, 0, -1):
        other = secrets.randbelow(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def draw(count: int, without: Collection[Card] = ()) -> list[str]:
    """The first `count` cards of a fresh shuffle, as text: the answer to a `Draw` of cards."""
    deck = shuffled(without)
    if not 0 <= count <= len(deck):
        raise Problem(
            f"{count} cards cannot be drawn, the deck holds {len(deck)}",
            remedy="begin a new round with a full deck",
        )
    return [show_card(card) for card in deck[:count]]
