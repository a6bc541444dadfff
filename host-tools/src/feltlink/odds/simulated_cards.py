"""Card games dealt at random and played by a fixed way of choosing."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from feltlink.cards.card import DECK, Card, show_cards
from feltlink.games.card_games import build
from feltlink.games.cardround.game import CardGame
from feltlink.games.cardround.written import Replay, WrittenBank, WrittenRound, WrittenSeat, play
from feltlink.games.duel_draw import DuelDraw
from feltlink.games.duel_draw_settle import pocket_pays, schedule
from feltlink.games.ultimate_holdem_rules import HoldemRules
from feltlink.money.settlement import Line
from feltlink.odds import uth_strategy
from feltlink.odds.duel_odds import hand_ev
from feltlink.odds.simulation import PlayRound
from feltlink.problem import Problem

STAKE = 1000
METER = 1_000_000
"""Cents on the meter of a progressive, whenever it is hit."""
BANK = 10_000_000
MOST = 9
UNSAID: dict[str, dict[str, Any]] = {
    "player-dealer": {"blind_table": "UTH-01", "trips_table": "UTH-01"}
}
"""What must be given and is taken so here if it is not."""

Cards = tuple[Card, ...]


def player(name: str, seats: int, rules: Mapping[str, Any]) -> PlayRound:
    """Plays one round after another at one table, every seat with each of the game's wagers."""
    banked = name == "player-dealer"
    taken = seats + banked
    if taken > MOST:
        raise Problem(f"{taken} seats, the player-dealer's among them", remedy=f"at most {MOST}")
    bank = WrittenBank(seat=taken, wager_cents=BANK) if banked else None
    game = build(name, {**UNSAID.get(name, {}), **rules, "seats": taken, "cards": "keyed"})
    replay = Replay(game)
    wagers = {wager: _stake(game, wager) for wager in game.wager_names}
    places = {"hand_1": 3, "hand_2": 3} if isinstance(game, DuelDraw) else {"board": 5, "dealer": 2}

    def play_round(dice: random.Random) -> Iterable[Line]:
        cards = dice.sample(DECK, 2 * seats + sum(places.values()))
        common: dict[str, Cards] = {}
        for place, count in places.items():
            common[place] = tuple(cards.pop() for _ in range(count))
        written = []
        for seat in range(1, seats + 1):
            hole = cards.pop(), cards.pop()
            choices = _choices(game, hole, common.get("board", ()))
            hand = show_cards(hole)
            written.append(WrittenSeat(seat=seat, wagers=wagers, cards=hand, choices=choices))
        shown = {place: show_cards(hand) for place, hand in common.items()}
        round_ = WrittenRound(seats=written, cards=shown, bank=bank)
        return play(replay, round_, lambda at, stage: _meter(at, round_, stage)).lines

    return play_round


def _stake(game: CardGame, wager: str) -> int:
    spot = game.rules.sensor_of(wager)
    if spot:
        return game.rules.sensors[spot].amount_cents
    if wager == "progressive" and isinstance(game.rules, HoldemRules):
        return game.rules.progressive_cents
    return STAKE


def _meter(replay: Replay, written: WrittenRound, stage: str) -> None:
    """Before the paying: the meter's answer to each winner."""
    if stage == "pay":
        for won in replay.game.winners(replay.state):
            written.awards[won.seat] = METER * won.percent // 100


def _choices(game: CardGame, hole: tuple[Card, Card], board: Cards) -> list[str]:
    """The simple strategy in Hold'em, the choice that returns more in Duel Draw."""
    if isinstance(game, DuelDraw):
        return ["fold" if _folds(game.rules.pocket_pair_table, _kind(hole)) else "play"]
    early = uth_strategy.preflop(hole)
    if early != "check":
        return [early]
    later = uth_strategy.flop(hole, board[:3])
    if later != "check":
        return ["check", later]
    return ["check", "check", uth_strategy.river(hole, board)]


def _kind(hole: tuple[Card, Card]) -> tuple[Card, Card]:
    """Two cards that are worth the same: one suit if these are, else the first two suits."""
    high, low = sorted((card // 4 for card in hole), reverse=True)
    return high * 4, low * 4 + (hole[0] % 4 != hole[1] % 4)


@cache
def _folds(table: str, hole: tuple[Card, Card]) -> bool:
    pays = schedule(table, "1")
    bonus = pocket_pays(pays, hole)
    return 2 * hand_ev(pays, hole) + (bonus.ratio if bonus else 0) < -1
