"""What the pages show of Bonus Spin. An act is offered if and only if `step` would take it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.bonus_spin_state import CHECKS, Mark, Seat, Spin, State
from feltlink.games.bonus_spin_top import CHECK_WORDS
from feltlink.games.core import Input, Step
from feltlink.money.cents import show

PRIMARY = ("winner_paid", "enable_spin", "proceed_to_spins", "begin_game", "new_game")


class Steps(Protocol):
    """What the view asks of the game: would this input be taken?"""

    def step(self, state: State, given: Input) -> Step[State]:
        """Apply one input."""
        ...


def view(game: Steps, rules: Rules, state: State) -> dict[str, Any]:
    """The whole view as JSON."""
    legal = [act for act in _candidates(rules, state) if _taken(game, state, act)]
    by_name = {act["act"]: act for act in legal}
    return {
        "phase": state.phase,
        "round_id": state.round_id,
        "paytable": rules.paytable,
        "wager_cents": rules.wager_cents,
        "seats": [_seat(rules, state, seat) for seat in state.seats],
        "spin": _spin(rules, state, state.spin) if state.spin else None,
        "wheel": [
            {"label": s.label, "amount_cents": s.amount_cents, "top": s.top}
            for s in rules.wheel.stops
        ],
        "acts": legal,
        "primary": next((by_name[name] for name in PRIMARY if name in by_name), None),
        "progressive_closed": state.meter_why or None,
        "notice": state.notice,
    }


def _taken(game: Steps, state: State, act: dict[str, Any]) -> bool:
    data = {**act, "round_id": state.round_id, "name": "?"}
    by = "supervisor" if act["act"] in ("verify", "deny_top_prize") else "dealer"
    return game.step(state, Input(0, act["act"], data, by)).refused is None


def _candidates(rules: Rules, state: State) -> Iterator[dict[str, Any]]:
    yield {"act": "new_game", "label": "New game"}
    yield {"act": "begin_game", "label": "Begin game"}
    if state.phase in ("marking", "offer"):
        for seat in state.seats:
            if seat.locked:
                yield _tap(rules, seat)
    yield {"act": "proceed_to_spins", "label": "Proceed to spins"}
    if spin := state.spin:
        at = f"seat {spin.seat}"
        yield {"act": "enable_spin", "seat": spin.seat, "label": f"Press to enable: {at}"}
        amount = "" if spin.amount_cents is None else f" {show(spin.amount_cents)}"
        yield {"act": "winner_paid", "seat": spin.seat, "label": f"Winner paid:{amount} to {at}"}
        for check in CHECKS:
            yield {"act": "verify", "check": check, "label": CHECK_WORDS[check]}
            yield {
                "act": "deny_top_prize",
                "check": check,
                "label": f"Not so: {CHECK_WORDS[check]}",
            }
    yield {"act": "misdeal", "label": "Misdeal"}


def _tap(rules: Rules, seat: Seat) -> dict[str, Any]:
    """The next mark of a seat: the taps cycle, ruling 32."""
    cycle: dict[Mark, Mark] = {"none": "even_money", "even_money": "spin", "spin": "none"}
    following = cycle[seat.mark]
    words = label(rules, following) or "no mark"
    return {
        "act": "mark",
        "seat": seat.seat,
        "mark": following,
        "label": f"Seat {seat.seat}: {words}",
    }


def label(rules: Rules, mark: Mark) -> str:
    """What the interface displays for a mark, (4)(a) and (b); ruling 32 for one dollar tables."""
    if mark == "even_money":
        return "even money" if rules.ace_cents is not None else "tap again for spin"
    return "spin" if mark == "spin" else ""


def _seat(rules: Rules, state: State, seat: Seat) -> dict[str, Any]:
    if seat.locked:
        words = label(rules, seat.mark) or "locked"
    elif seat.faults:
        words = "out of order"
    elif state.meter_why:
        words = "closed"
    else:
        words = "bet" if seat.covered and not seat.late else ""
    return {
        "seat": seat.seat,
        "covered": seat.covered,
        "locked": seat.locked,
        "late": seat.late,
        "mark": seat.mark,
        "label": words,
        "paid_cents": seat.paid_cents,
        "faulted": bool(seat.faults),
    }


def _spin(rules: Rules, state: State, spin: Spin) -> dict[str, Any]:
    return {
        "seat": spin.seat,
        "arm_id": spin.arm_id,
        "state": "paid" if spin.paid else state.phase,
        "stop": spin.stop,
        "prize": None if spin.stop is None else rules.wheel.stops[spin.stop].label,
        "amount_cents": spin.amount_cents,
        "checks": {check: dict(spin.checks).get(check) for check in CHECKS},
    }
