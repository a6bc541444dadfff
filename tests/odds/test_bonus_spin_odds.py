"""Bonus Spin's figures in oracle.json, as fractions, by the tables that the game plays with."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from feltlink.games.bonus_spin_return import chances, returns, winner
from feltlink.games.bonus_spin_rules import Rules, build
from feltlink.games.bonus_spin_table import family
from feltlink.odds.bonus_spin_odds import bonus_spin
from feltlink.wheel.config import Fixed, Progressive, WheelConfig
from feltlink.wheel.stops import Stop, Wheel

ORACLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "oracle" / "oracle.json").read_text()
)["bonus_spin"]
DECKS = [2, 6, 8]


def fraction(entry: dict[str, Any]) -> Fraction:
    return Fraction(entry["num"], entry["den"])


def even(paytable: str, decks: int) -> Rules:
    """Equal weights, which the oracle's figures are for."""
    top = Fixed(kind="fixed", amount_dollars=1000)
    config = WheelConfig(paytable=paytable, decks=decks, weights=(1,) * 12, top_prize=top)
    return build(config)


def with_weights(rules: Rules, weights: list[int]) -> Rules:
    stops = zip(rules.wheel.stops, weights, strict=True)
    return replace(rules, wheel=Wheel(tuple(replace(s, weight=w) for s, w in stops)))


def test_the_tables_are_the_oracles() -> None:
    tables = family().tables
    assert list(tables) == list(ORACLE["tables"])
    for ident, expected in ORACLE["tables"].items():
        assert list(tables[ident].prizes_dollars) == expected["fixed_stops"]
        assert tables[ident].wager_dollars == expected["stake"]


@pytest.mark.parametrize("decks", DECKS)
def test_chances_of_two_cards(decks: int) -> None:
    found, expected = chances(decks), ORACLE["decks"][str(decks)]
    assert found["blackjack"] == fraction(expected["p_blackjack"])
    assert found["ace"] == fraction(expected["p_ace_not_blackjack"])
    assert found["ace"] + found["blackjack"] == fraction(expected["p_at_least_one_ace"])
    assert sum(found.values()) == 1


@pytest.mark.parametrize(
    ("cards", "wins"),
    [("AK", "blackjack"), ("TA", "blackjack"), ("AA", "ace"), ("9A", "ace"), ("KQ", "none")],
)
def test_what_two_cards_win(cards: str, wins: str) -> None:  # rulings 30 and 31
    assert winner(*cards) == wins


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("ident", list(ORACLE["tables"]))
def test_returns_of_equal_weights(ident: str, decks: int) -> None:
    expected = ORACLE["tables"][ident]["uniform_12_stops"][f"{decks}_decks"]
    rules = even(ident, decks)
    found, figures = returns(rules), bonus_spin(rules).values
    assert found.ace + found.fixed == fraction(expected["return_at_top_0"])
    slope = fraction(expected["slope_per_$1_of_top_prize"])
    assert figures["return_for_each_dollar_of_top_prize"] == slope
    assert found.top == 1000 * slope
    if rules.ace_cents is not None:
        assert found.ace == fraction(expected["ace_part_at_$10"])
    break_even = figures["break_even_mean_spin_cents"]
    assert break_even == 100 * fraction(expected["max_mean_wheel_for_100pct"])
    for_90 = (Fraction(9, 10) - found.ace) * rules.wager_cents / chances(decks)["blackjack"]
    assert for_90 == 100 * fraction(expected["max_mean_wheel_for_90pct"])
    lowest = returns(with_weights(rules, [0] * 11 + [1])).total
    assert lowest == fraction(expected["min_possible_return_all_weight_on_lowest"])


@pytest.mark.parametrize("decks", DECKS)
def test_the_published_wheel(decks: int) -> None:
    """Only its mean is known: a wheel of two stops with that mean returns what was published."""
    published = ORACLE["published_wheel_wizardofodds_AGS_$5"]
    mean = 100 * fraction(published["mean_as_listed"])
    low = mean.numerator // mean.denominator
    over = mean - low
    stops = (
        Stop("low", low, over.denominator - over.numerator),
        Stop("high", low + 1, over.numerator),
    )
    rules = replace(even("A5", decks), wheel=Wheel(stops))
    assert returns(rules).total == fraction(published["return"][f"{decks}_decks"])
    assert bonus_spin(rules).values["mean_spin_cents"] == mean


def test_a_progressive_returns_its_seed_and_its_increment() -> None:
    top = Progressive(
        kind="progressive", meter="spin", seed_dollars=1000, increment_basis_points=1500
    )
    fixed = even("A5", 6)
    found = returns(replace(fixed, top_prize=top))
    assert found.meter == Fraction(15, 100)
    assert found.total == returns(fixed).total + found.meter


def test_no_equal_wheel_is_fit_to_run() -> None:  # ruling 34
    assert all(returns(even(ident, 8)).total > 1 for ident in family().tables)
