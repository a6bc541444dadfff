"""A demo that plays by itself: acts on the host, waits for what has to come, tells the story."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from feltlink.cli.serving import AtWork
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.table.felt import SimFelt
from feltlink.table.host import TableHost
from feltlink.table.story import line

PATIENCE_S = 20.0


class Script:
    """A dealer's hands and eyes; `say` gets each line of the story."""

    def __init__(self, at: AtWork, say: Callable[[str], None]) -> None:
        if at.felt is None:
            raise Problem("a script needs a simulated board", remedy='set port = "sim"')
        self._host: TableHost = at.table.host
        self._table = at.table
        self._felt: SimFelt = at.felt
        self._say = say
        self._told = 0
        self._taps = 0
        self._run = secrets.token_hex(4)  # a kept record holds the acts of an earlier run
        self._news = asyncio.Event()
        self._host.subscribe(self._news.set)

    def tell(self) -> None:
        """Say what the record holds beyond what was said."""
        connection = self._table.record.live
        for entry in reading.between(connection, self._told + 1):
            self._say(line(entry))
            self._told = entry.number

    def _act(self, act: str, *, by: str = "dealer", **data: Any) -> None:
        self._taps += 1
        round_id = self._host.view()["state"]["round_id"]
        ident = f"script-{self._run}-{self._taps:03d}"
        tap = {"id": ident, "act": act, "round_id": round_id, **data}
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

    async def _ready(self) -> None:
        """Until the controller is live and its program is checked."""
        await self._until("the controller", lambda v: v["controller"]["state"] == "live")
        await self._until("the program's check", lambda v: self._checked())

    def _checked(self) -> bool:
        return self._table.record.ask(reading.last_note, "program") is not None

    @staticmethod
    def _covered(view: dict[str, Any]) -> set[int]:
        return {seat["seat"] for seat in view["state"]["seats"] if seat["covered"]}

    def _lit(self) -> bool:
        state = self._felt.state()
        return state["button"]["lamp"] or any(spot["light"] for spot in state["spots"])
