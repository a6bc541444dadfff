"""What becomes of play, ante, blind and trips at one seat. Pure, and the only place that knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from feltlink.cards.card import Card
from feltlink.cards.ranking import Category, Strength, rank_hand
from feltlink.games import poker_tables
from feltlink.games.cardround.sheet import EVEN, Rounding, Sheet
from feltlink.money.pays import Pays
from feltlink.money.settlement import Outcome

RULE = "20:18:16:15.15"
# (6): the order in which wagers are collected or paid.
ORDER = ("play", "ante", "blind", "trips")
EXACT = Rounding()


@dataclass(frozen=True, slots=True)
class Schedule:
    """Blind and trips pays by category, and how an uneven amount is paid."""

    blind: tuple[Pays | None, ...]
    trips: tuple[Pays | None, ...]
    rounding: Rounding = EXACT


@dataclass(frozen=True, slots=True)
class Bets:
    """What lies at a seat at the showdown. Cents by wager: "play", "ante", "blind", "trips";
    `tips` are the dealer's own wagers that ride on them.
    """

    seat: int
    wagers: Mapping[str, int]
    folded: bool = False
    tips: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Showdown:
    """A hand at the showdown."""

    category: Category
    strength: Strength

    @classmethod
    def of(cls, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Showdown:
        """The best five of two hole cards and the five of the board."""
        return cls(*rank_hand(hole + board))


def by_category(rows: Mapping[str, Pays]) -> tuple[Pays | None, ...]:
    """A table's rows where a category finds its own: index is the category."""
    return tuple(rows.get(category.key) for category in Category)


@cache
def schedule(blind: str, trips: str, rounding: Rounding = EXACT) -> Schedule:
    """The blind column of one table and the trips column of another, by id ("UTH-01")."""
    family = poker_tables.uth()
    return Schedule(
        by_category(family.table(blind).blind.pays),
        by_category(family.table(trips).trips.pays),
        rounding,
    )


def settle_seat(
    sheet: Sheet, table: Schedule, bets: Bets, hand: Showdown | None, dealer: Showdown
) -> None:
    """Write the seat's lines in the order of (6). `hand` may be None only where nothing depends
    on it: a folder without trips.
    """
    for wager in ORDER:
        stake = bets.wagers.get(wager, 0)
        if stake:
            outcome, pays, paragraph = _outcome(table, wager, bets.folded, hand, dealer)
            _write(sheet, table, bets.seat, wager, stake, outcome, pays, paragraph)
            tip = bets.tips.get(wager, 0)
            if tip:  # (3) and ruling 5: settles as the wager that it rides on
                _write(sheet, table, bets.seat, f"{wager}_tip", tip, outcome, pays, paragraph)


def _write(
    sheet: Sheet,
    table: Schedule,
    seat: int,
    wager: str,
    stake: int,
    outcome: Outcome,
    pays: Pays | None,
    paragraph: str,
) -> None:
    if outcome != "win":
        sheet.add(seat, wager, stake, outcome, paragraph)
    elif pays is None:
        sheet.add(seat, wager, stake, outcome, paragraph, pays=EVEN, winnings_cents=stake)
    else:
        won = table.rounding.winnings_cents(pays, stake)
        sheet.add(seat, wager, stake, outcome, paragraph, pays=pays.text, winnings_cents=won)


def _outcome(
    table: Schedule, wager: str, folded: bool, hand: Showdown | None, dealer: Showdown
) -> tuple[Outcome, Pays | None, str]:
    """Outcome, odds other than even money, and the paragraph that says so."""
    if wager == "trips":
        return _trips(table, folded, hand)
    if folded:
        return "lose", None, f"{RULE}(12)"
    if hand is None:
        raise ValueError("a hand that is played must be known")
    if wager == "ante" and dealer.category < Category.PAIR:
        return "no_action", None, f"{RULE}(13)(a)"
    if hand.strength == dealer.strength:
        return "push", None, f"{RULE}(14)"
    won = hand.strength > dealer.strength
    if wager == "blind":
        return _blind(table, won, hand)
    return ("win" if won else "lose"), None, f"{RULE}(15)"


def _blind(table: Schedule, won: bool, hand: Showdown) -> tuple[Outcome, Pays | None, str]:
    if not won:
        return "lose", None, f"{RULE}(16)"
    pays = table.blind[hand.category]
    if pays is None:  # (13)(b), ruling 8: a win with less than a straight
        return "push", None, f"{RULE}(13)(b)"
    return "win", pays, f"{RULE}(16)"


def _trips(
    table: Schedule, folded: bool, hand: Showdown | None
) -> tuple[Outcome, Pays | None, str]:
    paragraph = f"{RULE}(12)" if folded else f"{RULE}(17)"
    if hand is None:
        raise ValueError("a trips wager needs its hand")
    pays = table.trips[hand.category]
    return ("lose" if pays is None else "win"), pays, paragraph
