"""What a progressive is set to: its levels, rates and limits. Amounts come in cents, the meter
counts in micro-dollars (µ$), so that a rate of a ten-thousandth of a percent is still exact.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from feltlink.problem import Problem

MICRO_PER_CENT = 10_000
PPM = 1_000_000

Simultaneous = Literal["in_turn", "split"]
OverflowTo = Literal["hold", "reseed"]


@dataclass(frozen=True, slots=True)
class Level:
    """One prize of a meter.

    `increment_ppm` and `reserve_ppm` are the parts of each wager, in millionths, that go to the
    shown and to the hidden amount. Past `cap_cents` the increment goes to the overflow, which a
    reseed takes along only with `overflow_to = "reseed"`. With `must_hit_by_cents` the level is
    a mystery: a hidden trigger between the seed and that amount pays it.
    """

    name: str
    seed_cents: int
    increment_ppm: int
    reserve_ppm: int = 0
    cap_cents: int | None = None
    overflow_to: OverflowTo = "hold"
    must_hit_by_cents: int | None = None

    @property
    def seed_micro(self) -> int:
        """The seed in µ$."""
        return self.seed_cents * MICRO_PER_CENT

    @property
    def cap_micro(self) -> int | None:
        """The cap in µ$, if there is one."""
        return None if self.cap_cents is None else self.cap_cents * MICRO_PER_CENT


@dataclass(frozen=True, slots=True)
class Plan:
    """A meter: one wager unit, one or several levels, and how winners of one round share."""

    meter: str
    wager_unit_cents: int
    levels: tuple[Level, ...]
    simultaneous: Simultaneous = "in_turn"

    def __post_init__(self) -> None:
        faults = list(_faults(self))
        if faults:
            raise Problem(
                "; ".join(faults), where=f"meter {self.meter}", remedy="mend the meter's settings"
            )

    def level(self, name: str) -> Level:
        """The level of this name; a `Problem` if the meter has none."""
        for level in self.levels:
            if level.name == name:
                return level
        raise Problem(
            f"there is no level {name!r}",
            where=f"meter {self.meter}",
            remedy="take one of " + ", ".join(level.name for level in self.levels),
        )

    def dump(self) -> dict[str, Any]:
        """The plan as JSON; `load(plan.dump()) == plan`."""
        return asdict(self)

    def digest(self) -> str:
        """SHA-256 of the plan, to tell whether two tables mean the same meter."""
        text = json.dumps(self.dump(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def load(data: Mapping[str, Any]) -> Plan:
    """The plan that `dump` wrote."""
    levels = tuple(Level(**level) for level in data["levels"])
    return Plan(**{**data, "levels": levels})


def share(wagered_cents: int, rate_ppm: int) -> int:
    """The part of a wager in µ$. Exact, because `Plan` refuses rates that are not."""
    micro, rest = divmod(wagered_cents * MICRO_PER_CENT * rate_ppm, PPM)
    if rest:
        raise Problem(f"{rate_ppm} ppm of {wagered_cents} cents is no whole micro-dollar")
    return micro


def _faults(plan: Plan) -> list[str]:
    out = []
    if not plan.meter or plan.wager_unit_cents <= 0:
        out.append("the meter needs a name and a wager unit above 0")
    if not plan.levels:
        out.append("the meter needs at least one level")
    names = [level.name for level in plan.levels]
    if len(set(names)) < len(names):
        out.append("two levels have the same name")
    if sum(level.increment_ppm + level.reserve_ppm for level in plan.levels) > PPM:
        out.append("more than the whole wager goes to the meter")
    for level in plan.levels:
        out += [f"level {level.name}: {fault}" for fault in _level_faults(plan, level)]
    return out


def _level_faults(plan: Plan, level: Level) -> list[str]:
    out = []
    if level.seed_cents < 0 or level.increment_ppm < 0 or level.reserve_ppm < 0:
        out.append("seed and rates may not be below 0")
    out += [
        f"{rate} ppm of the wager unit of {plan.wager_unit_cents} cents is no whole micro-dollar"
        for rate in (level.increment_ppm, level.reserve_ppm)
        if plan.wager_unit_cents * MICRO_PER_CENT * rate % PPM
    ]
    if level.cap_cents is not None and level.cap_cents < level.seed_cents:
        out.append("the cap is below the seed")
    top = level.must_hit_by_cents
    if top is not None and top <= level.seed_cents:
        out.append("must-hit-by has to be above the seed")
    if top is not None and level.cap_cents is not None and level.cap_cents < top:
        out.append("the cap is below must-hit-by, so the prize might never hit")
    if top is not None and level.increment_ppm == 0:
        out.append("a must-hit-by level needs an increment")
    return out
