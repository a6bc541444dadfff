"""Cards on their way in: which place the next one belongs to, and what is wrong with it.

Keyed, read by a shoe or dealt by the host, cards go through the same gate. It knows the places in
dealing order and the cards already out, so a wrong, repeated or surplus card is caught before a
game sees it, and a missing one is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from feltlink.cards.card import Card, parse_card, show_card
from feltlink.problem import Problem

Holder = str
Held = Mapping[Holder, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a card is not taken, as a sentence for the dealer."""

    sentence: str


def holder_of(card: Card, held: Held) -> Holder | None:
    """Who has the card already."""
    return next((holder for holder, cards in held.items() if card in cards), None)


def next_place(order: Sequence[Holder], held: Held) -> Holder | None:
    """Who gets the next card of `order`, one name a card; None when all are dealt.

    It is worked out from what is held, so that a card keyed in the middle of a stream does not
    put the stream out of step.
    """
    dealt: dict[Holder, int] = {}
    for holder in order:
        dealt[holder] = dealt.get(holder, 0) + 1
        if dealt[holder] > len(held.get(holder, ())):
            return holder
    return None


def missing(order: Sequence[Holder], held: Held) -> int:
    """How many cards of `order` are still to come."""
    return sum(
        max(0, sum(1 for name in order if name == holder) - len(held.get(holder, ())))
        for holder in dict.fromkeys(order)
    )


def take(names: Iterable[str], held: Held) -> tuple[Card, ...] | Wrong:
    """The cards written in `names`, if each is a card, and no one holds it yet."""
    cards: list[Card] = []
    for name in names:
        try:
            card = parse_card(name)
        except Problem as problem:
            return Wrong(f"{problem.what}: {problem.remedy}")
        owner = holder_of(card, held)
        if owner is not None:
            return Wrong(f"the {show_card(card)} already lies at {owner}")
        if card in cards:
            return Wrong(f"the {show_card(card)} is there twice")
        cards.append(card)
    return tuple(cards)
