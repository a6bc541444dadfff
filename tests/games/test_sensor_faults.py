"""What is faulted is what the controller last said, in both kinds of game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feltlink.games import bonus_spin_file, card_games
from feltlink.games.bonus_spin import BonusSpin
from feltlink.games.core import Game, Input

DEMO = Path(bonus_spin_file.__file__).parents[1] / "table" / "demo"


def spin() -> Game[Any]:
    return BonusSpin(bonus_spin_file.load(DEMO / "wheel-A5.toml"))


def cards() -> Game[Any]:
    sensors = {"bonus_spin": {"wager": "trips", "amount_cents": 500}}
    rules: dict[str, Any] = {"seats": 6, "cards": "virtual", "sensors": sensors}
    name = "ultimate-holdem"
    return card_games.build(name, card_games.RULES[name].model_validate(rules))


def after(game: Game[Any], *told: tuple[str, dict[str, Any]]) -> dict[int, bool]:
    """Which seats are out of order after these reports."""
    state = game.initial()
    for number, (kind, data) in enumerate(told):
        state = game.step(state, Input(number, kind, data, "controller")).state
    return {seat["seat"]: seat["faulted"] for seat in game.view(state)["seats"]}


def fault(seat: int, kind: str = "fault", code: str = "input chatters") -> tuple[str, Any]:
    detail = f"Seat {seat}: {code}."
    place = {"seat": seat, "spot": "bonus_spin", "pin": "GP2"}
    return kind, {**place, "code": code, "detail": detail, "number": 0}


def snapshot(*faulted: int) -> tuple[str, Any]:
    body = {"covered": [], "round_id": 0, "arm_id": 0, "armed": False, "button_faulted": False}
    return "snapshot", {**body, "faulted": [[seat, "bonus_spin"] for seat in faulted]}


@pytest.mark.parametrize("game", [spin, cards])
@pytest.mark.parametrize(
    ("told", "out"),
    [
        ([fault(3)], {3}),
        ([fault(3), fault(3, "fault_cleared")], set()),
        ([fault(3), fault(3, code="active at boot"), fault(3, "fault_cleared")], {3}),
        ([snapshot(3)], {3}),
        ([fault(3), snapshot(3), fault(3, "fault_cleared")], set()),
        ([snapshot(3), fault(3, "fault_cleared")], set()),
        ([fault(3), snapshot()], set()),
        ([fault(3), ("controller", {"state": "reset"}), snapshot(2)], {2}),
    ],
)
def test_a_seat_is_out_while_the_controller_says_so(
    game: Callable[[], Game[Any]], told: list[tuple[str, Any]], out: set[int]
) -> None:
    faulted = after(game(), *told)
    assert {seat for seat, bad in faulted.items() if bad} == out
