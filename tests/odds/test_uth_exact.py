"""Exact Hold'em: the arrays against the settlement hand by hand, and the whole against the oracle.

The whole, 27,813,810,024,000 deals, takes some minutes: `FELTLINK_LONG=1` runs it.
"""

from __future__ import annotations

import json
import os
import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from feltlink.cards.card import DECK, parse_cards
from feltlink.cards.ranking import strength
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.ultimate_holdem_settle import Bets, Showdown, schedule, settle_seat
from feltlink.odds import holdem_arrays, uth_exact, uth_rivers, uth_simulate, uth_solve
from feltlink.odds.classes import hole_classes
from feltlink.odds.uth_strategy import STRATEGIES

FOLDER = Path(__file__).parents[1] / "oracle"
ORACLE: dict[str, Any] = json.loads((FOLDER / "oracle.json").read_text())["uth_base_game"]
VECTORS = json.loads((FOLDER / "uth_settle_vectors.json").read_text())
PAYS = schedule("UTH-01", "UTH-01")
PLACE = {tuple(pair): place for place, pair in enumerate(holdem_arrays.PAIRS.tolist())}
NAMES = {
    "optimal": ("best", "best"),
    "simple_S1_literal": ("literal", "literal"),
    "simple_S3_flop+river hidden must play": ("hidden", "simple"),
    "simple_S4_closest_to_published": ("simple", "simple"),
}


def at(left: Any, hole: tuple[int, ...]) -> int:
    one, two = sorted(int(np.nonzero(left == card)[0][0]) for card in hole)
    return PLACE[one, two]


def boards(count: int, seed: int) -> Any:
    dice = random.Random(seed)
    return np.array([sorted(dice.sample(DECK, 5)) for _ in range(count)], dtype=np.int16)


def test_showdowns_against_every_dealer() -> None:
    board = np.array([sorted(parse_cards(vector["board"])) for vector in VECTORS], dtype=np.int16)
    left = holdem_arrays.left_over(board)
    shown = holdem_arrays.showdowns(board, left)
    for row, vector in enumerate(VECTORS):
        hole = parse_cards(vector["hole"])
        here = row, at(left[row], hole)
        assert shown.worth[here] == strength(hole + parse_cards(vector["board"]))
        won, tied = int(shown.less[here]), int(shown.equal[here])
        won_0, tied_0 = int(shown.less_unqualified[here]), int(shown.equal_unqualified[here])
        lost_0 = int(shown.unqualified[here]) - won_0 - tied_0
        assert (won - won_0, won_0) == (vector["win_qualified"], vector["win_unqualified"])
        assert (tied - tied_0, tied_0) == (vector["tie_qualified"], vector["tie_unqualified"])
        lost = int(shown.more[here])
        assert (lost - lost_0, lost_0) == (vector["lose_qualified"], vector["lose_unqualified"])


@pytest.mark.parametrize("power", [1, 2])
def test_what_a_bet_brings_is_what_the_game_settles(power: int) -> None:
    board = boards(6, 3)
    left = holdem_arrays.left_over(board)
    shown = holdem_arrays.showdowns(board, left)
    dice = random.Random(5)
    for times in (1, 2, 3, 4):
        brought = uth_exact.brought(shown, uth_exact.nets(PAYS, times), power)
        for row, five in enumerate(board.tolist()):
            hole = tuple(dice.sample(left[row].tolist(), 2))
            rest = [card for card in left[row].tolist() if card not in hole]
            bets = Bets(1, {"ante": 200, "blind": 200, "play": 200 * times})
            mine = Showdown.of(hole, tuple(five))
            total = 0
            for dealer in combinations(rest, 2):
                sheet = Sheet()
                settle_seat(sheet, PAYS, bets, mine, Showdown.of(dealer, tuple(five)))
                net = sum(line.amount_cents - line.stake_cents for line in sheet.lines)
                total += (net // 100) ** power
            assert brought[row, at(left[row], hole)] == total


def test_river_choices_as_arrays_and_one_by_one() -> None:
    board = np.concatenate(
        [boards(40, 8), [[0, 1, 2, 3, 20], [8, 9, 10, 20, 30], [0, 4, 8, 12, 16]]]
    ).astype(np.int16)
    left = holdem_arrays.left_over(board)
    shown = holdem_arrays.showdowns(board, left)
    dice = random.Random(2)
    for name, choose in (("simple", uth_rivers.better), ("literal", uth_rivers.literal)):
        bets = choose(board, left, shown, shown.worth)
        for row, five in enumerate(board.tolist()):
            for _ in range(25):
                hole = tuple(dice.sample(left[row].tolist(), 2))
                said = STRATEGIES[name].river(hole, tuple(five)) == "1x"
                assert bool(bets[row, at(left[row], hole)]) == said


def test_boards_stand_for_all() -> None:
    board, weight = holdem_arrays.boards()
    assert len(board) == 134_459
    assert weight.sum() == 2_598_960
    assert weight.max() == 24


def test_four_x_before_the_flop_in_every_strategy() -> None:
    expected = {name for name, entry in ORACLE["classes"].items() if entry["optimal"] == "4x"}
    simple = STRATEGIES["simple"]
    found = {
        name
        for name, hole, _ in hole_classes()
        if simple.bet(hole, tuple(c for c in DECK if c not in hole)[:5]) == "4x"
    }
    assert found & set(ORACLE["classes"]) == expected


def test_the_simulation_repeats_and_holds_the_exact_value() -> None:
    one = uth_simulate.simulate("UTH-01", 8_000, seed=11)
    assert one.values == uth_simulate.simulate("UTH-01", 8_000, seed=11).values
    assert one.values != uth_simulate.simulate("UTH-01", 8_000, seed=12).values
    exact = ORACLE["strategies"]["simple_S4_closest_to_published"]["house_edge"]
    value = exact["num"] / exact["den"]
    assert float(one.values["low_95"]) < value < float(one.values["high_95"])


def fraction(entry: dict[str, Any]) -> Fraction:
    return Fraction(entry["num"], entry["den"])


@pytest.mark.skipif(
    not os.environ.get("FELTLINK_LONG"), reason="minutes long: set FELTLINK_LONG=1 to run it"
)
@pytest.mark.timeout(3600)
def test_every_figure_of_the_whole_game() -> None:
    rivers = {name: uth_solve.RIVERS[name] for name in ("best", "simple", "literal")}
    sums = uth_exact.add_up(PAYS, rivers)
    kinds = uth_exact.flop_classes(sums)
    for name, (strategy, river) in NAMES.items():
        expected = ORACLE["strategies"][name]
        found = uth_solve.of_sums("UTH-01", strategy, river, sums, kinds)
        for ours, theirs in (
            ("ev", "ev_per_ante"),
            ("house_edge", "house_edge"),
            ("p_4x", "p_4x"),
            ("p_2x", "p_2x"),
            ("p_1x", "p_1x"),
            ("p_fold", "p_fold"),
            ("average_wager", "avg_total_wager"),
            ("element_of_risk", "element_of_risk"),
        ):
            assert found.values[ours] == fraction(expected[theirs]), (name, ours)
        assert found.values["sd"] == pytest.approx(expected["sd"], rel=1e-13)
        assert found.values["deals"] == ORACLE["deals"]
        assert found.values["p_tie"] == fraction(ORACLE["p_tie_at_showdown_random_hands"])
        assert found.values["p_dealer_qualifies"] == fraction(ORACLE["p_dealer_qualifies"])
        if strategy != "best":
            continue
        classes = found.parts["classes"]
        assert len(classes) == 169
        for hole, entry in ORACLE["classes"].items():
            ours = classes[hole]
            assert ours["combos"] == entry["combos"]
            assert ours["ev_4x"] == fraction(entry["ev_4x"])
            assert ours["ev_3x"] == fraction(entry["ev_3x"])
            assert ours["ev_check"] == fraction(entry["ev_check_optimal"])
            assert ours["choice"] == entry["optimal"]
