"""Every figure of poker in oracle.json, reproduced by the product's tables and settlement.

The oracle was computed by other code. Fractions are compared as fractions; the few figures that
it holds as decimals only are compared to the last digit given.
"""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from feltlink.cards.card import DECK
from feltlink.cards.ranking import category, strength
from feltlink.games import poker_tables
from feltlink.odds import classes, duel_odds, holdem_odds

ORACLE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "oracle" / "oracle.json").read_text()
)
UTHP, PMG, DAKOTA = ORACLE["uth_progressive"], ORACLE["pmg"], ORACLE["dakota"]


def fraction(entry: dict[str, Any]) -> Fraction:
    return Fraction(entry["num"], entry["den"])


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_category_counts(size: int) -> None:
    expected = ORACLE["category_counts"][str(size)]
    counts: dict[str, int] = dict.fromkeys(expected["counts"], 0)
    for worth, hands in classes.strengths(size).items():
        counts[category(worth).key] += hands
    assert counts == expected["counts"]
    assert sum(counts.values()) == expected["total"]
    assert len(classes.strengths(size)) == expected["distinct_strengths"]


def test_class_counting_is_looking_at_each_hand() -> None:
    looked: dict[int, int] = {}
    for five in combinations(DECK[:26], 5):  # two to seven and two eights
        worth = strength(five)
        looked[worth] = looked.get(worth, 0) + 1
    assert sum(looked.values()) == 65_780
    for hole in ((48, 44), (51, 47), (20, 21), (0, 7), (28, 32)):
        assert classes.completed(hole) == duel_odds.looked_at(hole)


@pytest.mark.parametrize("table", ["UTH-01", "UTH-02", "UTH-03", "UTH-04"])
def test_trips(table: str) -> None:
    expected = ORACLE["uth_trips"][table]
    found = holdem_odds.trips(table)
    assert found.values["house_edge"] == fraction(expected["house_edge"])
    assert found.values["ev"] == fraction(expected["ev"])
    assert found.values["hit_rate"] == fraction(expected["hit_rate"])
    assert found.values["hands"] == expected["hands"] == 133_784_560
    assert Fraction(expected["net_units_over_all_hands"], expected["hands"]) == found.values["ev"]
    assert found.values["sd"] == pytest.approx(expected["sd"], rel=1e-14)
    rows = poker_tables.uth().table(table).trips.pays
    assert {row: pays.ratio for row, pays in rows.items()} == expected["pays_to_1"]


def test_progressive_probabilities() -> None:
    one = holdem_odds.uthp("UTHP-01")
    expected = UTHP["probabilities"]
    names = {
        "royal_first_five": "royal_first5",
        "royal_first_seven": "royal_7_using_hole_not_first5",
        "community_royal": "community_royal",
        "straight_flush": "straight_flush",
        "four_of_a_kind": "four_of_a_kind",
        "full_house": "full_house",
    }
    assert UTHP["deals"] == 28_094_757_600
    for ours, theirs in names.items():
        assert one.counts[ours] == expected[theirs]["counts_of_deals"]
        assert one.parts["probabilities"][ours] == fraction(expected[theirs])
    royals = sum(one.counts[name] for name in names if "royal" in name)
    assert Fraction(royals, UTHP["deals"]) == fraction(expected["royal_any"])


@pytest.mark.parametrize(
    ("table", "reading", "extra"),
    [
        ("UTHP-01", "UTHP-01 (community 3,000 as gross 'for 1')", 0),
        ("UTHP-01", "UTHP-01 (community 3,000 to 1 = gross 3,001)", 1),
        (
            "UTHP-02",
            "UTHP-02 (royal with >=1 hole card in 7 = 100%; community 1,000 gross)",
            0,
        ),
        ("UTHP-02", "UTHP-02 (same; community 1,000 to 1 = gross 1,001)", 1),
    ],
)
def test_progressive_returns(table: str, reading: str, extra: int) -> None:
    """The rulings' reading as it stands, and the other one by the one wager that it adds."""
    expected = UTHP["tables"][reading]
    found = holdem_odds.uthp(table)
    more = extra * found.parts["probabilities"]["community_royal"]
    fixed = Fraction(found.values["fixed_return"]) + more
    slope = Fraction(found.values["return_per_dollar_of_meter"])
    assert fixed == fraction(expected["fixed_return"])
    assert slope == fraction(expected["return_per_$1_of_meter"])
    assert (1 - fixed) / slope == fraction(expected["break_even_meter_$"])
    assert found.values["hit_rate"] == fraction(expected["hit_rate"])
    if not extra:
        assert found.values["break_even_meter_dollars"] == fraction(expected["break_even_meter_$"])
    for target, meter in expected["meter_for_target_return"].items():
        assert float((Fraction(target) - fixed) / slope) == pytest.approx(meter, rel=1e-13)


def test_the_other_reading_of_uthp_02() -> None:
    """Only a first-five royal takes the meter: what is left of UTHP-02 with UTHP-01's places."""
    expected = next(entry for name, entry in UTHP["tables"].items() if "alternative" in name)
    found, places = holdem_odds.uthp("UTHP-02"), holdem_odds.uthp("UTHP-01")
    slope = places.parts["probabilities"]["royal_first_five"]
    fixed = Fraction(found.values["fixed_return"])
    assert fixed == fraction(expected["fixed_return"])
    assert slope == fraction(expected["return_per_$1_of_meter"])
    assert (1 - fixed) / slope == fraction(expected["break_even_meter_$"])
    lost = places.parts["probabilities"]["royal_first_seven"]
    assert Fraction(found.values["hit_rate"]) - lost == fraction(expected["hit_rate"])
    for target, meter in expected["meter_for_target_return"].items():
        assert float((Fraction(target) - fixed) / slope) == pytest.approx(meter, rel=1e-13)


@pytest.mark.parametrize("hand_of", ["first_five", "best_of_seven"])
@pytest.mark.parametrize("table", ["PMG-01", "PMG-02"])
def test_multi_link(table: str, hand_of: Any) -> None:
    reading = {"first_five": "first_five_cards", "best_of_seven": "seven_cards"}[hand_of]
    expected = PMG["readings"][reading]
    found = holdem_odds.pmg(table, hand_of=hand_of).values
    slope = {
        "PMG-01": "meter_return_PMG-01_per_$1_meter",
        "PMG-02": "meter_return_PMG-02_per_$1_wagered_per_$1_meter",
    }
    assert found["fixed_return"] == fraction(expected["fixed_return_per_$1"])
    assert found["return_per_dollar_of_meter"] == fraction(expected[slope[table]])
    assert found["hit_rate"] == fraction(expected["hit_rate"])
    assert float(Fraction(found["break_even_meter_dollars"])) == pytest.approx(
        expected[f"break_even_meter_{table}"], rel=1e-14
    )
    envy = Fraction(found["envy_return_per_other_player"])
    assert envy == fraction(expected["envy_return_per_$1_per_other_player"])
    unit = {"PMG-01": 1, "PMG-02": 5}[table]
    assert envy * unit == fraction(expected[f"envy_$_per_other_player_{table}"])


@pytest.mark.parametrize("hand_of", ["first_five", "best_of_seven"])
def test_multi_link_house_edge_at_meters_and_tables(hand_of: Any) -> None:
    reading = {"first_five": "first_five_cards", "best_of_seven": "seven_cards"}[hand_of]
    for meter, seats in PMG["readings"][reading]["house_edge_PMG-01"].items():
        for others, percent in seats.items():
            found = holdem_odds.pmg(
                "PMG-01",
                meter_cents=int(meter.removeprefix("meter_")) * 100,
                others=int(others.removesuffix("_other_players")),
                hand_of=hand_of,
            )
            assert float(100 * Fraction(found.values["house_edge"])) == pytest.approx(
                percent, abs=5.1e-5
            )


def test_one_hand_of_duel_draw() -> None:
    expected = DAKOTA["single_hand"]
    found = duel_odds.single_hand()
    assert found.values["ev"] == fraction(expected["ev_always_played"])
    assert found.values["ev"] == Fraction(expected["net_units"], 2_598_960)
    assert found.values["hit_rate"] == fraction(expected["hit_rate"])
    assert found.values["sd"] == pytest.approx(expected["sd"], rel=1e-14)
    counts = dict(found.counts)
    nines = counts.pop("pair_nines_or_higher")
    counts["pair_eights_or_lower"] = counts.pop("pair") - nines
    assert {**counts, "pair_nines_or_higher": nines} == expected["counts_of_2598960"]


def test_duel_draw_tables_as_printed() -> None:
    pays = poker_tables.duel_hands().pays
    assert {row: cell.ratio for row, cell in pays.items()} == DAKOTA["pay_to_1"]
    for table, pairs in DAKOTA["pocket_pair_bonus_x"].items():
        rows = poker_tables.pocket_pair().table(table).pays
        assert {pair: cell.ratio if cell else 0 for pair, cell in rows.items()} == pairs


def test_duel_draw_by_hole_cards() -> None:
    tables = {table: duel_odds.duel_draw(table).parts["classes"] for table in "123456"}
    plain = duel_odds.duel_draw("none").parts["classes"]
    holes = {name: hole for name, hole, _ in classes.hole_classes()}
    assert len(holes) == 169
    assert set(DAKOTA["classes"]) <= set(holes)
    for name, expected in DAKOTA["classes"].items():
        assert plain[name]["combos"] == expected["combos"]
        assert plain[name]["one_hand"] == fraction(expected["ev_one_hand"])
        assert plain[name]["one_hand"] == Fraction(expected["sum_net_over_19600_boards"], 19_600)
        assert plain[name]["play"] == fraction(expected["ev_play_no_bonus"])
        found = duel_odds.categories(holes[name])
        for kind, count in expected["counts_of_19600"].items():
            assert found[kind] == count
        for table, value in expected.get("ev_play_by_table", {}).items():
            assert tables[table][name]["play"] == fraction(value)


@pytest.mark.parametrize("name", list(DAKOTA["tables"]))
def test_duel_draw_by_pocket_pair_table(name: str) -> None:
    expected = DAKOTA["tables"][name]
    table = "none" if name == "no bonus" else name.rpartition(" ")[2]
    found = duel_odds.duel_draw(table).values
    assert found["ev"] == fraction(expected["ev_per_ante"])
    assert found["house_edge"] == fraction(expected["house_edge_per_ante"])
    assert found["average_wager"] == fraction(expected["avg_units_wagered"])
    assert found["element_of_risk"] == fraction(expected["element_of_risk"])
    assert found["ev_if_always_played"] == fraction(expected["ev_if_always_play"])
    assert found["combos_played_of_1326"] == expected["play_combos_of_1326"]
    assert set(str(found["fold"]).split()) == set(expected["fold_classes"])


@pytest.mark.parametrize("table", list("1234567"))
def test_big8(table: str) -> None:
    expected = DAKOTA["big8"][table]
    found = duel_odds.big8(table).values
    assert found["hands"] == expected["hands"] == 752_538_150
    assert found["ev"] == fraction(expected["ev"])
    assert found["ev"] == Fraction(expected["net_units_over_all_hands"], expected["hands"])
    assert found["house_edge"] == fraction(expected["house_edge"])
    assert found["sd"] == pytest.approx(expected["sd"], rel=1e-14)
    rows = poker_tables.big8().table(table).pays
    printed = {row: "push" if pays.kind == "push" else pays.ratio for row, pays in rows.items()}
    assert printed == expected["pays_to_1"]
