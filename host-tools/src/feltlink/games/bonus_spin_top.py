"""The top prize: held until a supervisor has recorded the four checks of 20:18:15:30.15(7)(c).

A progressive's amount comes from its meter. Which seats won it in this round is told as one list,
absolute; a later list replaces it (`core.KeyWinners`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from feltlink.games.bonus_spin_acts import refuse
from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.bonus_spin_state import CHECKS, Spin, State, same
from feltlink.games.core import Call, Input, KeyWinners, Step, Winner
from feltlink.wheel.config import Progressive

CHECK_WORDS = {
    "dealt_properly": "the hand was dealt properly",
    "bet_made": "the Bonus Spin bet was made",
    "natural_blackjack": "the hand is a natural blackjack",
    "stopped_on_top": "the wheel stopped on the top prize",
}
NAME_LENGTH = 60


def hold(state: State, rules: Rules) -> Step[State]:
    """The wheel has stopped on the top prize: nothing is paid and no round begins (ruling 37)."""
    seat = state.spin.seat if state.spin else None
    state, keyed = key_winners(replace(state, phase="top_prize"), rules)
    call = Call(
        "supervisor",
        f"Top prize at seat {seat}, round {state.round_id}: leave "
        "the hand on the table, notify surveillance and the pit manager, make the four checks.",
    )
    return Step(state, (call, *keyed))


def key_winners(state: State, rules: Rules) -> tuple[State, tuple[KeyWinners, ...]]:
    """Tell the meter who has won it in this round, in the order of the spins."""
    top = rules.top_prize
    if not isinstance(top, Progressive):
        return state, ()
    state = replace(state, keyed=state.keyed + 1)
    winners = tuple(Winner(s.seat, "top prize", 100) for s in state.seats if s.topped)
    return state, (KeyWinners(top.meter, state.round_id, state.keyed, winners),)


def awards(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The meter's answer: what each winner's share is, frozen."""
    spin, given = state.spin, data.get("awards")
    if state.phase != "top_prize" or spin is None or spin.amount_cents is not None:
        return refuse(state, "No award of a meter is waited for.")
    asked = same(data.get("round_id"), state.round_id) and same(data.get("revision"), state.keyed)
    if asked and data.get("refused"):
        return Step(replace(state, notice=f"The meter refused: {data.get('refused')}."))
    amounts = [
        award.get("amount_cents")
        for award in (given if isinstance(given, (list, tuple)) else ())
        if isinstance(award, Mapping) and same(award.get("seat"), spin.seat)
    ]
    if not asked or len(amounts) != 1 or type(amounts[0]) is not int or amounts[0] <= 0:
        return refuse(state, "This is not the award that was asked for.")
    return Step(replace(state, spin=replace(spin, amount_cents=amounts[0]), notice=None))


def award_waiting(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The meter cannot answer yet; nothing is paid."""
    return Step(replace(state, notice=f"The award waits: {data.get('why')}."))


def meter_link(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The meter takes bets, or takes none (`why`), from the next lock on. What is locked stays."""
    top = rules.top_prize
    if not isinstance(top, Progressive) or data.get("meter") != top.meter:
        return Step(state)
    return Step(replace(state, meter_why=str(data.get("why") or "")))


def check_refused(state: State, check: object, name: object, role: str) -> str | None:
    """Why this check cannot be recorded now, if it cannot."""
    if state.phase != "top_prize" or state.spin is None:
        return "There is no top prize to verify."
    if role != "supervisor":
        return "Only a supervisor records the checks of a top prize."
    if check not in CHECKS:
        return f"{check!r} is none of the four checks."
    if not isinstance(name, str) or not 0 < len(name.strip()) <= NAME_LENGTH:
        return "A check needs the name of who made it."
    made = dict(state.spin.checks)
    return f"{made[check]} has made this check already." if check in made else None


def verify(state: State, rules: Rules, given: Input) -> Step[State]:
    """(7)(c): one of the four checks of a top prize, by name."""
    check, name = given.data.get("check"), given.data.get("name")
    if sentence := check_refused(state, check, name, given.role):
        return refuse(state, sentence, "(7)(c)")
    assert state.spin is not None
    made = {**dict(state.spin.checks), str(check): str(name).strip()}
    ordered = tuple((c, made[c]) for c in CHECKS if c in made)
    return Step(replace(state, spin=replace(state.spin, checks=ordered)))


def unpaid(spin: Spin) -> str | None:
    """Why a top prize is not to be paid yet, if it is not."""
    if not spin.verified:
        missing = "; ".join(CHECK_WORDS[c] for c in CHECKS if c not in dict(spin.checks))
        return f"Not to be paid yet. To be verified: {missing}."
    if spin.amount_cents is None:
        return "Not to be paid yet: the meter has not given the amount."
    return None
