"""Exact odds of trips and of the progressives, through the games' own settlement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb

from feltlink.cards.card import Card, parse_cards
from feltlink.cards.ranking import Category, category
from feltlink.games import poker_tables
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.poker_tables import PmgTable, UthpTable
from feltlink.games.ultimate_holdem_progressive import HandOf, award
from feltlink.games.ultimate_holdem_settle import Bets, Showdown, schedule, settle_seat
from feltlink.money.pays import Pays
from feltlink.odds.classes import Progress, quiet, strengths
from feltlink.odds.figures import Figures, deviation

STAKE = 10_000
"""Cents of the wager that is settled for each class; any other gives the same fractions."""
ROYALS = 4 * comb(47, 2)
"""Sevens that hold a royal flush."""
PLACES = comb(7, 2) * comb(5, 3)
"""Ways to lay seven cards out as two hole cards, three of the flop and two more."""


def trips(table: str, progress: Progress = quiet) -> Figures:
    """The trips wager at UTH-01 … UTH-04, over all 133,784,560 sevens."""
    pays = schedule(table, table)
    counts: Counter[Category] = Counter()
    total = squares = hits = 0
    for worth, hands in strengths(7, progress).items():
        hand = Showdown(category(worth), worth)
        sheet = Sheet()
        settle_seat(sheet, pays, Bets(1, {"trips": STAKE}), hand, hand)
        net = sum(line.amount_cents - line.stake_cents for line in sheet.lines)
        counts[hand.category] += hands
        total += net * hands
        squares += net * net * hands
        hits += hands if net > 0 else 0
    return per_hand(f"Trips, {table}", counts, total, squares, hits)


def per_hand(title: str, counts: Counter[Category], total: int, squares: int, hits: int) -> Figures:
    """Figures of a wager that a hand alone decides. `total` and `squares` are of net cents at
    STAKE, over all hands.
    """
    hands = counts.total()
    mean = Fraction(total, STAKE * hands)
    return Figures(
        title,
        "the wager",
        {
            "house_edge": -mean,
            "ev": mean,
            "return": 1 + mean,
            "hit_rate": Fraction(hits, hands),
            "sd": deviation(mean, Fraction(squares, STAKE * STAKE * hands)),
            "hands": hands,
        },
        {kind.key: counts[kind] for kind in reversed(Category)},
    )


def uthp(table: str, meter_cents: int = 0, progress: Progress = quiet) -> Figures:
    """The progressive of UTHP-01 or UTHP-02: return without the meter, and with it."""
    rows = poker_tables.uthp().table(table)
    counts: Counter[str] = Counter()
    for worth, hands in strengths(7, progress).items():
        kind = category(worth)
        if kind is not Category.ROYAL_FLUSH and kind.key in rows.pays:
            counts[kind.key] += hands * PLACES
    for hole, board in _royal_deals():
        won = award(rows, hole, board)
        if won is not None:
            counts[won[0]] += ROYALS
    deals = comb(52, 7) * PLACES
    return _metered(f"Progressive, {table}", rows, counts, deals, meter_cents)


def pmg(
    table: str,
    meter_cents: int = 0,
    others: int = 0,
    hand_of: HandOf = "first_five",
    progress: Progress = quiet,
) -> Figures:
    """The multi link progressive PMG-01 or PMG-02, with envy for `others` seats at the table."""
    rows = poker_tables.pmg().table(table)
    size = 5 if hand_of == "first_five" else 7
    counts: Counter[str] = Counter()
    for worth, hands in strengths(size, progress).items():
        counts[category(worth).key] += hands
    return _metered(
        f"Multi link progressive, {table}",
        rows,
        counts,
        comb(52, size),
        meter_cents,
        others,
    )


def _metered(
    title: str,
    rows: UthpTable | PmgTable,
    counts: Counter[str],
    deals: int,
    meter_cents: int,
    others: int = 0,
) -> Figures:
    stake = rows.wager.collected_cents(0) if isinstance(rows, PmgTable) else 100
    fixed = _share(rows.pays, counts, deals, lambda pays: _from_tray(pays, stake))
    share = _share(rows.pays, counts, deals, _of_meter)
    envy = Fraction(0)
    if isinstance(rows, PmgTable):
        envy = sum(
            (Fraction(counts[row] * rows.envy_cents(row, stake), deals) for row in rows.envy),
            Fraction(0),
        )
    values = {
        "house_edge": 1 - (fixed + share * meter_cents + envy * others) / stake,
        "fixed_return": fixed / stake,
        "return_per_dollar_of_meter": share * 100 / stake,
        "break_even_meter_dollars": (stake - fixed) / share / 100,
        "hit_rate": Fraction(sum(counts[row] for row in rows.pays), deals),
    }
    if isinstance(rows, PmgTable):
        values["envy_return_per_other_player"] = envy / stake
    return Figures(
        title,
        "the wager",
        {**values, "meter_cents": meter_cents, "other_players": others},
        {row: counts[row] for row in rows.pays},
        ("house_edge is at the meter and the other players given; break even is without envy",),
        {"probabilities": {row: Fraction(counts[row], deals) for row in rows.pays}},
    )


def _share(
    rows: dict[str, Pays], counts: Counter[str], deals: int, of: Callable[[Pays], Fraction]
) -> Fraction:
    return sum((of(pays) * Fraction(counts[row], deals) for row, pays in rows.items()), Fraction(0))


def _from_tray(pays: Pays, stake: int) -> Fraction:
    return Fraction(0 if pays.kind == "percent" else pays.collected_cents(stake))


def _of_meter(pays: Pays) -> Fraction:
    return pays.ratio if pays.kind == "percent" else Fraction(0)


def _royal_deals() -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Every place that a royal's five cards can lie in among seven: the other two matter not."""
    seven = parse_cards("As Ks Qs Js Ts 2c 3d")
    deals: list[tuple[tuple[Card, ...], tuple[Card, ...]]] = []
    for hole in combinations(seven, 2):
        rest = [card for card in seven if card not in hole]
        for flop in combinations(rest, 3):
            last = tuple(card for card in rest if card not in flop)
            deals.append((hole, flop + last))
    return deals
