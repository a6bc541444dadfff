"""What becomes of pocket pair, hand 1, hand 2 and big 8 at one seat. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from feltlink.cards.card import RANKS, Card
from feltlink.cards.ranking import Category, Strength, category, pair_rank, strength
from feltlink.games import poker_tables
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.ultimate_holdem_settle import by_category
from feltlink.money.pays import Pays

RULE = "20:18:16:15.23"
NINE = RANKS.index("9")
Rows = tuple[Pays | None, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """Pays of the hands and of big 8 by category, of pocket pairs by rank (0 two … 12 ace)."""

    hands: Rows
    nines: Pays
    pairs: Rows
    big8: Rows


@dataclass(frozen=True, slots=True)
class Bets:
    """What lies at a seat: cents of "hand_1", "hand_2", "big_8"; `tips` ride on them."""

    seat: int
    wagers: Mapping[str, int]
    folded: bool = False
    tips: Mapping[str, int] = field(default_factory=dict)


@cache
def schedule(pocket_pair: str, big8: str) -> Schedule:
    """The tables by id, "1" … "6" and "1" … "7"."""
    hands = poker_tables.duel_hands().pays
    pairs = poker_tables.pocket_pair().table(pocket_pair).pays
    return Schedule(
        by_category(hands),
        hands["pair_nines_or_higher"],
        tuple(pairs[rank * 2] for rank in RANKS),
        by_category(poker_tables.big8().table(big8).pays),
    )


def hand_pays(table: Schedule, worth: Strength) -> Pays | None:
    """What a hand is paid: a pair of eights or less, or worse, loses (ruling 25)."""
    kind = category(worth)
    if kind is Category.PAIR:
        return table.nines if pair_rank(worth) >= NINE else None
    return table.hands[kind]


def pocket_pays(table: Schedule, hole: tuple[Card, ...]) -> Pays | None:
    """The bonus of two hole cards, if they are a pair that has one."""
    rank = hole[0] // 4
    return table.pairs[rank] if hole[1] // 4 == rank else None


def settle_seat(
    sheet: Sheet,
    table: Schedule,
    bets: Bets,
    hole: tuple[Card, ...],
    hand_1: tuple[Card, ...],
    hand_2: tuple[Card, ...],
) -> None:
    """Write the seat's lines in the order of (6). `hole` may be empty for a folder without
    big 8.
    """
    play = bets.wagers.get("hand_1", 0)
    bonus = pocket_pays(table, hole) if play else None
    if bonus is not None:  # (9), ruling 28: whatever becomes of the other wagers
        sheet.add(
            bets.seat,
            "pocket_pair",
            0,
            "win",
            f"{RULE}(9)",
            pays=bonus.text,
            winnings_cents=bonus.winnings_cents(play),
        )
    if play:
        _hand(sheet, bets, "hand_1", hand_pays(table, strength(hole + hand_1)), f"{RULE}(10)")
    if bets.wagers.get("hand_2", 0):
        if bets.folded:
            _hand(sheet, bets, "hand_2", None, f"{RULE}(7)")
        else:
            _hand(sheet, bets, "hand_2", hand_pays(table, strength(hole + hand_2)), f"{RULE}(10)")
    if bets.wagers.get("big_8", 0):
        pays = table.big8[category(strength(hole + hand_1 + hand_2))]
        _hand(sheet, bets, "big_8", pays, f"{RULE}(12)")


def _hand(sheet: Sheet, bets: Bets, wager: str, pays: Pays | None, paragraph: str) -> None:
    for name, stake in ((wager, bets.wagers[wager]), (f"{wager}_tip", bets.tips.get(wager, 0))):
        if not stake:
            continue
        if pays is None:
            sheet.add(bets.seat, name, stake, "lose", paragraph)
        elif pays.kind == "push":
            sheet.add(bets.seat, name, stake, "push", paragraph, pays=pays.text)
        else:
            won = pays.winnings_cents(stake)
            sheet.add(bets.seat, name, stake, "win", paragraph, pays=pays.text, winnings_cents=won)
