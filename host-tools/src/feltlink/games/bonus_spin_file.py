"""Reads a wheel file: the rules of one Bonus Spin table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from feltlink.games.bonus_spin_return import percent, returns
from feltlink.games.bonus_spin_rules import Rules, build
from feltlink.games.bonus_spin_table import STOPS, family
from feltlink.problem import Problem
from feltlink.toml_locator import Flaw, load_toml
from feltlink.wheel.config import WheelConfig


def flaws(config: WheelConfig) -> Iterable[Flaw]:
    """What is wrong with a file whose fields are each sound."""
    tables = family().tables
    if config.paytable not in tables:
        yield Flaw(("paytable",), f"expected one of {', '.join(tables)}, not {config.paytable!r}")
    if len(config.weights) != STOPS:
        yield Flaw(
            ("weights",),
            f"expected {STOPS} weights, top prize first, not {len(config.weights)}",
        )


def read(file: Path) -> tuple[Rules, bool]:
    """The rules of a wheel file, whatever they return, and whether a return over 100 % is allowed.
    A fault is a `Problem` with file, line and key.
    """
    config = load_toml(file, WheelConfig, flaws)
    return build(config), config.allow_over_100


def load(file: Path) -> Rules:
    """The rules of a wheel file that a table may run: over 100 % is refused (ruling 34)."""
    rules, over_100_allowed = read(file)
    total = returns(rules).total
    if total > 1 and not over_100_allowed:
        raise Problem(
            f"this wheel returns {percent(total)}: more than it takes",
            where=f"{file}: weights",
            remedy="give the high prizes less weight, or set allow_over_100 = true",
        )
    return rules
