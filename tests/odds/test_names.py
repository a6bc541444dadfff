"""What `feltlink odds` calls the poker wagers, and what it says to other names."""

from __future__ import annotations

import pytest

from feltlink.odds.poker import WAGERS, Ask, work
from feltlink.problem import Problem


@pytest.mark.parametrize(
    ("wager", "table", "ask", "said"),
    [
        ("trip", "UTH-01", Ask(), "choose one of trips, uthp, pmg, duel-draw, big8, uth"),
        ("trips", "UTH-05", Ask(), "choose one of UTH-01, UTH-02, UTH-03, UTH-04"),
        ("duel-draw", "7", Ask(), "choose one of 1, 2, 3, 4, 5, 6, none"),
        ("uth", "UTH-01", Ask(strategy="best"), "choose simple, hidden, literal"),
        ("uth", "UTH-01", Ask(strategy="lucky", exact=True), "choose best, simple, hidden"),
    ],
)
def test_other_names_are_refused_with_those_there_are(
    wager: str, table: str, ask: Ask, said: str
) -> None:
    with pytest.raises(Problem) as caught:
        work(wager, table, ask)
    assert said in str(caught.value)


def test_each_wager_has_a_first_table_and_a_house_edge() -> None:
    told: list[float] = []
    for wager in WAGERS:
        found = work(wager, None, Ask(rounds=200), told.append)
        assert "house_edge" in found.as_json()
        assert told[-1] == 1.0
    assert all(0 <= share <= 1 for share in told)
