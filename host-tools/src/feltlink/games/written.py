"""What playing a written round has in common, whatever the game."""

from __future__ import annotations

from typing import TypeVar

from feltlink.games.core import Step
from feltlink.problem import Problem

S = TypeVar("S")


def taken(step: Step[S], where: str, rule: str) -> Step[S]:
    """The step, if the game took the input; else a `Problem` with its sentence and paragraph."""
    if step.refused is None:
        return step
    raise Problem(
        step.refused.sentence,
        where=where,
        remedy=f"mend the round; see {step.refused.paragraph or rule}",
    )
