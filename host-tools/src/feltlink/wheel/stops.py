"""A wheel is stops with integer weights. A ticket below the total of the weights picks a stop."""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop. `amount_cents` is None where a meter decides; `top` marks the top prize."""

    label: str
    amount_cents: int | None
    weight: int
    top: bool = False


@dataclass(frozen=True, slots=True)
class Wheel:
    """Stops in the order in which they stand on the wheel. Weights are 0 or more, not all 0."""

    stops: tuple[Stop, ...]
    _ends: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if any(stop.weight < 0 for stop in self.stops) or not any(s.weight for s in self.stops):
            raise ValueError("weights are whole numbers of 0 or more, and not all 0")
        object.__setattr__(self, "_ends", tuple(accumulate(s.weight for s in self.stops)))

    @property
    def total(self) -> int:
        """The sum of the weights: how many tickets there are."""
        return self._ends[-1]

    def stop_of(self, ticket: int) -> int:
        """The index of the stop that `ticket` (0 <= ticket < total) picks."""
        if not 0 <= ticket < self.total:
            raise ValueError(f"ticket {ticket} is not one of 0 to {self.total - 1}")
        return bisect_right(self._ends, ticket)

    def chance(self, index: int) -> Fraction:
        """The chance of a stop."""
        return Fraction(self.stops[index].weight, self.total)

    def draw(self, below: Callable[[int], int] = secrets.randbelow) -> int:
        """Draw a stop. The ticket comes from the operating system's generator, each of the
        `total` tickets equally likely, so no stop is favoured by a remainder.
        """
        return self.stop_of(below(self.total))
