"""What the controller should be doing now: the latest effect of each device kind.

Intents are part of what is replayed, so that a host that was killed sends the same ones again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from feltlink.games.core import Arm, Disarm, Effect, Input, Lights, Lock, Release

Spot = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Intents:
    """`locked` is None until the controller has told which spots it latched for `lock_round`."""

    lights: tuple[tuple[int, str, str], ...] = ()
    lock_round: int | None = None
    locked: tuple[Spot, ...] | None = None
    arm: Arm | None = None

    def told(self, given: Input) -> Intents:
        """The intents after an input, before its effects: what the controller says it did."""
        data = given.data
        if given.kind == "locked" and data["round_id"] == self.lock_round and self.locked is None:
            return replace(self, locked=tuple((seat, spot) for seat, spot in data["spots"]))
        spent = given.kind in ("press", "disarmed") and self.arm is not None
        if spent and self.arm is not None and data["arm_id"] == self.arm.arm_id:
            return replace(self, arm=None)  # one shot: never armed again by itself
        return self

    def wanted(self, effects: tuple[Effect, ...]) -> Intents:
        """The intents after a step's effects."""
        now = self
        for effect in effects:
            if isinstance(effect, Lights):
                now = replace(now, lights=effect.patterns)
            elif isinstance(effect, Lock) and effect.round_id != now.lock_round:
                now = replace(now, lock_round=effect.round_id, locked=None)
            elif isinstance(effect, Release) and effect.round_id == now.lock_round:
                now = replace(now, lock_round=None, locked=None)
            elif isinstance(effect, Arm):
                now = replace(now, arm=effect)
            elif isinstance(effect, Disarm) and now.arm and now.arm.arm_id == effect.arm_id:
                now = replace(now, arm=None)
        return now

    def dump(self) -> dict[str, Any]:
        """As JSON, for the record."""
        arm = self.arm
        return {
            "lights": self.lights,
            "lock_round": self.lock_round,
            "locked": self.locked,
            "arm": arm and {"arm_id": arm.arm_id, "seat": arm.seat, "lease_ms": arm.lease_ms},
        }


def load(data: Mapping[str, Any]) -> Intents:
    """The intents that `dump` wrote."""
    return Intents(
        lights=tuple((seat, spot, pattern) for seat, spot, pattern in data["lights"]),
        lock_round=data["lock_round"],
        locked=None if data["locked"] is None else tuple((s, n) for s, n in data["locked"]),
        arm=None if data["arm"] is None else Arm(**data["arm"]),
    )
