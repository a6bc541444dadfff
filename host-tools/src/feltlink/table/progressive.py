"""The progressive of a table: which meter its game plays on, and that meter's plan."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feltlink.floor import plan_file
from feltlink.floor.opening import open_store
from feltlink.floor.store import Store
from feltlink.games.ultimate_holdem_rules import HoldemRules
from feltlink.money.meter_plan import Level, Plan
from feltlink.problem import Problem
from feltlink.table.file import TableFile
from feltlink.table.playing import CardTable, Playing, SpinTable
from feltlink.toml_locator import Flaw, inside
from feltlink.wheel.config import Progressive

PPM_PER_BASIS_POINT = 100


@dataclass(frozen=True, slots=True)
class MeterSetup:
    """The plan, and the address of its store."""

    plan: Plan
    url: str

    def store(self) -> Store:
        """The store, where the meter is opened if it is new. Raises Problem."""
        store = open_store(self.url)
        try:
            store.define(self.plan)
        except Problem:
            store.close()
            raise
        return store

    def effective(self) -> dict[str, Any]:
        """What decides how the progressive plays, as JSON."""
        return {"meter": self.plan.dump()}


def load(file: TableFile, playing: Playing, base: Path) -> MeterSetup | None:
    """The meter of a file that has no flaws; None for a game without one."""
    if file.meters is None:
        return None
    plan = _plan(file, playing, base)
    assert plan is not None
    url = file.meters.store
    return MeterSetup(plan, url if "://" in url else str(base / url.removeprefix("sqlite:")))


def flaws(file: TableFile, playing: Playing, base: Path) -> Iterator[Flaw]:
    """What keeps the file's progressive from being played."""
    on = _played_on(playing)
    if on is None:
        if file.meters is not None:
            yield Flaw(("meters",), "is for a game with a progressive, which this one has not")
        return
    name, wager_cents = on
    if file.meters is None:
        yield Flaw(("meters",), f"is missing: the progressive {name!r} needs a store")
        return
    if isinstance(playing, SpinTable):
        if file.meters.plans is not None:
            yield Flaw(("meters", "plans"), "is for card games; the wheel's file has the plan")
    elif file.meters.plans is None:
        yield Flaw(("meters", "plans"), f"is missing: the plan of meter {name!r}")
        return
    try:
        plan = _plan(file, playing, base)
    except Problem as problem:
        yield Flaw(("meters", "plans"), inside(problem))
        return
    if plan is None:
        yield Flaw(("meters", "plans"), f"expected a file with meter {name!r}")
    elif plan.wager_unit_cents != wager_cents:
        yield Flaw(
            ("meters", "plans"),
            f"expected meter {name!r} for a wager of {wager_cents} cents, not of"
            f" {plan.wager_unit_cents}",
        )


def _played_on(playing: Playing) -> tuple[str, int] | None:
    """(meter, wager in cents) of the game."""
    if isinstance(playing, SpinTable):
        top = playing.wheel.top_prize
        return (top.meter, playing.rules.wager_cents) if isinstance(top, Progressive) else None
    if isinstance(playing, CardTable):
        rules = playing.rules
        if isinstance(rules, HoldemRules) and rules.progressive is not None:
            return rules.meter, rules.progressive_cents
    return None


def _plan(file: TableFile, playing: Playing, base: Path) -> Plan | None:
    on = _played_on(playing)
    if on is None:
        return None
    if isinstance(playing, SpinTable):
        top = playing.wheel.top_prize
        assert isinstance(top, Progressive)
        increment = top.increment_basis_points * PPM_PER_BASIS_POINT
        return Plan(on[0], on[1], (Level("main", top.value_cents, increment),))
    if file.meters is None or file.meters.plans is None:
        return None
    plans = plan_file.load(base / file.meters.plans)
    return next((plan for plan in plans if plan.meter == on[0]), None)
