"""The dealer's acts up to the spins: new game, begin game, taps on the spots, misdeal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from feltlink.games import bonus_spin_lines as book
from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.bonus_spin_state import Seat, Spin, State, same, seats_at
from feltlink.games.core import (
    CloseRound,
    Contribute,
    Effect,
    Input,
    Lock,
    Refuse,
    Release,
    Settle,
    Step,
    VoidRound,
)
from feltlink.money.cents import show
from feltlink.money.settlement import Line
from feltlink.wheel.config import Progressive


def refuse(state: State, sentence: str, paragraph: str = "") -> Step[State]:
    """Leave everything as it is, and say why."""
    return Step(state, (Refuse(sentence, book.RULE + paragraph if paragraph else ""),))


def open_bets(state: State) -> Step[State]:
    """Close the round that is open, if one is, and take bets for the next. What the wheel showed
    last stays to be seen.
    """
    release = (Release(state.round_id),) if state.phase != "idle" else ()
    seats = tuple(Seat(s.seat, covered=s.covered, faults=s.faults) for s in state.seats)
    spin = state.spin if state.spin and state.spin.paid else None
    opened = replace(
        state, phase="bets", round_id=state.round_id + 1, seats=seats, spin=spin, lines=0, keyed=0
    )
    return Step(opened, release)


def close(state: State, rules: Rules) -> Step[State]:
    """The round is over: nothing more is keyed for it, and the next one takes bets."""
    opened, top = open_bets(state), rules.top_prize
    ended = (CloseRound(top.meter, state.round_id),) if isinstance(top, Progressive) else ()
    return Step(opened.state, (*ended, *opened.effects))


def new_game(state: State, rules: Rules, given: Input) -> Step[State]:
    """(2), (5): also ends a round in which nobody spins."""
    if state.phase == "bets":
        return refuse(state, "A new game is open already: press begin game when all bets are made.")
    if state.phase == "idle":
        return open_bets(state)
    if state.phase != "marking":
        return refuse(state, f"Round {state.round_id} is not over yet.", "(5)")
    if state.next_to_spin is not None:
        return refuse(
            state, f"Seat {state.next_to_spin} has a spin: press proceed to spins.", "(4)(b)(ii)"
        )
    if undecided := tapped_once(state, rules):
        return refuse(state, undecided, "(4)(b)(i)")
    state, settled = book.settle_losers(state, rules)
    opened = close(state, rules)
    return Step(opened.state, (*settled, *opened.effects))


def begin_game(state: State, rules: Rules, given: Input) -> Step[State]:
    """(2): lock the bets in. With no side bets the round is legal and empty, (6)."""
    if state.phase == "idle":
        return refuse(state, "Press new game first.", "(2)")
    if state.phase != "bets":
        return refuse(state, "The bets of this round are locked already.", "(2)")
    if state.link != "live":
        return refuse(state, "The controller is not connected, so no bets can be locked.", "(2)")
    locking = replace(state, phase="locking", spin=None, closed=state.meter_why)
    return Step(locking, (Lock(state.round_id),))


def locked(state: State, rules: Rules, data: Mapping[str, Any]) -> Step[State]:
    """The controller has latched the covered spots: these are the wagers of the round. Chips on a
    spot that is out of play are given back, which is a line of its own.
    """
    if state.phase != "locking" or not same(data.get("round_id"), state.round_id):
        return refuse(state, "This lock is not for the round that is being locked.")
    found = seats_at(data.get("spots"), rules.spot)
    closed = state.closed  # a progressive without its link sells nothing
    taken = [s.seat for s in state.seats if s.seat in found and not s.faults and not closed]
    out = [s.seat for s in state.seats if s.seat in found and s.seat not in taken]
    seats = tuple(replace(s, locked=s.seat in taken) for s in state.seats)
    marking, returned = book.give_back(replace(state, seats=seats), rules, out)
    why = closed or "sensor out of order"
    notice = f"Seat {', '.join(map(str, out))}: {why}, no bet taken. Give the chips back."
    marking = replace(marking, phase="marking", notice=notice if out else None)
    return Step(marking, (*contributions(marking, rules), *returned))


def contributions(state: State, rules: Rules) -> tuple[Contribute, ...]:
    """What the locked wagers bring to the meter, where the top prize is one."""
    top = rules.top_prize
    if not isinstance(top, Progressive):
        return ()
    return tuple(
        Contribute(top.meter, state.round_id, s.seat, book.WAGER, rules.wager_cents)
        for s in state.seats
        if s.locked
    )


def tapped_once(state: State, rules: Rules) -> str | None:
    """On one dollar tables a single tap says nothing yet; it must not be lost in silence."""
    seat = next((s.seat for s in state.seats if s.mark == "even_money"), None)
    if seat is None or rules.ace_cents is not None:
        return None
    return f"Seat {seat} was tapped once: tap again for spin, or until it is clear."


def mark(state: State, rules: Rules, given: Input) -> Step[State]:
    """(4): register a winner, or correct one (4)(c). Marks may change until the seat has spun."""
    wanted, seat = given.data.get("mark"), state.seat(given.data.get("seat"))
    if seat is None:
        return refuse(state, f"There is no seat {given.data.get('seat')!r} at this table.", "(4)")
    if wanted not in ("none", "even_money", "spin"):
        return refuse(state, f"{wanted!r} is no mark of a seat.", "(4)")
    if (sentence := _mark_refused(state, rules, seat, str(wanted), given.role)) is not None:
        return refuse(state, sentence, "(4)")
    if wanted == seat.mark:
        return Step(state)
    state, undone = book.take_back(state, seat, "(4)(c)")
    seat = replace(seat, mark=wanted, line=None)
    state = state.with_seat(seat)
    lines = list(undone)
    if wanted == "even_money" and rules.ace_cents is not None:
        state, line = book.settle(
            state,
            rules,
            seat,
            "win",
            pays="even money",
            amount_cents=rules.ace_cents,
            paragraph="(4)(a)(i)",
        )
        lines.append(line)
    settled: tuple[Effect, ...] = (Settle(tuple(lines)),) if lines else ()
    if state.phase != "offer":
        return Step(state, settled)
    again = offer_next(state, rules)
    return Step(again.state, (*settled, *again.effects))


def _mark_refused(state: State, rules: Rules, seat: Seat, wanted: str, role: str) -> str | None:
    if state.phase not in ("marking", "offer"):
        return {
            "armed": "The button is lit: wait for the press, or until it goes out.",
            "locking": "The bets are being locked: wait a moment.",
        }.get(state.phase, "There is nothing to mark now: no bets are locked, or a spin runs.")
    if not seat.locked:
        return f"Seat {seat.seat} has no locked bet."
    if seat.spun:
        return f"Seat {seat.seat} has spun: its prize stands."
    if wanted in ("even_money", "spin") and state.link != "live" and role != "supervisor":
        return "The controller is not connected: only a supervisor may mark a winner now."
    return None


def offer_next(state: State, rules: Rules) -> Step[State]:
    """Offer the button to the next seat that has a spin. After a correction that leaves none, the
    marking is open again. An arm id that was given for a seat is kept only while that seat stays
    the one on offer.
    """
    seat = state.next_to_spin
    if seat is None:
        return Step(replace(state, phase="marking", spin=None))
    kept = state.spin if state.spin and state.spin.seat == seat and not state.spin.paid else None
    offered, settled = book.settle_losers(state, rules)
    return Step(replace(offered, phase="offer", spin=kept or Spin(seat)), settled)


def misdeal(state: State, rules: Rules, given: Input) -> Step[State]:
    """Ruling 4: the round is void and every wager goes back, by opposite entries."""
    if state.phase not in ("locking", "marking", "offer"):
        return refuse(
            state,
            "There is no round to void."
            if state.phase in ("idle", "bets")
            else "A spin has begun: call the supervisor.",
            "(4)",
        )
    if state.phase == "locking" and state.link == "live":
        return refuse(state, "The bets are being locked: wait a moment.", "(2)")
    if any(s.spun for s in state.seats):
        return refuse(state, "A seat has spun: only a supervisor can void this round.", "(4)")
    lines: list[Line] = []
    top = rules.top_prize
    why = str(given.data.get("reason") or "misdeal")
    back = (VoidRound(top.meter, state.round_id, why),) if isinstance(top, Progressive) else ()
    for number in [s.seat for s in state.seats if s.locked]:
        state, undone = book.take_back(state, _at(state, number), "(4)")
        state, line = book.settle(
            state,
            rules,
            _at(state, number),
            "no_action",
            pays="returned",
            amount_cents=rules.wager_cents,
            paragraph=", misdeal",
        )
        lines += [*undone, line]
    settled = (Settle(tuple(lines)),) if lines else ()
    opened = open_bets(state)
    notice = f"Round {state.round_id} is void: give every bet back" + (
        f", {show(rules.wager_cents)} each." if lines else "."
    )
    return Step(replace(opened.state, notice=notice), (*settled, *back, *opened.effects))


def _at(state: State, number: int) -> Seat:
    seat = state.seat(number)
    assert seat is not None
    return seat
