"""Taking an entry back by its opposite, when the meter may have moved on in the meantime."""

from __future__ import annotations

from dataclasses import replace

from feltlink.money.meter import Meter
from feltlink.money.meter_entry import Amounts, Entry


def take_back(meter: Meter, entry: Entry, by: str, reason: str) -> Entry:
    """Book the opposite of `entry`.

    Another table may have won in between, so that a pot holds less than the opposite takes. What
    is short comes first out of what the opposite gives back to the other pots (a reserve that has
    been won cannot be put by again), then from the house, as an adjustment inside the entry. A
    contribution never takes the current amount below its seed. What is over the cap overflows.
    """
    plan = meter.plan.level(entry.level)
    now = meter.levels[entry.level].amounts
    floor = min(now.current, plan.seed_micro) if entry.kind == "contribution" else 0
    back = _lifted(-entry.amounts, now, floor)
    if plan.cap_micro is not None and back.current > 0:
        over = max(0, min(back.current, now.current + back.current - plan.cap_micro))
        back = replace(back, current=back.current - over, overflow=back.overflow + over)
    if back.adjusted != -entry.amounts.adjusted:
        reason += "; short, as the meter was won in between: the house gives the rest"
    return meter.add(
        Entry(
            "reversal",
            entry.level,
            back,
            what=entry.what,
            table=entry.table,
            round_id=entry.round_id,
            seat=entry.seat,
            wagered_cents=-entry.wagered_cents,
            of=entry.number,
            by=by,
            reason=reason,
        )
    )


def _lifted(back: Amounts, now: Amounts, floor: int) -> Amounts:
    """The opposite entry, made to leave no pot below nothing and the current not below `floor`."""
    for pot, least in (("current", floor), ("reserve", 0), ("overflow", 0)):
        short = max(0, least - getattr(now, pot) - getattr(back, pot))
        back = replace(back, **{pot: getattr(back, pot) + short})
        for giver in ("reserve", "overflow"):
            given = min(short, max(0, getattr(back, giver)))
            back = replace(back, **{giver: getattr(back, giver) - given})
            short -= given
        back = replace(back, adjusted=back.adjusted + short)
    return back
