"""A round with two winners of the progressive, played by itself on a stacked deck.

Both wins are keyed, pending, confirmed and paid by hand; the meter reseeds and another table
plays on meanwhile; envy is paid; in the end the books are added up again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltlink.cli.demo_script import Script
from feltlink.cli.serving import AtWork
from feltlink.floor.place import Place
from feltlink.floor.store import Store
from feltlink.games.core import Draw
from feltlink.money.cents import show
from feltlink.money.meter_request import Contribute, Verify
from feltlink.problem import Problem

METER = "demo-progressive"
SEATS = (2, 4, 5)
DEAL = (  # a card a round to each seat and the dealer, burn, flop, burn, turn and river
    *("9s", "2d", "As", "2c", "8s", "7c", "Ks", "3h"),
    *("6d", "Qs", "Js", "Ts", "6h", "4d", "5c"),
)
"""Seat 5 holds a royal flush on the flop, seat 2 a straight flush, seat 4 nothing."""
ELSEWHERE = "Another table"
SUPERVISOR = "Demo Supervisor"


def stacked(asked: Draw) -> dict[str, Any]:
    """The deck of the demo."""
    if asked.options.get("count") != len(DEAL):
        raise Problem(f"the demo's deck has {len(DEAL)} cards, not {asked.options.get('count')}")
    return {"cards": list(DEAL)}


class Evening(Script):
    """Plays the round. `floor` is the store as a supervisor's desk sees it."""

    def __init__(self, at: AtWork, say: Callable[[str], None], floor: Store) -> None:
        super().__init__(at, say)
        self.floor = floor

    async def play(self) -> None:
        """Play the round to its end. A step that does not come is a Problem."""
        await self._ready()
        await self._until("the meter", lambda v: v["meters"]["status"] == "up")
        self._show_meter("before the round")
        await self._bet()
        await self._lock()
        await self._decide()
        self._act("award", seat=2, keyed=True)
        self._act("award", seat=2, keyed=False)  # pressed by accident: press again
        self._act("award", seat=5, keyed=True)
        self._act("award", seat=2, keyed=True)
        await self._until("two pending awards", lambda v: self._meter(v)["pending"] == 2)
        self._show_meter("both wins keyed, the meter reseeded")
        self._elsewhere(6)
        await self._until("the other table's bets", lambda v: self._shown(v) > 900_000 + 100)
        self._show_meter("another table has bet meanwhile")
        await self._confirm()
        await self._pay()

    async def _bet(self) -> None:
        self._act("new_game")
        for seat in SEATS:
            for wager in ("ante", "blind"):
                self._act("wager", seat=seat, wager=wager, amount_cents=1000)
            self._felt.set_chip(seat, True)
        await self._until("three progressive bets", lambda v: self._covered(v) == set(SEATS))

    async def _lock(self) -> None:
        self._act("begin_game")
        await self._until("the lock", lambda v: v["state"]["phase"] == "preflop")
        for seat in SEATS:
            self._felt.set_chip(seat, False)  # the dealer collects the progressive bets
        await self._until("the contributions", lambda v: self._shown(v) > 1_000_000)
        self._show_meter("three bets locked")

    async def _decide(self) -> None:
        while self._view()["phase"] != "pay":
            acts = [act for act in self._view()["acts"] if act["act"] == "decide"]
            self._act("decide", seat=acts[0]["seat"], choice=acts[0]["choice"])

    def _elsewhere(self, bets: int) -> None:
        """Another table on the same meter, whose play goes on."""
        place = self.floor.place(ELSEWHERE)
        wagers = [
            Contribute(METER, place.last + 1, seat, "progressive", 100) for seat in range(bets)
        ]
        told = self.floor.deliver(ELSEWHERE, place.last + 1, place.chain, wagers)
        if isinstance(told, Place):
            raise Problem("the other table's bets were not booked", code=1)

    async def _confirm(self) -> None:
        waiting = self.floor.undecided(METER)
        for award in waiting:
            self.floor.ask(Verify(METER, award.number, "confirmed", SUPERVISOR, "cards looked at"))
        await self._until("the verdicts", lambda v: self._meter(v)["pending"] == 0)
        await self._until("two awards to pay", lambda v: len(self._side("progressive")) == 3)
        for award in waiting:
            for line in self.floor.slip(METER, award.number).lines():
                self._say(f"         | {line}")

    async def _pay(self) -> None:
        for payment in self._view()["payments"]:
            self._act("paid", payment=payment["payment"])
        self._act("close")
        await self._until("the end of the round", lambda v: self._closed())
        await self._until("dark lights", lambda v: not self._lit())
        self._show_meter("the round is closed")
        self.tell()

    def _view(self) -> dict[str, Any]:
        state: dict[str, Any] = self._host.view()["state"]
        return state

    def _side(self, part: str) -> list[dict[str, Any]]:
        return [payment for payment in self._view()["payments"] if payment["part"] == part]

    def _closed(self) -> bool:
        waiting: int = self._host.view()["meters"]["waiting"]
        booked = self.floor.round(METER, self._host.name, self._view()["round_id"])
        return waiting == 0 and any(entry.kind == "close" for entry in booked)

    @staticmethod
    def _meter(view: dict[str, Any]) -> dict[str, Any]:
        meter: dict[str, Any] = view["meters"]["meters"][0]
        return meter

    def _shown(self, view: dict[str, Any]) -> int:
        cents: int = self._meter(view)["amounts_cents"]["main"]
        return cents

    def _show_meter(self, when: str) -> None:
        meter = self._meter(self._host.view())
        amount = show(meter["amounts_cents"]["main"])
        pending = f", {meter['pending']} being verified" if meter["pending"] else ""
        self._say(f"         | meter {METER}: {amount}, {meter['state']}{pending} ({when})")
