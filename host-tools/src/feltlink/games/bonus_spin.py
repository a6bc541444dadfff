"""Bonus Spin blackjack, South Dakota 20:18:15:30.15.

A round: new game, begin game (the bets lock), taps on the winners' spots, proceed to spins, and for
each spin: press to enable, the player's press, the wheel, winner paid. The blackjack itself is
played by hand; the system knows the side bet alone.

`bonus_spin_acts` has the acts up to the spins, `bonus_spin_spins` the spins and the top prize,
`bonus_spin_device` the controller's reports, `bonus_spin_lines` when money counts as moved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from feltlink.games import bonus_spin_acts as acts
from feltlink.games import bonus_spin_device as device
from feltlink.games import bonus_spin_spins as spins
from feltlink.games import bonus_spin_state as states
from feltlink.games import bonus_spin_top as top
from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.bonus_spin_state import State, same
from feltlink.games.bonus_spin_view import view
from feltlink.games.core import Input, Step

_Act = Callable[[State, Rules, Input], Step[State]]
_Report = Callable[[State, Rules, Mapping[str, Any]], Step[State]]

ACTS: dict[str, _Act] = {
    "new_game": acts.new_game,
    "begin_game": acts.begin_game,
    "mark": acts.mark,
    "proceed_to_spins": spins.proceed_to_spins,
    "enable_spin": spins.enable_spin,
    "winner_paid": spins.winner_paid,
    "verify": top.verify,
    "deny_top_prize": spins.deny_top_prize,
    "misdeal": acts.misdeal,
}
REPORTS: dict[str, _Report] = {
    "edge": device.edge,
    "late_edge": device.late_edge,
    "locked": acts.locked,
    "press": spins.press,
    "press_ignored": device.ignored,
    "disarmed": device.disarmed,
    "fault": device.fault,
    "fault_cleared": device.fault_cleared,
    "controller": device.controller,
    "snapshot": device.snapshot,
    "overflow": device.overflow,
}
ANSWERS: dict[str, _Report] = {
    "drawn": spins.drawn,
    "awards": top.awards,
    "award_waiting": top.award_waiting,
    "award_verified": spins.award_verified,
    "meter_link": top.meter_link,
}

PEOPLE = ("dealer", "supervisor")


class BonusSpin:
    """The game as the running table sees it; see `core.Game`."""

    name = "bonus_spin"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def initial(self) -> State:
        """Nobody has bet, and the controller has not been heard of."""
        return states.initial(self.rules.seats)

    def step(self, state: State, given: Input) -> Step[State]:
        """Apply one input; lights that changed are told anew."""
        step = self._step(state, given)
        before, after = device.lights(state, self.rules), device.lights(step.state, self.rules)
        return step if before == after else replace(step, effects=(*step.effects, after))

    def _step(self, state: State, given: Input) -> Step[State]:
        if act := ACTS.get(given.kind):
            return self._act(act, state, given)
        if report := REPORTS.get(given.kind):
            if given.role not in ("controller", "host"):
                return acts.refuse(state, "Only the controller reports this.")
            return report(state, self.rules, given.data)
        if answer := ANSWERS.get(given.kind):
            if given.role != "host":
                return acts.refuse(state, "Only the host answers for chance and for the meters.")
            return answer(state, self.rules, given.data)
        return acts.refuse(state, f"Bonus Spin knows no {given.kind!r}.")

    def _act(self, act: _Act, state: State, given: Input) -> Step[State]:
        if given.role not in PEOPLE:
            return acts.refuse(state, "Only a dealer or a supervisor plays this table.")
        if not same(given.data.get("round_id"), state.round_id):
            return acts.refuse(
                state,
                f"This was meant for round {given.data.get('round_id')}; "
                f"it is round {state.round_id} now.",
            )
        step = act(state, self.rules, given)
        if step.refused or step.state is state:
            return step
        # A notice is about what happened before this act, unless the act itself gave it.
        old = step.state.notice == state.notice
        return replace(step, state=replace(step.state, notice=None)) if old else step

    def view(self, state: State) -> dict[str, Any]:
        """What the pages show; its shape is in docs/architecture.md."""
        return view(self, self.rules, state)

    def dump(self, state: State) -> dict[str, Any]:
        """The state as JSON."""
        return states.dump(state)

    def load(self, data: Mapping[str, Any]) -> State:
        """The state that `dump` wrote."""
        return states.load(data)

    def round_id(self, state: State) -> int:
        """The round that is open, or the last one while none is."""
        return state.round_id - (state.phase == "bets")

    def round_open(self, state: State) -> bool:
        """Whether bets are locked or being locked."""
        return state.phase not in ("idle", "bets")
