"""A Bonus Spin table for tests: the rules, and a hand that plays inputs into them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from feltlink.games.bonus_spin import BonusSpin
from feltlink.games.bonus_spin_rules import Rules, build
from feltlink.games.bonus_spin_state import State
from feltlink.games.core import Effect, Input, Settle
from feltlink.money.settlement import Line
from feltlink.wheel.config import Fixed, NonCash, Progressive, WheelConfig

TOPS: dict[str, Fixed | NonCash | Progressive] = {
    "fixed": Fixed(kind="fixed", amount_dollars=5000),
    "non_cash": NonCash(kind="non_cash", description="a pickup", value_dollars=40_000),
    "progressive": Progressive(
        kind="progressive", meter="spin", seed_dollars=1000, increment_basis_points=1000
    ),
}
REPORTS = {
    *("edge", "late_edge", "locked", "press", "press_ignored", "disarmed", "fault"),
    *("fault_cleared", "controller", "snapshot", "overflow"),
}
ANSWERS = {"drawn", "awards", "award_waiting", "award_verified", "meter_link"}
WEIGHTS = (1, 99, 200, 400, 700, 1000, 1200, 1400, 1500, 1600, 1800, 2100)


def rules(paytable: str = "A5", top: str = "fixed", **more: Any) -> Rules:
    """Rules with weights that are fit for a test."""
    config = WheelConfig(paytable=paytable, weights=WEIGHTS, top_prize=TOPS[top])
    return replace(build(config), **more)


class Hand:
    """Plays inputs. Everything it needs is filled in where a test does not say it."""

    def __init__(self, given: Rules) -> None:
        self.game = BonusSpin(given)
        self.state: State = self.game.initial()
        self.number = 0
        self.lines: list[Line] = []
        self.effects: tuple[Effect, ...] = ()

    def give(self, kind: str, by: str = "", **data: Any) -> str | None:
        """Apply one input; return the refusal's sentence, if it is refused."""
        self.number += 1
        who = "controller" if kind in REPORTS else "host" if kind in ANSWERS else "dealer"
        if who == "dealer":
            data.setdefault("round_id", self.state.round_id)
        before = self.state
        step = self.game.step(before, Input(self.number, kind, data, by or who))
        self.effects = step.effects
        if step.refused:
            assert step.state == before, f"{kind} was refused and changed the state"
            assert len(step.effects) == 1
            return step.refused.sentence
        self.state = step.state
        for effect in step.effects:
            if isinstance(effect, Settle):
                self.lines += effect.lines
        return None

    def all_of(self, kind: type) -> list[Any]:
        """The effects of one kind that the last input had."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def view(self) -> Mapping[str, Any]:
        """What the pages show."""
        return self.game.view(self.state)

    def begin(self, *seats: int, round_id: int | None = None) -> None:
        """Open a round in which `seats` have bet, up to the marking."""
        if self.state.link != "live":
            self.give("controller", state="found")
        if self.state.phase != "bets":
            self.give("new_game")
        for seat in seats:
            self.give("edge", seat=seat, spot="bonus_spin", covered=True)
        assert self.give("begin_game") is None
        spots = [[seat, "bonus_spin"] for seat in seats]
        assert self.give("locked", round_id=self.state.round_id, spots=spots) is None
