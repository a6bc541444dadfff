"""`meters.toml`: the meters of a floor.

[[meter]]
name = "uth-1"
wager_cents = 100
simultaneous = "in_turn"

[[meter.level]]
name = "main"
seed_cents = 1_000_000
increment_ppm = 185_000      # 18.5 % of each wager is shown
reserve_ppm = 50_000         # 5 % is put by for the next seed
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from feltlink.money.meter_plan import Level, OverflowTo, Plan, Simultaneous
from feltlink.problem import Problem
from feltlink.toml_locator import Flaw, load_toml

Name = Annotated[str, Field(min_length=1, max_length=40)]
Cents = Annotated[int, Field(ge=0, le=10**11)]
Ppm = Annotated[int, Field(ge=0, le=1_000_000)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class LevelModel(_Model):
    """One prize; the keys are those of `money.meter_plan.Level`."""

    name: Name = "main"
    seed_cents: Cents
    increment_ppm: Ppm
    reserve_ppm: Ppm = 0
    cap_cents: Cents | None = None
    overflow_to: OverflowTo = "hold"
    must_hit_by_cents: Cents | None = None


class MeterModel(_Model):
    """One meter."""

    name: Name
    wager_cents: Annotated[int, Field(gt=0, le=10**8)]
    simultaneous: Simultaneous = "in_turn"
    level: Annotated[tuple[LevelModel, ...], Field(min_length=1, strict=False)]

    def plan(self) -> Plan:
        """The plan. A setting that cannot work is a Problem."""
        levels = tuple(Level(**level.model_dump()) for level in self.level)
        return Plan(self.name, self.wager_cents, levels, self.simultaneous)


class _File(_Model):
    meter: Annotated[tuple[MeterModel, ...], Field(min_length=1, strict=False)]


def load(path: Path) -> list[Plan]:
    """Read and check the file; every fault is told with its line."""
    return [meter.plan() for meter in load_toml(path, _File, _flaws).meter]


def _flaws(found: _File) -> Iterable[Flaw]:
    seen = set()
    for place, meter in enumerate(found.meter):
        if meter.name in seen:
            yield Flaw(("meter", place, "name"), "expected a name of its own for each meter")
        seen.add(meter.name)
        try:
            meter.plan()
        except Problem as problem:
            yield Flaw(("meter", place), problem.what)
