"""One whole round of a card game, played by itself: chips on the board, cards dealt by the host.

It does what a dealer does: places what is keyed, locks, and takes the act that the view offers.
"""

from __future__ import annotations

from typing import Any

from feltlink.cards.card import parse_cards
from feltlink.cli.demo_script import Script
from feltlink.odds import uth_strategy

SENSORS = (1, 2, 4)
BANK = 6


class CardPlayer(Script):
    """Plays the round at a table of `game`."""

    async def play(self) -> None:
        """Play one round to its close. A step that does not come is a Problem."""
        await self._ready()
        game = self._host.view()["state"]["game"]
        self._act("new_game")
        self._place(game)
        for seat in SENSORS:
            self._felt.set_chip(seat, True)
        await self._until("the side bets", lambda v: self._covered(v) == set(SENSORS))
        self._act("begin_game")
        await self._until("the lock", lambda v: v["state"]["phase"] not in ("bets", "locking"))
        await self._until("the lights", lambda v: self._lit())
        await self._until("the deal", lambda v: v["state"]["phase"] != "deal")
        while self._host.view()["state"]["phase"] != "idle":
            self._next()
        await self._until("dark lights", lambda v: not self._lit())
        self.tell()

    def _place(self, game: str) -> None:
        if game == "duel-draw":
            for seat in (1, 3):
                self._act("wager", seat=seat, wager="hand_2", amount_cents=1000)
            return
        if game == "player-dealer":
            self._act("player_dealer", seat=BANK, amount_cents=50_000)
        for seat in SENSORS if game == "player-dealer" else (1, 3, 4):
            for wager in ("ante", "blind"):
                self._act("wager", seat=seat, wager=wager, amount_cents=1000)

    def _next(self) -> None:
        """The next choice of a player, or else what the big button does."""
        state = self._host.view()["state"]
        waiting = next((seat for seat in state["seats"] if seat["to_choose"]), None)
        if waiting is not None:
            choice = choose(state["phase"], waiting, state["cards"])
            self._act("decide", seat=waiting["seat"], choice=choice)
            return
        act = state["primary"]
        names = ("seat", "payment", "keyed")
        self._act(act["act"], **{name: act[name] for name in names if name in act})


def choose(stage: str, seat: dict[str, Any], cards: dict[str, list[str]]) -> str:
    """The simple strategy at Hold'em; at Duel Draw a pair or a card of nine or better plays."""
    hole = parse_cards(seat["cards"])
    if stage == "play":
        one, two = hole[0] // 4, hole[1] // 4
        return "play" if one == two or max(one, two) >= uth_strategy.TEN - 1 else "fold"
    board = parse_cards([card for card in cards["board"] if card != "?"])
    if stage == "preflop":
        return uth_strategy.preflop(hole)
    return (
        uth_strategy.flop(hole, board) if stage == "flop_bet" else uth_strategy.river(hole, board)
    )
