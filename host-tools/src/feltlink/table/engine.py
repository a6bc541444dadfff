"""Inputs in, state and results out: the part of the table that is replayed. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from feltlink.games.core import Draw, Game, Input
from feltlink.table import intents
from feltlink.table.intents import Intents
from feltlink.table.results import FAILED, Result, results

RESUME = "resume_after_failure"
"""The supervisor's act that lets a table go on whose rules failed on an input."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A draw that the game has asked for; `cause` is the input that led to it."""

    draw: Draw
    cause: int


@dataclass(frozen=True, slots=True)
class Status:
    """Everything about a table that replaying its inputs gives.

    `failed` says why no act is taken any more: the rules raised on an input, which then changed
    nothing.
    """

    state: Any
    intents: Intents = field(default_factory=Intents)
    draws: tuple[Waiting, ...] = ()
    failed: str = ""


class Engine:
    """A game and what surrounds it, as one function: `apply(status, input)`."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def initial(self) -> Status:
        return Status(self.game.initial())

    def apply(self, status: Status, given: Input) -> tuple[Status, list[Result]]:
        """The status after `given`, and what is to be recorded with it. Never raises."""
        if given.kind == RESUME:
            return replace(status, failed=""), []
        told = status.intents.told(given)
        draws = status.draws
        if given.kind == "drawn":
            draws = tuple(w for w in draws if w.draw.draw_id != given.data["draw_id"])
        try:
            step = self.game.step(status.state, given)
        except Exception as error:  # whatever the rules do, the input stays recorded
            why = f"{type(error).__name__}: {error}"
            failed = f"The rules failed on entry {given.number} ({given.kind}): {why}"
            after = replace(status, intents=replace(told, arm=None), draws=draws, failed=failed)
            return after, [(FAILED, {"why": why, "sentence": failed})]
        asked = tuple(Waiting(e, given.number) for e in step.effects if isinstance(e, Draw))
        wanted = told.wanted(step.effects)
        return replace(status, state=step.state, intents=wanted, draws=draws + asked), results(
            step.effects
        )

    def dump(self, status: Status) -> dict[str, Any]:
        """The status as JSON; `load(dump(s)) == s`."""
        return {
            "game": self.game.dump(status.state),
            "intents": status.intents.dump(),
            "draws": [
                {
                    "draw_id": w.draw.draw_id,
                    "what": w.draw.what,
                    "options": dict(w.draw.options),
                    "cause": w.cause,
                }
                for w in status.draws
            ],
            "failed": status.failed,
        }

    def load(self, data: Mapping[str, Any]) -> Status:
        """The status that `dump` wrote."""
        return Status(
            state=self.game.load(data["game"]),
            intents=intents.load(data["intents"]),
            draws=tuple(
                Waiting(Draw(d["draw_id"], d["what"], d["options"]), d["cause"])
                for d in data["draws"]
            ),
            failed=data["failed"],
        )
