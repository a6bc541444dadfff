import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from feltlink.cli.odds import app
from feltlink.problem import Problem

ROOT = Path(__file__).parents[1]
ORACLE: dict[str, Any] = json.loads((ROOT / "oracle" / "oracle.json").read_text())
DEMO = ROOT.parent / "host-tools" / "src" / "feltlink" / "table" / "demo" / "wheel-A5.toml"


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, [*words])
    if isinstance(found.exception, Problem):
        return found.exception.code, str(found.exception)
    return found.exit_code, found.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("uthp", "UTHP-01", "--meter", "1000"),
        ("pmg", "PMG-02", "--others", "3"),
        ("bonus-spin", "A5", "--decks", "8", "--weights", str(DEMO)),
        ("duel-draw", "1"),
        ("trips", "UTH-01"),
        ("big8", "7"),
    ],
)
def test_exact_figures_are_strings_of_two_numbers(words: tuple[str, ...]) -> None:
    code, told = run(*words, "--json")
    assert code == 0, told
    found = json.loads(told)
    numerator, _, denominator = found["house_edge"].partition("/")
    assert Fraction(int(numerator), int(denominator)) < 1


def test_bonus_spin_of_the_demos_wheel() -> None:
    code, told = run("bonus-spin", "A5", "--weights", str(DEMO), "--json")
    found = json.loads(told)
    stops = found["stops"]
    assert code == 0
    assert [stop["label"] for stop in stops][1:3] == ["$250", "$200"]
    aces = Fraction(found["return_from_aces"])
    whole = aces + sum(Fraction(stop["return"]) for stop in stops)
    assert whole == Fraction(found["return"]) == 1 - Fraction(found["house_edge"])
    chance = ORACLE["bonus_spin"]["decks"]["6"]["p_blackjack"]
    assert found["blackjack_chance"] == f"{chance['num']}/{chance['den']}"


def test_figures_for_people() -> None:
    code, told = run("bonus-spin", "A5", "--weights", str(DEMO))
    assert code == 0
    assert "house edge" in told
    assert "Top prize $5,000" in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("bonus-spin", "B5", "--weights", str(DEMO)), "these are weights for A5, not for B5"),
        (("bonus-spin", "A5", "--weights", "nowhere.toml"), "nowhere.toml"),
        (("trips", "UTH-09"), "UTH-09"),
        (("uthp", "UTHP-01", "--meter", "much"), "'much' is no amount of money"),
    ],
)
def test_what_is_not_there_is_named_and_exits_2(words: tuple[str, ...], says: str) -> None:
    code, told = run(*words)
    assert code == 2
    assert says in told
