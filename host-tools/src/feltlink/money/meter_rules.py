"""The rules of a meter: what each request books. See `docs/compliance.md` for the law behind it.

A request that may not be granted raises a `Problem` before anything is booked.
"""

from __future__ import annotations

from dataclasses import replace

from feltlink.money import meter_plan
from feltlink.money.meter import DEALER, MYSTERY, Award, Meter, awards
from feltlink.money.meter_entry import Amounts, Entry
from feltlink.money.meter_plan import MICRO_PER_CENT, Plan
from feltlink.money.meter_request import (
    Adjust,
    CloseRound,
    Contribute,
    DeskRequest,
    KeyWinners,
    SetState,
    TableRequest,
    Verify,
    VoidRound,
    Winner,
)
from feltlink.money.meter_reversal import take_back
from feltlink.problem import Problem

MOST_CENTS = 10**10
"""The largest adjustment: more is a slip of the finger, and the store's integers end somewhere."""


def book_for_table(meter: Meter, table: str, request: TableRequest) -> str:
    """Book what a table asks. A refusal is booked too, so that the table's queue never stops.

    `meter.history` holds the entries of this table's round. Returns why it was refused, or "".
    """
    try:
        if isinstance(request, Contribute):
            _contribute(meter, table, request)
        elif isinstance(request, KeyWinners):
            _key_winners(meter, table, request)
        elif isinstance(request, VoidRound):
            _void_round(meter, request)
        else:
            _close_round(meter, table, request)
    except Problem as problem:
        if problem.code == 1:  # the books themselves: nothing may be booked on top
            raise
        revision = request.revision if isinstance(request, KeyWinners) else 0
        meter.add(
            Entry(
                "refusal", what=problem.what, table=table, round_id=request.round_id,
                percent=revision,
            )
        )  # fmt: skip
        return problem.what
    return ""


def book_for_desk(meter: Meter, request: DeskRequest) -> None:
    """Book what a named person asks. `meter.history` holds the round of the award in question."""
    if not request.by.strip():
        raise Problem("no name is given", remedy="say who does it: --by NAME")
    if isinstance(request, Verify):
        _verify(meter, request)
        return
    if not request.reason.strip():
        raise Problem("no reason is given", remedy="say why: --reason TEXT")
    if isinstance(request, Adjust):
        _adjust(meter, request)
    elif request.state != meter.state:
        _set_state(meter, request)


def contribution(plan: Plan, table: str, asked: Contribute) -> list[Entry]:
    """The entries of a contribution while no cap is reached: the same for any state of the meter.

    The wager itself is counted once, with the first level.
    """
    out: list[Entry] = []
    for level in plan.levels:
        current = meter_plan.share(asked.amount_cents, level.increment_ppm)
        reserve = meter_plan.share(asked.amount_cents, level.reserve_ppm)
        out.append(
            Entry(
                "contribution",
                level.name,
                Amounts(contributed=current + reserve, current=current, reserve=reserve),
                what=asked.wager,
                table=table,
                round_id=asked.round_id,
                seat=asked.seat,
                wagered_cents=0 if out else asked.amount_cents,
            )
        )
    return out


def _contribute(meter: Meter, table: str, asked: Contribute) -> None:
    if any(
        entry.kind == "contribution" and (entry.seat, entry.what) == (asked.seat, asked.wager)
        for entry in meter.history
    ):
        return
    unit = meter.plan.wager_unit_cents
    if asked.amount_cents != unit:
        raise Problem(f"the wager is {asked.amount_cents} cents, the meter takes {unit}")
    for entry in contribution(meter.plan, table, asked):
        cap = meter.plan.level(entry.level).cap_micro
        if cap is not None:
            entry = _capped(meter, entry, cap)
        booked = meter.add(entry)
        after = meter.levels[entry.level]
        if after.trigger is not None and after.amounts.current >= after.trigger:
            _mystery(meter, booked)


def _capped(meter: Meter, entry: Entry, cap: int) -> Entry:
    room = max(0, cap - meter.levels[entry.level].amounts.current)
    over = max(0, entry.amounts.current - room)
    amounts = replace(
        entry.amounts,
        current=entry.amounts.current - over,
        overflow=entry.amounts.overflow + over,
    )
    return replace(entry, amounts=amounts)


def _mystery(meter: Meter, cause: Entry) -> None:
    """Pay the level to the wager that reached the trigger; never more than must-hit-by."""
    top = meter.plan.level(cause.level).must_hit_by_cents
    assert top is not None
    winner = Winner(cause.seat, MYSTERY, 100, cause.level)
    cents = min(meter.levels[cause.level].amounts.current // MICRO_PER_CENT, top)
    _award(meter, cause.table, cause.round_id, winner, cents)
    _reseed(meter, cause.level, -1)


def _key_winners(meter: Meter, table: str, asked: KeyWinners) -> None:
    if meter.closed():
        raise Problem("the round is closed: only a supervisor can void an award")
    seen = set()
    given_back = _given_back(meter)
    for winner in asked.winners:
        if winner.seat in given_back:
            raise Problem(f"the wager of seat {winner.seat} was given back: the round is void")
        meter.plan.level(winner.level)
        if not 1 <= winner.percent <= 100:
            raise Problem(f"seat {winner.seat}: {winner.percent} % of a meter cannot be won")
        if (winner.seat, winner.level) in seen:  # ruling: one award a player, the best
            raise Problem(f"seat {winner.seat} is keyed twice")
        seen.add((winner.seat, winner.level))
    split = meter.plan.simultaneous == "split"
    plans = []
    for level in meter.plan.levels:
        want = [w for w in asked.winners if w.level == level.name]
        have = [a for a in _live(meter) if a.level == level.name and a.hand != MYSTERY]
        same = _agreeing(have, want)
        if split and (same < len(have) or same < len(want)):
            same = 0
        if any(award.state == "confirmed" for award in have[same:]):
            raise Problem("an award of this round is already confirmed")
        plans.append((level.name, have[same:], want[same:]))
    for level_name, back, give in plans:
        for award in reversed(back):
            _undo(meter, award, DEALER, "taken back on the keypad")
        if split:
            _award_shares(meter, table, asked.round_id, level_name, give)
        else:
            _award_in_turn(meter, table, asked.round_id, give)


def _given_back(meter: Meter) -> set[int]:
    """The seats whose wager of this round was taken off the meter again, by a misdeal."""
    gone = meter.reversed_numbers()
    return {e.seat for e in meter.history if e.kind == "contribution" and e.number in gone}


def _live(meter: Meter) -> list[Award]:
    return [award for award in awards(meter.history) if award.state != "voided"]


def _agreeing(have: list[Award], want: list[Winner]) -> int:
    """How many awards, from the first on, are as they are wanted."""
    for i, (award, winner) in enumerate(zip(have, want, strict=False)):
        if (award.seat, award.hand, award.percent) != (winner.seat, winner.hand, winner.percent):
            return i
    return min(len(have), len(want))


def _award_in_turn(meter: Meter, table: str, round_id: int, winners: list[Winner]) -> None:
    """Each from the meter as the one before left it (20:18:16:15.15(18)(a)(vi))."""
    for winner in winners:
        current = meter.levels[winner.level].amounts.current
        cents = current * winner.percent // 100 // MICRO_PER_CENT
        _award(meter, table, round_id, winner, cents)
        if winner.percent == 100:
            _reseed(meter, winner.level, -1)


def _award_shares(
    meter: Meter, table: str, round_id: int, level: str, winners: list[Winner]
) -> None:
    """Equal shares of the sum that the meter would have paid once; odd cents stay in it."""
    if not winners:
        return
    most = max(winner.percent for winner in winners)
    total = meter.levels[level].amounts.current * most // 100 // MICRO_PER_CENT
    for winner in winners:
        _award(meter, table, round_id, winner, total // len(winners))
    if most == 100:
        _reseed(meter, level, -1)


def _award(meter: Meter, table: str, round_id: int, winner: Winner, cents: int) -> None:
    micro = cents * MICRO_PER_CENT
    meter.add(
        Entry(
            "award",
            winner.level,
            Amounts(current=-micro, paid=micro),
            what=winner.hand,
            table=table,
            round_id=round_id,
            seat=winner.seat,
            percent=winner.percent,
        )
    )


def _reseed(meter: Meter, level: str, award: int) -> None:
    """Back to the seed plus the reserve, and the reserve to nothing (15.15(18)(a)(vi))."""
    plan = meter.plan.level(level)
    now = meter.levels[level].amounts
    released = now.overflow if plan.overflow_to == "reseed" else 0
    current = plan.seed_micro + now.reserve + released
    cap = plan.cap_micro
    over = 0 if cap is None else max(0, now.current + current - cap)
    cause = meter.history[award]
    meter.add(
        Entry(
            "reseed",
            level,
            Amounts(
                seeded=plan.seed_micro,
                current=current - over,
                reserve=-now.reserve,
                overflow=over - released,
            ),
            table=cause.table,
            round_id=cause.round_id,
            seat=cause.seat,
            of=award,
            trigger=meter.trigger(level, now.current + current - over),
        )
    )


def _void_round(meter: Meter, asked: VoidRound) -> None:
    if any(award.state == "confirmed" for award in _live(meter)):
        raise Problem("an award of this round is already confirmed: it cannot be a misdeal")
    back = meter.reversed_numbers()
    for entry in list(reversed(meter.history)):
        if entry.kind in ("contribution", "award", "reseed") and entry.number not in back:
            take_back(meter, entry, "the table", f"misdeal: {asked.why}")


def _close_round(meter: Meter, table: str, asked: CloseRound) -> None:
    if not meter.closed():
        meter.add(Entry("close", table=table, round_id=asked.round_id))


def _verify(meter: Meter, asked: Verify) -> None:
    found = [award for award in awards(meter.history) if award.number == asked.award]
    if not found:
        raise Problem(
            f"there is no award {asked.award}", where=f"meter {asked.meter}",
            remedy="feltlink meter history lists the awards",
        )  # fmt: skip
    (award,) = found
    if award.state == asked.verdict:
        return
    if award.state != "pending":
        raise Problem(
            f"award {award.number} is already {award.state} by {award.verified_by}",
            remedy="a later correction is an adjustment with a reason: feltlink meter adjust",
        )
    if asked.verdict == "voided":
        if not asked.reason.strip():
            raise Problem("no reason is given", remedy="say why the award is void")
        _undo(meter, award, asked.by, asked.reason)
        return
    if meter.state != "open":
        raise Problem(
            f"meter {asked.meter} is {meter.state}: no award is confirmed",
            remedy="open the meter first",
        )
    meter.add(
        Entry(
            "confirmation", table=award.table, round_id=award.round_id, seat=award.seat,
            of=award.number, by=asked.by, reason=asked.reason,
        )
    )  # fmt: skip


def _undo(meter: Meter, award: Award, by: str, reason: str) -> None:
    """The opposite entries of an award: first of its reseed, then of itself.

    Where winners share, the reseed is theirs together and goes back with the last of them.
    """
    group = {
        a.number
        for a in awards(meter.history)
        if a.level == award.level and (a.hand == MYSTERY) == (award.hand == MYSTERY)
    }
    shared = meter.plan.simultaneous == "split" and award.hand != MYSTERY
    others = [a for a in _live(meter) if a.number in group and a.number != award.number]
    gone = meter.reversed_numbers()
    if not (shared and others):
        for entry in list(reversed(meter.history)):
            mine = entry.of in group if shared else entry.of == award.number
            if entry.kind == "reseed" and mine and entry.number not in gone:
                take_back(meter, entry, by, reason)
    take_back(meter, next(e for e in meter.history if e.number == award.number), by, reason)


def _adjust(meter: Meter, asked: Adjust) -> None:
    level = meter.plan.level(asked.level)
    if not 0 < abs(asked.amount_cents) <= MOST_CENTS:
        raise Problem(
            f"an adjustment is of 1 to {MOST_CENTS} cents", where=f"meter {asked.meter}",
            remedy="mend the amount",
        )  # fmt: skip
    micro = asked.amount_cents * MICRO_PER_CENT
    now: int = getattr(meter.levels[asked.level].amounts, asked.pot)
    if now + micro < 0:
        raise Problem(
            f"the {asked.pot} of level {asked.level} holds less than that",
            where=f"meter {asked.meter}",
            remedy="feltlink meter show tells what each pot holds",
        )
    for limit, name in ((level.cap_cents, "the cap"), (level.must_hit_by_cents, "must-hit-by")):
        if asked.pot == "current" and limit is not None and now + micro > limit * MICRO_PER_CENT:
            raise Problem(
                f"that is above {name}", where=f"meter {asked.meter}, level {asked.level}"
            )
    meter.add(
        Entry(
            "adjustment",
            asked.level,
            replace(Amounts(adjusted=micro), **{asked.pot: micro}),
            what=asked.pot,
            by=asked.by,
            reason=asked.reason,
        )
    )


def _set_state(meter: Meter, asked: SetState) -> None:
    meter.add(Entry("state", what=asked.state, by=asked.by, reason=asked.reason))
