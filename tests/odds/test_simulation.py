"""Simulated rounds against the exact figures, repeatable by their seed."""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt

import pytest

from feltlink.games.registry import NAMES
from feltlink.money.settlement import Line
from feltlink.odds import duel_odds, holdem_odds, simulated_cards, simulated_spins
from feltlink.odds.bonus_spin_odds import bonus_spin
from feltlink.odds.simulation import ALL, BANK, PlayRound, Tally, simulate
from support.bonus_spin import rules


def player(game: str, seats: int) -> PlayRound:
    if game == "bonus-spin":
        return simulated_spins.player(rules("G5", "progressive"), seats)
    return simulated_cards.player(game, seats, {})


@pytest.mark.parametrize("game", NAMES)
def test_a_seed_repeats_its_rounds(game: str) -> None:
    first, again = (simulate(player(game, 3), 25, seed=5) for _ in range(2))
    assert first == again
    assert simulate(player(game, 3), 25, seed=6) != first


@pytest.mark.parametrize("game", NAMES)
def test_the_wagers_add_up_to_all(game: str) -> None:
    found = simulate(player(game, 2), 40, seed=1)
    parts = [tally for wager, tally in found.items() if wager not in (ALL, BANK)]
    assert found[ALL].staked == sum(tally.staked for tally in parts)
    assert found[ALL].net == sum(tally.net for tally in parts)
    if BANK in found:  # the bank takes what the players leave, but for the fee
        assert found[BANK].net == found["fee"].net - found[ALL].net


def near(tally: Tally, edge: Fraction) -> bool:
    """Within five standard errors; a seeded run is always the same."""
    return abs(float(tally.house_edge - edge)) < 5 * tally.standard_error


def test_bonus_spin_comes_near_its_exact_edge() -> None:
    table = rules("A5", "fixed")
    found = simulate(simulated_spins.player(table, 6), 2000, seed=11)[ALL]
    edge = bonus_spin(table).values["house_edge"]
    assert isinstance(edge, Fraction)
    assert found.lines == 12_000
    assert near(found, edge)
    assert found.standard_error < 0.1


def test_trips_and_big_8_come_near_their_exact_edges() -> None:
    trips = holdem_odds.trips("UTH-01").values["house_edge"]
    big_8 = duel_odds.big8("1").values["house_edge"]
    assert isinstance(trips, Fraction)
    assert isinstance(big_8, Fraction)
    assert near(simulate(player("ultimate-holdem", 4), 400, seed=2)["trips"], trips)
    assert near(simulate(player("duel-draw", 4), 400, seed=2)["big_8"], big_8)


def test_a_progressive_is_simulated_with_its_meter() -> None:
    play = simulated_cards.player("ultimate-holdem", 3, {"progressive": "PMG-01"})
    found = simulate(play, 60, seed=4)["progressive"]
    assert found.lines >= 180
    assert found.staked == 180 * 100


def test_the_error_is_that_of_rounds() -> None:
    """Two seats that always win and lose together: four rounds are four throws, not eight."""
    coins = iter([1000, 0, 1000, 1000])

    def play(dice: random.Random) -> list[Line]:
        gets = next(coins)
        outcome = "win" if gets else "lose"
        return [
            Line(seat, "w", 500, outcome, "", gets, "house", False, seat, "")  # type: ignore[arg-type]
            for seat in (1, 2)
        ]

    found = simulate(play, 4, seed=0)["w"]
    gain = Fraction(1, 2)
    nets = [1000, -1000, 1000, 1000]
    assert found.house_edge == -gain
    assert found.standard_error == sqrt(sum((n - gain * 1000) ** 2 for n in nets)) / 4000
    assert (found.lines, found.hits) == (8, 6)
