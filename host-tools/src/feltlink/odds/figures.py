"""What an odds calculation hands back: exact fractions, shown as such and as a percentage."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

Exact = Fraction | int


@dataclass(frozen=True, slots=True)
class Figures:
    """`values` in the order of showing, `house_edge` (of `per`) among them; the names in `shares`
    are shown as percentages too. `counts` are hands or boards by category; `notes` say how the
    figures are to be read; `parts` are further figures by name (a class of hole cards, a table).
    """

    title: str
    per: str
    values: dict[str, Exact | float | str]
    counts: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    parts: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Every exact figure as the string "num/den"."""
        return {
            "title": self.title,
            "per": self.per,
            **{name: _plain(value) for name, value in self.values.items()},
            "counts": self.counts,
            "notes": list(self.notes),
            **{name: _plain(part) for name, part in self.parts.items()},
        }

    def rows(self) -> list[tuple[str, str]]:
        """Name and text of each figure, for people."""
        return [(name.replace("_", " "), show(value)) for name, value in self.values.items()]


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value


def exact(value: Fraction) -> str:
    """ "301629/33446140", in lowest terms."""
    return f"{value.numerator}/{value.denominator}"


def show(value: Exact | float | str) -> str:
    """A fraction with its percentage or, above ten, its value; else as it is."""
    if isinstance(value, Fraction):
        if abs(value) > 10:
            return f"{exact(value)} = {float(value):,.2f}"
        return f"{exact(value)} = {float(value) * 100:.6f} %"
    return f"{value:.6f}" if isinstance(value, float) else f"{value}"


def deviation(mean: Fraction, mean_of_squares: Fraction) -> float:
    """Standard deviation of one wager."""
    return sqrt(mean_of_squares - mean * mean)
