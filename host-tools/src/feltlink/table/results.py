"""What a step said, as entries of the record: everything but lights, which replaying gives."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from feltlink.games.core import (
    Arm,
    Call,
    Disarm,
    Draw,
    Effect,
    Lights,
    Lock,
    Refuse,
    Release,
    Settle,
)
from feltlink.money import meter_request

REFUSED = "refused"
SETTLED = "settled"
FAILED = "step_failed"
METER = "meter"
"""A request to a meter; its body is `meter_request.dump`."""

_KINDS: dict[type, str] = {
    Lock: "lock",
    Release: "release",
    Arm: "arm",
    Disarm: "disarm",
    Draw: "draw",
    Settle: SETTLED,
    Call: "call",
    Refuse: REFUSED,
}

Result = tuple[str, dict[str, Any]]


def results(effects: tuple[Effect, ...]) -> list[Result]:
    """(kind, body) of each effect that the record keeps, in order."""
    return [_result(effect) for effect in effects if not isinstance(effect, Lights)]


def _result(effect: Effect) -> Result:
    if isinstance(effect, meter_request.TableRequest):
        return METER, meter_request.dump(effect)
    if isinstance(effect, Draw):
        return "draw", {**asdict(effect), "options": dict(effect.options)}
    return _KINDS[type(effect)], asdict(effect)
