"""The spins: one seat at a time from position 1 up. 20:18:15:30.15(4)(b)(ii)-(iii).

One spin is drawn once: at the one press that carries the arm id which was given for it. Every
enabling takes a new arm id, so an old press can never find its spin again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from feltlink.games import bonus_spin_lines as book
from feltlink.games.bonus_spin_acts import close, offer_next, refuse, tapped_once
from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.bonus_spin_state import Spin, State, same
from feltlink.games.bonus_spin_top import (
    CHECK_WORDS,
    check_refused,
    hold,
    key_winners,
    unpaid,
)
from feltlink.games.core import Arm, Call, Disarm, Draw, Input, Settle, Step
from feltlink.money.cents import show
from feltlink.wheel.config import NonCash, Progressive


def proceed_to_spins(state: State, rules: Rules, given: Input) -> Step[State]:
    """(4)(b)(ii): the blackjack round is over."""
    if state.phase != "marking":
        return refuse(
            state, "Spins come after the bets are locked and the hands played.", "(4)(b)(ii)"
        )
    if undecided := tapped_once(state, rules):
        return refuse(state, undecided, "(4)(b)(i)")
    if state.next_to_spin is None:
        return refuse(state, "Nobody has a spin: press new game.", "(5)")
    return offer_next(replace(state, notice=None), rules)


def enable_spin(state: State, rules: Rules, given: Input) -> Step[State]:
    """ "Press to enable": the button lights for the seat on offer and for its one spin."""
    spin = state.spin
    if state.phase == "armed" and spin:
        return refuse(state, f"The button is lit for seat {spin.seat} already.", "(4)(b)(ii)")
    if state.phase != "offer" or spin is None:
        return refuse(state, "Nobody is to spin now.", "(4)(b)(ii)")
    if not same(given.data.get("seat", spin.seat), spin.seat):
        return refuse(state, f"Seat {spin.seat} spins next: positions go from 1 up.", "(4)(b)(i)")
    if state.link != "live":
        return refuse(state, "The controller is not connected, so the button cannot light.")
    if state.button_faults:
        return refuse(state, f"The button is out of order: {', '.join(state.button_faults)}.")
    arm_id = state.last_arm_id + 1
    armed = replace(
        state, phase="armed", spin=replace(spin, arm_id=arm_id), last_arm_id=arm_id, notice=None
    )
    return Step(armed, (Arm(arm_id, spin.seat, rules.lease_ms),))


def press(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The player pressed. It counts once, for the live arm id. The link may have told of a loss
    before it delivers a press that was made in time, so the id stays live until the button is
    reported dark or is enabled again.
    """
    spin = state.spin
    if state.phase not in ("armed", "offer") or spin is None or spin.arm_id is None:
        return refuse(state, "The press did not count: the button was not enabled.", "(4)(b)(iii)")
    if not same(data.get("arm_id"), spin.arm_id):
        return refuse(state, "The press did not count: it was for a spin that is over.")
    draw_id = state.last_draw_id + 1
    drawing = replace(
        state,
        phase="drawing",
        spin=replace(spin, draw_id=draw_id),
        last_draw_id=draw_id,
        notice=None,
    )
    return Step(
        drawing, (Disarm(spin.arm_id), Draw(draw_id, "wheel", {"paytable": rules.paytable}))
    )


def unarm(state: State, why: str, *, spent: bool) -> Step[State]:
    """The button is dark, or must be held for dark: offer it again. Never re-armed by itself.

    `spent`: the controller itself says that no press was made, so the arm id is over.
    """
    spin = state.spin
    if spin is None or spin.arm_id is None or state.phase not in ("armed", "offer"):
        return Step(state)
    arm_id = spin.arm_id
    offered = replace(
        state,
        phase="offer",
        spin=replace(spin, arm_id=None) if spent else spin,
        notice=f"{why} Press to enable again." if state.phase == "armed" else state.notice,
    )
    return Step(offered, (Disarm(arm_id),) if state.phase == "armed" else ())


def drawn(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The stop that the host has drawn and recorded. The prize stands from here on."""
    spin, stop = state.spin, data.get("stop")
    if state.phase != "drawing" or spin is None or not same(data.get("draw_id"), spin.draw_id):
        return refuse(state, "This draw was not asked for.")
    if type(stop) is not int or not 0 <= stop < len(rules.wheel.stops):
        return refuse(state, f"Stop {stop!r} is not on the wheel.")
    prize = rules.wheel.stops[stop]
    seat = state.seat(spin.seat)
    assert seat is not None
    state = state.with_seat(replace(seat, spun=True, topped=prize.top))
    spin = replace(spin, stop=stop, amount_cents=prize.amount_cents)
    if not prize.top:
        return Step(replace(state, phase="spun", spin=spin))
    return hold(replace(state, spin=spin), rules)


def winner_paid(state: State, rules: Rules, given: Input) -> Step[State]:
    """(4)(b)(iii): the prize has been handed over. After the last spin the next round opens."""
    spin = state.spin
    if state.phase not in ("spun", "top_prize") or spin is None or spin.stop is None:
        return refuse(state, "There is no spin to pay.", "(4)(b)(iii)")
    if not same(given.data.get("seat", spin.seat), spin.seat):
        return refuse(state, f"The prize to pay is that of seat {spin.seat}.", "(4)(b)(iii)")
    if state.phase == "top_prize" and (sentence := unpaid(spin)):
        return refuse(state, sentence, "(7)(c)")
    seat = state.seat(spin.seat)
    assert seat is not None
    assert spin.amount_cents is not None
    state, line = book.settle(
        state,
        rules,
        seat,
        "win",
        pays=_pays(rules, spin),
        amount_cents=spin.amount_cents,
        paragraph="(7)" if state.phase == "top_prize" else "(4)(b)(iii)",
    )
    return go_on(replace(state, spin=replace(spin, paid=True)), rules, Settle((line,)))


def deny_top_prize(state: State, rules: Rules, given: Input) -> Step[State]:
    """A supervisor found one of the four checks failed: the wager wins nothing, (7)(c)."""
    check, name = given.data.get("check"), given.data.get("name")
    if sentence := check_refused(state, check, name, given.role):
        return refuse(state, sentence, "(7)(c)")
    return deny(state, rules, f"{CHECK_WORDS[str(check)]}: no, says {str(name).strip()}")


def award_verified(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """A supervisor's verdict at the meter. A voided award is a top prize that is not paid."""
    spin = state.spin
    here = state.phase == "top_prize" and spin is not None and same(data.get("seat"), spin.seat)
    if not here or not same(data.get("round_id"), state.round_id):
        return Step(state)
    if data.get("verdict") != "voided":
        return Step(state)
    return deny(state, rules, f"the award was voided by {data.get('by', 'a supervisor')}")


def deny(state: State, rules: Rules, why: str) -> Step[State]:
    """Settle the top prize on show as lost, and go on."""
    spin = state.spin
    assert spin is not None
    seat = state.seat(spin.seat)
    assert seat is not None
    seat = replace(seat, topped=False)
    state = state.with_seat(seat)
    state, line = book.settle(
        state, rules, seat, "lose", pays="top prize denied", amount_cents=0, paragraph="(7)(c)"
    )
    state, keyed = key_winners(state, rules)
    call = Call("surveillance", f"Top prize at seat {seat.seat} denied: {why}.")
    over = replace(state, spin=replace(spin, paid=True, amount_cents=0))
    step = go_on(over, rules, Settle((line,)))
    return Step(step.state, (*keyed, call, *step.effects))


def go_on(state: State, rules: Rules, settled: Settle) -> Step[State]:
    """After a spin: the next seat's, or the next round (ruling 35)."""
    state = replace(state, notice=None)
    over = state.next_to_spin is None and tapped_once(state, rules) is None
    then = close(state, rules) if over else offer_next(state, rules)
    return Step(then.state, (settled, *then.effects))


def _pays(rules: Rules, spin: Spin) -> str:
    assert spin.stop is not None
    stop, top = rules.wheel.stops[spin.stop], rules.top_prize
    if not stop.top:
        return f"spin {stop.label}"
    if isinstance(top, Progressive):
        return "progressive"
    if isinstance(top, NonCash):
        return f"top prize: {top.description}, worth {show(top.value_cents)}"
    return "top prize"
