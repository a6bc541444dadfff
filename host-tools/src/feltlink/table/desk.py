"""The supervisor's desk: pending wins, adjustments and states of the meters, faults to clear.

Every act is booked under a supervisor's name and carries an id: the same id again books nothing
more, also after a restart, for an adjustment names its id in the reason that the meter keeps.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from feltlink.floor.store import Store
from feltlink.money.cents import show
from feltlink.money.meter_entry import Entry
from feltlink.money.meter_request import Adjust, DeskRequest, SetState, Verify
from feltlink.problem import Problem
from feltlink.table.two_people import TwoPeople

HISTORY = 30
SEARCHED = 2000
POTS = ("current", "reserve", "overflow")
STATES = ("open", "locked", "disabled")
VERDICTS = ("confirmed", "voided")
MOST_CENTS = 10**9

Json = dict[str, Any]


class Desk:
    """The desk of one table. `store` opens the meters' store; None for a table without one.

    `clear` has the controller try its faulted inputs again for somebody (role and name): "" or why
    it cannot.
    """

    def __init__(
        self,
        store: Callable[[], Store] | None,
        clear: Callable[[str], str],
        rule: TwoPeople | None = None,
    ) -> None:
        self.store = store
        self._rule = rule or TwoPeople()
        self._one_at_a_time = asyncio.Lock()
        self.clear = clear

    async def state(self) -> Json:
        """Each meter with its amounts (µ$), the wins to verify and the newest entries."""
        return await asyncio.to_thread(self._read)

    async def book(self, asked: DeskRequest, ident: str) -> str:
        """Book it once; "" or a sentence why not."""
        async with self._one_at_a_time:
            try:
                await asyncio.to_thread(self._book, asked, ident)
            except Problem as problem:
                return str(problem)
        return ""

    async def takes_two(self, asked: DeskRequest) -> str:
        """Why this takes two supervisors; "" when one is enough."""
        if isinstance(asked, Adjust) and abs(asked.amount_cents) >= self._rule.adjust_cents:
            return f"An adjustment of {show(self._rule.adjust_cents)} or more"
        if isinstance(asked, Verify):
            cents = await asyncio.to_thread(self._award_cents, asked)
            if cents >= self._rule.award_cents:
                return f"A win of {show(self._rule.award_cents)} or more"
        return ""

    def _opened(self) -> Store:
        if self.store is None:
            raise Problem("this table has no progressive meter")
        return self.store()

    def _award_cents(self, asked: Verify) -> int:
        with self._opened() as store:
            waiting = store.undecided(asked.meter)
        return next((one.amount_cents for one in waiting if one.number == asked.award), 0)

    def _book(self, asked: DeskRequest, ident: str) -> None:
        with self._opened() as store:
            if isinstance(asked, Adjust):
                mark = f" (act {ident})"
                first = max(0, store.read(asked.meter).number - SEARCHED)
                if any(e.reason.endswith(mark) for e in store.entries(asked.meter, first)):
                    return
                if not asked.reason.strip():
                    raise Problem("no reason is given")
                made = {**asdict(asked), "reason": asked.reason.strip() + mark}
                asked = Adjust(**made)
            store.ask(asked)

    def _read(self) -> Json:
        if self.store is None:
            return {"meters": []}
        with self.store() as store:
            return {"meters": [_meter(store, name) for name in store.meters()]}


def _meter(store: Store, name: str) -> Json:
    meter = store.read(name)
    newest = list(store.entries(name, max(0, meter.number - HISTORY)))
    return {
        "meter": name,
        "state": meter.state,
        "levels": {
            level: {pot: getattr(one.amounts, pot) for pot in (*POTS, "paid")}
            for level, one in meter.levels.items()
        },
        "awards": [asdict(award) for award in store.undecided(name)],
        "history": [_told(entry) for entry in reversed(newest)],
    }


def _told(entry: Entry) -> Json:
    body = asdict(entry)
    del body["trigger"]  # a mystery stays one
    amounts = body.pop("amounts")
    return {**body, "amounts": {pot: amounts[pot] for pot in (*POTS, "paid") if amounts[pot]}}


def request_of(given: Json, by: str) -> DeskRequest | None:
    """What a page asks for; None when it makes no sense."""
    match given:
        case {"do": "verdict", "meter": str(meter), "award": int(award), "verdict": str(verdict)}:
            reason = given.get("reason", "")
            if verdict in VERDICTS and isinstance(reason, str):
                said: Any = verdict
                return Verify(meter, award, said, by, reason.strip())
        case {
            "do": "adjust", "meter": str(meter), "level": str(level), "pot": str(pot),
            "amount_cents": int(cents), "reason": str(reason),
        }:  # fmt: skip
            if pot in POTS and 0 < abs(cents) <= MOST_CENTS and not isinstance(cents, bool):
                held: Any = pot
                return Adjust(meter, level, held, cents, by, reason)
        case {"do": "state", "meter": str(meter), "state": str(state), "reason": str(reason)}:
            if state in STATES:
                to: Any = state
                return SetState(meter, to, by, reason.strip())
    return None
