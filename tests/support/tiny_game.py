"""The smallest game that uses every effect: for tests of the table, not of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from feltlink.games.core import (
    Arm,
    Disarm,
    Draw,
    Effect,
    Input,
    Lights,
    Lock,
    Refuse,
    Release,
    Settle,
    Step,
)
from feltlink.money.settlement import Line


@dataclass(frozen=True)
class Tiny:
    round_id: int = 0
    open: bool = False
    arm_id: int = 0
    pressed: int = 0
    stop: int | None = None
    link: str = ""
    covered: tuple[int, ...] = ()
    heard: int = 0


class TinyGame:
    """open → arm → (press) → drawn settles; "boom" raises; anything else is refused."""

    name = "tiny"

    def initial(self) -> Tiny:
        return Tiny()

    def step(self, state: Tiny, given: Input) -> Step[Tiny]:
        state = replace(state, heard=state.heard + 1)
        effects: tuple[Effect, ...] = ()
        match given.kind:
            case "open":
                state = replace(state, round_id=state.round_id + 1, open=True, stop=None)
                effects = (Lock(state.round_id), Lights(((1, "bonus_spin", "blink"),)))
            case "arm":
                state = replace(state, arm_id=state.arm_id + 1)
                effects = (Arm(state.arm_id, 1, 5000),)
            case "press" if given.data["arm_id"] == state.arm_id:
                state = replace(state, pressed=state.pressed + 1)
                effects = (Disarm(state.arm_id), Draw(state.pressed, "wheel"))
            case "drawn":
                state = replace(state, stop=given.data["stop"])
                line = Line(1, "tiny", 500, "win", "x", 1000, "house", False, 1, "p")
                effects = (Settle((line,)),)
            case "close":
                state = replace(state, open=False)
                effects = (Release(state.round_id),)
            case "edge":
                seats = {s for s in state.covered if s != given.data["seat"]}
                if given.data["covered"]:
                    seats.add(given.data["seat"])
                state = replace(state, covered=tuple(sorted(seats)))
            case "controller":
                state = replace(state, link=given.data["state"])
            case "boom":
                raise RuntimeError("these rules are broken")
            case "locked" | "snapshot" | "late_edge" | "disarmed" | "fault" | "fault_cleared":
                pass
            case _:
                return Step(state, (Refuse(f"no {given.kind} here"),))
        return Step(state, effects)

    def view(self, state: Tiny) -> dict[str, Any]:
        return {**asdict(state), "notice": None}

    def dump(self, state: Tiny) -> dict[str, Any]:
        return asdict(state)

    def load(self, data: Mapping[str, Any]) -> Tiny:
        return Tiny(**{**data, "covered": tuple(data["covered"])})

    def round_id(self, state: Tiny) -> int:
        return state.round_id

    def round_open(self, state: Tiny) -> bool:
        return state.open
