"""The card games' demos: whole rounds through the simulated controller, cards from the host."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltlink.cli import demo_cards, demo_run


@pytest.mark.parametrize("script", ["uth", "player-dealer", "duel-draw"])
def test_a_round_plays_itself_and_balances(
    script: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo_run.play_round(tmp_path / "table.db", script) == 0
    said = capsys.readouterr().out
    assert "bets of round 1 locked: seat 1, seat 2, seat 4" in said
    assert "draw 1: " in said
    assert "release round 1" in said
    assert "balanced:" in said


def test_choices_follow_the_strategy() -> None:
    board = ["?"] * 5
    assert demo_cards.choose("preflop", {"cards": ["As", "2d"]}, {"board": board}) == "4x"
    assert demo_cards.choose("preflop", {"cards": ["Ts", "9d"]}, {"board": board}) == "check"
    flop = ["9s", "2c", "Kd", "?", "?"]
    assert demo_cards.choose("flop_bet", {"cards": ["Ts", "9d"]}, {"board": flop}) == "2x"
    river = ["Qs", "2c", "Kd", "Jh", "4c"]
    assert demo_cards.choose("river_bet", {"cards": ["6s", "5d"]}, {"board": river}) == "fold"
    assert demo_cards.choose("play", {"cards": ["9s", "2d"]}, {}) == "play"
    assert demo_cards.choose("play", {"cards": ["8s", "7s"]}, {}) == "fold"
