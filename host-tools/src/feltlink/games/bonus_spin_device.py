"""What the controller reports: chips, faults, the cable. None of it moves money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from feltlink.games.bonus_spin_acts import refuse
from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.bonus_spin_spins import unarm
from feltlink.games.bonus_spin_state import State, same, seats_at
from feltlink.games.core import Call, Lights, Step

UNKNOWN = "out of order"  # a fault of which only the snapshot tells


def edge(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """A chip came or went while no bets were locked."""
    seat, covered = state.seat(data.get("seat")), data.get("covered")
    if seat is None or data.get("spot") != rules.spot or not isinstance(covered, bool):
        return Step(state)
    return Step(state.with_seat(replace(seat, covered=covered)))


def late_edge(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """A chip came or went after the lock: noted, and nothing else changes."""
    seat, covered = state.seat(data.get("seat")), data.get("covered")
    if seat is None or data.get("spot") != rules.spot or not isinstance(covered, bool):
        return Step(state)
    changed = replace(seat, covered=covered, late="added" if covered else "removed")
    what = f"Seat {seat.seat}: chip {changed.late} after the bets were locked. " + (
        "The bet stands." if seat.locked else "It is no bet."
    )
    return Step(replace(state.with_seat(changed), notice=what))


def snapshot(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """What the controller sees right now. An arm id it knows is never given again. A fault, or its
    end, may have been among events that were lost.
    """
    found = seats_at(data.get("covered"), rules.spot)
    arm_id = data.get("arm_id")
    known = arm_id if type(arm_id) is int else 0
    seats = tuple(replace(s, covered=s.seat in found) for s in state.seats)
    if "faulted" in data:
        bad = seats_at(data["faulted"], rules.spot)
        seats = tuple(
            replace(s, faults=(s.faults or (UNKNOWN,)) if s.seat in bad else ()) for s in seats
        )
    button = state.button_faults
    if "button_faulted" in data:
        button = (button or (UNKNOWN,)) if data["button_faulted"] is True else ()
    last = max(state.last_arm_id, known)
    return Step(replace(state, seats=seats, button_faults=button, last_arm_id=last))


def controller(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The cable: found, lost, reset, or another controller than the one bound."""
    what = data.get("state")
    if what == "found":
        back = "The controller is connected again." if state.link == "lost" else None
        return Step(replace(state, link="live", notice=back or state.notice))
    if what == "lost":
        return unarm(
            replace(state, link="lost", notice="The controller is lost. Locked bets are kept."),
            "The controller was lost while the button was lit.",
            spent=False,
        )
    if what == "reset":
        # It starts with no faults and reports again those that are still there.
        seats = tuple(replace(s, faults=()) for s in state.seats)
        fresh = replace(state, link="live", seats=seats, button_faults=())
        if any(s.locked for s in seats):  # else it is no news to a dealer: a table's very start
            fresh = replace(fresh, notice="The controller has restarted. Locked bets are kept.")
        return unarm(
            fresh,
            "The controller restarted while the button was lit.",
            spent=False,
        )
    if what == "other":
        return unarm(
            replace(state, link="other", notice="This is not the controller of this table."),
            "Another controller was connected while the button was lit.",
            spent=False,
        )
    return refuse(state, f"The controller cannot be {what!r}.")


def disarmed(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The controller has put the button out, and no press was made."""
    spin = state.spin
    if spin is None or not same(data.get("arm_id"), spin.arm_id):
        return Step(state)
    return unarm(state, f"The button went out ({data.get('reason', 'no reason')}).", spent=True)


def overflow(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """Events were lost for good, perhaps a press: the button is offered again."""
    why = f"The controller lost {data.get('lost', 'some')} events."
    step = unarm(replace(state, notice=why), why, spent=False)
    return Step(step.state, (*step.effects, Call("technician", why)))


def fault(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """A seat with a fault takes no new bets; a faulty button cannot be enabled."""
    code, number, pin = str(data.get("code")), data.get("seat"), data.get("pin")
    seat = state.seat(number)
    if seat is not None and data.get("spot") in (rules.spot, None):
        state = state.with_seat(replace(seat, faults=_with(seat.faults, code)))
        where = f"Seat {number}"
    elif number is None and pin:
        state = replace(state, button_faults=_with(state.button_faults, code))
        where = "Button"
    else:
        where = "Controller" if number is None else f"Seat {number}, {data.get('spot')}"
    why = f"{where}: {code}" + (f" (pin {pin})." if pin else ".")
    state = replace(state, notice=why)
    if where == "Button" and state.phase == "armed":
        # The controller puts a faulty button out itself and says so; this is the belt to it.
        step = unarm(state, why, spent=False)
        return Step(step.state, (*step.effects, Call("technician", why)))
    return Step(state, (Call("technician", why),))


def fault_cleared(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The seat or the button is in play again, from the next round on."""
    code, seat = str(data.get("code")), state.seat(data.get("seat"))
    if seat is not None and data.get("spot") in (rules.spot, None):
        return Step(state.with_seat(replace(seat, faults=_without(seat.faults, code))))
    if data.get("seat") is None and data.get("pin"):
        return Step(replace(state, button_faults=_without(state.button_faults, code)))
    return Step(state)


def ignored(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """A press while the button was dark: in the record, and nothing more."""
    return Step(state)


def lights(state: State, rules: Rules) -> Lights:
    """What the seats' lights show. They tell by pattern; the controller keeps a locked one on."""
    return Lights(tuple((s.seat, rules.spot, _pattern(state, s.seat)) for s in state.seats))


def _pattern(state: State, number: int) -> str:
    seat = state.seat(number)
    assert seat is not None
    if state.spin and state.spin.seat == number and not state.spin.paid:
        return {"offer": "blink", "armed": "blink fast"}.get(state.phase, "pulse")
    closed = bool(state.meter_why) and state.phase in ("idle", "bets", "locking")
    if (seat.faults or closed) and not seat.locked:
        return "wink"
    if seat.to_spin:
        return "pulse"
    return "on" if seat.locked or (state.phase == "bets" and seat.covered) else "off"


def _with(codes: tuple[str, ...], code: str) -> tuple[str, ...]:
    return codes if code in codes else (*codes, code)


def _without(codes: tuple[str, ...], code: str) -> tuple[str, ...]:
    return tuple(c for c in codes if c not in (code, UNKNOWN))
