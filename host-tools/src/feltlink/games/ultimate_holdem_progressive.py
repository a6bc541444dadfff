"""The progressive of the Hold'em tables and its envy. It plays for hand value only.

20:18:16:15.15(18). Wagers are collected before the deal, so a win is what is handed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from feltlink.cards.card import Card
from feltlink.cards.ranking import Category, category, strength
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.poker_tables import PmgTable, UthpTable
from feltlink.money.pays import Pays

PARAGRAPH = "20:18:16:15.15(18)"
HandOf = Literal["first_five", "best_of_seven"]

Row = tuple[str, Pays]


@dataclass(frozen=True, slots=True)
class Player:
    """A seat that was dealt in. `wager_cents` is 0 without the progressive wager."""

    seat: int
    hole: tuple[Card, ...]
    wager_cents: int


def award(
    table: UthpTable | PmgTable,
    hole: tuple[Card, ...],
    board: tuple[Card, ...],
    hand_of: HandOf = "first_five",
) -> Row | None:
    """The one row, the best, that a hand is paid; None for a hand that loses.

    `board` is the flop, the turn and the river in this order. PMG tables rank the first five
    cards (ruling 13), UTHP tables the best five of seven (rulings 11 and 12).
    """
    if isinstance(table, PmgTable):
        return _row(table.pays, pmg_category(hole, board, hand_of).key)
    of_seven = category(strength(hole + board))
    if of_seven is Category.ROYAL_FLUSH:
        return _row(table.pays, _royal(table, hole, board))
    return _row(table.pays, of_seven.key)


def pmg_category(
    hole: tuple[Card, ...], board: tuple[Card, ...], hand_of: HandOf = "first_five"
) -> Category:
    """What PMG tables rank, for the wager and for envy alike (rulings 13 and 16)."""
    return category(strength(hole + (board[:3] if hand_of == "first_five" else board)))


def _royal(table: UthpTable, hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    if category(strength(board)) is Category.ROYAL_FLUSH:
        return "community_royal"
    if "royal_flush" in table.pays:  # UTHP-02: any royal with a hole card
        return "royal_flush"
    first_five = category(strength(hole + board[:3])) is Category.ROYAL_FLUSH
    return "royal_first_five" if first_five else "royal_first_seven"


def _row(rows: Mapping[str, Pays], key: str) -> Row | None:
    pays = rows.get(key)
    return None if pays is None else (key, pays)


def settle(
    sheet: Sheet,
    table: UthpTable | PmgTable,
    players: Sequence[Player],
    board: tuple[Card, ...],
    keyed_cents: Mapping[int, int],
    hand_of: HandOf = "first_five",
) -> None:
    """Write the progressive lines, then the envy lines, in the order of `players`.

    `keyed_cents` is what the meter gave each seat whose award is a share of it; a seat that has
    not been keyed yet has no line.
    """
    for player in players:
        if player.wager_cents:
            _settle_one(sheet, table, player, board, keyed_cents, hand_of)
    if isinstance(table, PmgTable):
        for player in players:
            if player.wager_cents:
                _envy(sheet, table, player, players, board, hand_of)


def _settle_one(
    sheet: Sheet,
    table: UthpTable | PmgTable,
    player: Player,
    board: tuple[Card, ...],
    keyed_cents: Mapping[int, int],
    hand_of: HandOf,
) -> None:
    seat, stake = player.seat, player.wager_cents
    won = award(table, player.hole, board, hand_of)
    if won is None:
        sheet.collected(seat, "progressive", stake, 0, PARAGRAPH)
    elif won[1].kind != "percent":  # (18)(a)ii: from the tray, the meter left alone
        amount = won[1].collected_cents(stake)
        sheet.collected(seat, "progressive", stake, amount, f"{PARAGRAPH}(a)ii", pays=won[1].text)
    elif seat in keyed_cents:  # (18)(a)i: from the meter as it stood when keyed
        sheet.collected(
            seat,
            "progressive",
            stake,
            keyed_cents[seat],
            f"{PARAGRAPH}(a)i",
            pays=won[1].text,
            paid_by="meter",
        )


def _envy(
    sheet: Sheet,
    table: PmgTable,
    player: Player,
    players: Sequence[Player],
    board: tuple[Card, ...],
    hand_of: HandOf,
) -> None:
    """(18)(b): once for every other player's royal or straight flush, never for one's own."""
    for other in players:
        if other.seat == player.seat:
            continue
        row = pmg_category(other.hole, board, hand_of).key
        if row in table.envy:
            amount = table.envy_cents(row, player.wager_cents)
            sheet.collected(
                player.seat,
                f"envy of seat {other.seat}",
                0,
                amount,
                f"{PARAGRAPH}(b)",
                pays=table.envy[row].text,
            )
