"""The course of a meter for a picture: what it held, at a few hundred moments at most."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from feltlink.floor.store import Store
from feltlink.money.meter_plan import MICRO_PER_CENT

MOST_POINTS = 240


def courses(store: Callable[[], Store]) -> list[dict[str, Any]]:
    """Each meter of the store: `{"meter", "points": [[at_utc_us, cents], ...]}`, oldest first.

    All levels together. Of a long course every n-th entry is taken, and always every fall (a win)
    with what was there before it, and the last one.
    """
    with store() as source:
        return [{"meter": name, "points": _points(source, name)} for name in source.meters()]


def _points(source: Store, name: str) -> list[list[int]]:
    every = max(1, source.read(name).number // MOST_POINTS)
    points: list[list[int]] = []
    last: list[int] = []
    held = 0
    for count, entry in enumerate(source.entries(name)):
        held += entry.amounts.current
        now = [entry.at_utc_us, held // MICRO_PER_CENT]
        fell = entry.amounts.current < 0
        if fell and points and points[-1] is not last:
            points.append(last)
        if fell or count % every == 0:
            points.append(now)
        last = now
    if points and points[-1] is not last:
        points.append(last)
    return points
