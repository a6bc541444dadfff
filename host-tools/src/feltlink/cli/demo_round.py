"""One whole Bonus Spin round, played by itself: chips and button on the board, taps on the host.

It does what a dealer does: looks at the view, and takes the next act. So it also handles a top
prize, whose four checks it makes as a supervisor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from feltlink.cli.serving import AtWork
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.table.felt import SimFelt
from feltlink.table.host import TableHost
from feltlink.table.story import line

BETS = (1, 3, 5)
ACE = 3
BLACKJACK = 5
CHECKS = ("dealt_properly", "bet_made", "natural_blackjack", "stopped_on_top")
PATIENCE_S = 20.0


class Player:
    """Plays the round; `say` gets each line of the story."""

    def __init__(self, at: AtWork, say: Callable[[str], None]) -> None:
        if at.felt is None:
            raise Problem("a script needs a simulated board", remedy='set port = "sim"')
        self._host: TableHost = at.table.host
        self._table = at.table
        self._felt: SimFelt = at.felt
        self._say = say
        self._told = 0
        self._taps = 0
        self._news = asyncio.Event()
        self._host.subscribe(self._news.set)

    async def play(self) -> None:
        """Play one round to its end. A step that does not come is a Problem."""
        await self._until("the controller", lambda v: v["controller"]["state"] == "live")
        await self._until("the program's check", lambda v: self._checked())
        self._act("new_game")
        for seat in BETS:
            self._felt.set_chip(seat, True)
        await self._until("three bets", lambda v: self._covered(v) == set(BETS))
        self._act("begin_game")
        await self._until("the lock", lambda v: v["state"]["phase"] == "marking")
        for seat in BETS:
            self._felt.set_chip(seat, False)  # the dealer collects the bets
        self._act("mark", seat=ACE, mark="even_money")
        self._act("mark", seat=BLACKJACK, mark="spin")
        self._act("proceed_to_spins")
        self._act("enable_spin", seat=BLACKJACK)
        await self._until("the lamp", lambda v: self._felt.state()["button"]["lamp"])
        self._felt.press()
        await self._until("the draw", lambda v: v["state"]["phase"] in ("spun", "top_prize"))
        if self._host.view()["state"]["phase"] == "top_prize":
            for check in CHECKS:
                self._act("verify", by="supervisor Demo", check=check, name="Surveillance Demo")
        self._act("winner_paid", seat=BLACKJACK)
        await self._until("the next round", lambda v: v["state"]["phase"] == "bets")
        await self._until("dark lights", lambda v: not self._lit())
        self.tell()

    def tell(self) -> None:
        """Say what the record holds beyond what was said."""
        connection = self._table.record.live
        for entry in reading.between(connection, self._told + 1):
            self._say(line(entry))
            self._told = entry.number

    def _act(self, act: str, *, by: str = "dealer", **data: Any) -> None:
        self._taps += 1
        round_id = self._host.view()["state"]["round_id"]
        tap = {"id": f"script-{self._taps:03d}", "act": act, "round_id": round_id, **data}
        answer = self._host.act(tap, by)
        self.tell()
        if not answer["ok"]:
            raise Problem(f"{act} was refused: {answer['sentence']}", where="script", code=1)

    async def _until(self, what: str, true: Callable[[dict[str, Any]], bool]) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE_S
        while not true(self._host.view()):
            if self._table.failure is not None:
                raise self._table.failure
            if loop.time() > end:
                why = self._host.view()["controller"]["why"] or "no reason is known"
                raise Problem(f"{what} did not come in {PATIENCE_S:.0f} s ({why})", code=1)
            self._news.clear()
            with suppress(TimeoutError):  # pins change without the host
                await asyncio.wait_for(self._news.wait(), 0.05)
            self.tell()

    def _checked(self) -> bool:
        return self._table.record.ask(reading.last_note, "program") is not None

    @staticmethod
    def _covered(view: dict[str, Any]) -> set[int]:
        return {seat["seat"] for seat in view["state"]["seats"] if seat["covered"]}

    def _lit(self) -> bool:
        state = self._felt.state()
        return state["button"]["lamp"] or any(spot["light"] for spot in state["spots"])
