"""Plays the worked rounds of rounds/bonus_spin_*.toml.

A step is `[kind, data?]`; `refused` gives words of the sentence with which it is refused. What is
expected after a step: `phase`, `seats` (fields of seats), `view` (fields of the view), `effects`
(names), `lines` (as "seat outcome stake amount paragraph"), `acts`, `not_acts`.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from feltlink.games.core import Settle
from feltlink.money.settlement import Line, balance
from support.bonus_spin import Hand, rules

ROUNDS = Path(__file__).with_name("rounds")
FILES = sorted(ROUNDS.glob("bonus_spin_*.toml"))


def cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{file.stem[11:]}: {case['name']}")
        for file in FILES
        for case in tomllib.loads(file.read_text())["round"]
    ]


def written(line: Line) -> str:
    """A line as the scenarios write it."""
    paragraph = line.paragraph.removeprefix("20:18:15:30.15").strip(", ")
    return f"{line.seat} {line.outcome} {line.stake_cents} {line.amount_cents} {paragraph}"


def holds(expected: Any, found: Any) -> bool:
    """Whether `found` has all that is `expected`: of an object only the fields named count."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(key in found and holds(value, found[key]) for key, value in expected.items())
    return bool(expected == found or (expected == "null" and found is None))


def check(hand: Hand, step: dict[str, Any]) -> None:
    view = hand.view()
    json.dumps(view)
    if "phase" in step:
        assert view["phase"] == step["phase"]
    for number, fields in step.get("seats", {}).items():
        assert holds(fields, view["seats"][int(number) - 1]), view["seats"][int(number) - 1]
    assert holds(step.get("view", {}), view), view
    names = {type(effect).__name__ for effect in hand.effects}
    assert set(step.get("effects", [])) <= names, names
    assert not set(step.get("no_effects", [])) & names, names
    acts = {act["act"] for act in view["acts"]}
    assert set(step.get("acts", [])) <= acts, acts
    assert not set(step.get("not_acts", [])) & acts, acts
    if "lines" in step:
        found = [line for e in hand.all_of(Settle) for line in e.lines]
        assert [written(line) for line in found] == step["lines"]


@pytest.mark.parametrize("case", cases())
def test_a_worked_round(case: dict[str, Any]) -> None:
    hand = Hand(rules(case.get("paytable", "A5"), case.get("top", "fixed")))
    if "bets" in case:
        hand.begin(*case["bets"])
    for step in case["steps"]:
        kind, *rest = step["do"]
        data = dict(rest[0]) if rest else {}
        sentence = hand.give(kind, **data)
        if "refused" in step:
            assert sentence is not None, f"{step['do']} was taken"
            assert step["refused"] in sentence
        else:
            assert sentence is None, f"{step['do']}: {sentence}"
        check(hand, step)
        assert hand.game.load(json.loads(json.dumps(hand.game.dump(hand.state)))) == hand.state
    by_round: dict[int, list[Line]] = {}
    for line in hand.lines:  # orders start again with each round
        number = max(by_round, default=0) + (line.order == 1)
        by_round.setdefault(number, []).append(line)
    gained: dict[int, int] = {}
    for lines in by_round.values():
        for seat, cents in balance(lines).seats.items():
            gained[seat] = gained.get(seat, 0) + cents
    if "gained" in case:
        assert {str(seat): cents for seat, cents in gained.items()} == case["gained"]


def test_each_ruling_has_a_worked_round() -> None:
    told = "".join(file.read_text() for file in FILES)
    missing = [n for n in (4, *range(29, 39)) if f"ruling = {n}\n" not in told]
    assert not missing
