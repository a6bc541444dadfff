"""Cards and how they are written: "As", "Td", "2c".

A card is an integer 0 … 51, `rank * 4 + suit`; ranks run from two (0) to ace (12), suits are clubs,
diamonds, hearts, spades (0 … 3). A number costs nothing to compare; text is for people and files.
"""

from __future__ import annotations

from collections.abc import Iterable

from feltlink.problem import Problem

Card = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(range(52))

_SYMBOLS = str.maketrans(
    {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
)
_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_BY_NAME = {name: card for card, name in enumerate(_NAMES)}
_REMEDY = "write rank then suit: 2-9, T, J, Q, K or A, then c, d, h or s; for example As or Td"


def parse_card(text: str, where: str = "") -> Card:
    """The card written as `text`: "As", "10d", "t♣". Raises `Problem` naming what is wrong."""
    plain = text.strip().translate(_SYMBOLS)
    found = _BY_NAME.get(plain)
    if found is not None:
        return found
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    found = _BY_NAME.get(plain[:1].upper() + plain[1:].lower())
    if found is None:
        raise Problem(f"“{text}” is not a card", where=where, remedy=_REMEDY)
    return found


def parse_cards(text: str | Iterable[str], where: str = "") -> tuple[Card, ...]:
    """Several cards, "As Td" or ["As", "Td"], all different."""
    names = text.replace(",", " ").split() if isinstance(text, str) else list(text)
    cards = tuple(parse_card(name, where) for name in names)
    refuse_repeats(cards, where)
    return cards


def show_card(card: Card) -> str:
    """ "As" for 51."""
    if not 0 <= card < 52:
        raise Problem(f"{card} is no card number", remedy="cards are numbered 0 to 51")
    return _NAMES[card]


def show_cards(cards: Iterable[Card]) -> str:
    """ "As Td"."""
    return " ".join(show_card(card) for card in cards)


def refuse_repeats(cards: Iterable[Card], where: str = "") -> None:
    """Raise `Problem` if a card is there twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise Problem(
                f"the {show_card(card)} is there twice",
                where=where,
                remedy="a single deck has it once: look at the cards again",
            )
        seen.add(card)
