"""A mystery of the meter: told with its seat, a supervisor called, and no line of the round."""

from __future__ import annotations

from typing import Any

from feltlink.games.card_games import build
from feltlink.games.core import Call, Input, Settle


def told(*awards: dict[str, Any]) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    game = build("ultimate-holdem", {"progressive": "UTHP-01", "meter": "uth-1"})
    data = {"meter": "uth-1", "round_id": 4, "revision": 0, "refused": "", "awards": list(awards)}
    step = game.step(game.initial(), Input(1, "awards", data))
    return game, step.effects, game.view(step.state)


def test_the_seat_is_told_and_a_supervisor_called() -> None:
    hit = {"seat": 3, "hand": "mystery", "percent": 100, "level": "mini", "award": 812}
    _, effects, view = told({**hit, "amount_cents": 53_000})
    (call,) = effects
    assert isinstance(call, Call)
    assert (call.who, call.why) == ("supervisor", view["notice"])
    assert view["notice"].startswith("Seat 3 has hit the mystery of $530: call a supervisor")
    assert "award 812" in view["notice"]
    assert not any(isinstance(effect, Settle) for effect in effects)


def test_what_is_no_award_calls_nobody() -> None:
    _, effects, view = told({"seat": "3"})
    assert (effects, view["notice"]) == ((), None)
