"""Settlement lines of Bonus Spin.

When does a line stand? The wager was collected at the lock, so every line has `stake_back` false.

* Even money: at the mark, because the rule settles it there, "immediately after registering",
  20:18:15:30.15(4)(a)(iii).
* A spin: at "winner paid", when the prize is handed over, (4)(b)(iii).
* A lost wager: when the marking is over, at "proceed to spins" or "new game".

A seat has at most one standing line. Whatever changes the mark first writes the line that takes
the standing one back; so a wager cannot be settled twice, and nothing is deleted.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.bonus_spin_state import Seat, State
from feltlink.games.core import Settle
from feltlink.money.settlement import Line, Outcome, reverse

WAGER = "bonus_spin"
RULE = "20:18:15:30.15"


def settle(
    state: State,
    rules: Rules,
    seat: Seat,
    outcome: Outcome,
    *,
    pays: str,
    amount_cents: int,
    paragraph: str,
) -> tuple[State, Line]:
    """Write the line of a seat that has none standing."""
    if seat.line is not None:
        raise AssertionError(f"seat {seat.seat} is settled already")
    line = Line(
        seat=seat.seat,
        wager=WAGER,
        stake_cents=rules.wager_cents,
        outcome=outcome,
        pays=pays,
        amount_cents=amount_cents,
        paid_by="meter" if pays == "progressive" else "house",
        stake_back=outcome == "no_action",
        order=state.lines + 1,
        paragraph=RULE + paragraph,
    )
    return replace(state, lines=line.order).with_seat(replace(seat, line=line)), line


def take_back(state: State, seat: Seat, paragraph: str) -> tuple[State, tuple[Line, ...]]:
    """Reverse the line that stands for a seat, if one does."""
    if seat.line is None:
        return state, ()
    line = reverse(seat.line, order=state.lines + 1, paragraph=RULE + paragraph)
    return replace(state, lines=line.order).with_seat(replace(seat, line=None)), (line,)


def settle_losers(state: State, rules: Rules) -> tuple[State, tuple[Settle, ...]]:
    """The marking is over: every locked wager without a mark is lost."""
    lines: list[Line] = []
    for seat in state.seats:
        if seat.locked and seat.mark == "none" and seat.line is None:
            state, line = settle(
                state, rules, seat, "lose", pays="no winner", amount_cents=0, paragraph="(1)"
            )
            lines.append(line)
    return state, (Settle(tuple(lines)),) if lines else ()


def give_back(
    state: State, rules: Rules, seats: Collection[int]
) -> tuple[State, tuple[Settle, ...]]:
    """Chips that lay on these seats at the lock and are no wager: each has its line, no action."""
    lines: list[Line] = []
    for seat in [s for s in state.seats if s.seat in seats]:
        state, line = settle(
            state,
            rules,
            seat,
            "no_action",
            pays="not taken",
            amount_cents=rules.wager_cents,
            paragraph="(2)",
        )
        lines.append(line)
    return state, (Settle(tuple(lines)),) if lines else ()
