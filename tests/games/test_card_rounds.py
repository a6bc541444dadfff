"""The worked rounds in rounds/, played through the step that the table runs.

A round has a `name`, the `ruling` or rulings it shows, `rules`, what was placed, dealt and chosen,
and the `lines` that must come out: "seat wager outcome stake amount paragraph", cents, in order.
`at` are further inputs at the beginning of a stage; one with `refused` must be refused so.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from feltlink.games.card_games import build
from feltlink.games.cardround.written import Replay, WrittenRound, play
from feltlink.games.core import Input
from feltlink.money.settlement import Line, balance
from feltlink.problem import Problem

GAMES = {"uth": "ultimate-holdem", "player_dealer": "player-dealer", "duel_draw": "duel-draw"}
OWN = {"name", "ruling", "rules", "lines", "gained", "payers", "at", "refused", "effects", "view"}


def _rounds() -> list[Any]:
    return [
        pytest.param(game, entry, id=f"{file.stem}: {entry['name']}")
        for prefix, game in GAMES.items()
        for file in sorted((Path(__file__).parent / "rounds").glob(f"{prefix}*.toml"))
        for entry in tomllib.loads(file.read_text())["round"]
    ]


ROUNDS = _rounds()


def brief(line: Line, rule: str) -> str:
    paragraph = line.paragraph.removeprefix(rule)
    return (
        f"{line.seat} {line.wager} {line.outcome} {line.stake_cents} {line.amount_cents}"
        f" {paragraph}".rstrip(" ,")
    )


class Watched(Replay):
    """Checks at each input that a state survives being written down, and what pages are told."""

    def give(self, kind: str, by: str = "dealer", **data: Any) -> Any:
        effects = super().give(kind, by, **data)
        dumped = json.loads(json.dumps(self.game.dump(self.state)))
        assert self.game.load(dumped) == self.state
        shown = json.loads(json.dumps(self.game.view(self.state)))
        assert shown["primary"] is None or shown["primary"] in shown["acts"]
        return effects


@pytest.mark.parametrize(("game", "entry"), ROUNDS)
def test_round(game: str, entry: dict[str, Any]) -> None:
    if "refused" in entry and "seats" not in entry:
        with pytest.raises(Problem) as caught:
            build(game, entry["rules"])
        assert entry["refused"] in str(caught.value)
        return
    machine = build(game, entry.get("rules", {}))
    replay = Watched(machine)
    waiting = list(entry.get("at", ()))

    def at(_: Replay, stage: str) -> None:
        for step in [step for step in waiting if step["stage"] == stage]:
            waiting.remove(step)
            _try(replay, step)

    written = WrittenRound(**{key: value for key, value in entry.items() if key not in OWN})
    if "refused" in entry:
        with pytest.raises(Problem) as caught:
            play(replay, written, at)
        assert entry["refused"] in str(caught.value)
        return
    play(replay, written, at)
    assert not waiting, "a stage was never reached"
    assert [brief(line, machine.RULE) for line in replay.lines] == entry["lines"]
    outcome = balance(replay.lines)
    if "gained" in entry:
        assert {str(seat): cents for seat, cents in outcome.seats.items()} == entry["gained"]
    if "payers" in entry:
        assert outcome.payers == entry["payers"]
    assert outcome.payers.get("player_dealer", 0) == 0
    for name in entry.get("effects", ()):
        assert name in [repr(effect) for effect in replay.effects]


def _try(replay: Replay, step: dict[str, Any]) -> None:
    kind, data = step["do"]
    by = step.get("by", "dealer")
    if "refused" not in step:
        replay.give(kind, by, **data)
        for path, expected in step.get("view", {}).items():
            shown: Any = replay.game.view(replay.state)
            for key in path.split("."):
                shown = shown[int(key)] if isinstance(shown, list) else shown[key]
            assert shown == expected
        return
    result = replay.game.step(replay.state, Input(0, kind, data, by))
    assert result.refused, f"{kind} {data} was not refused"
    assert result.state is replay.state
    assert step["refused"] in result.refused.sentence
    assert result.refused.paragraph == f"{replay.game.RULE}{step.get('paragraph', '')}" or (
        not step.get("paragraph") and not result.refused.paragraph
    )


def test_there_are_enough_and_each_ruling_has_one() -> None:
    rulings: set[int] = set()
    for entry in (param.values[1] for param in ROUNDS):
        given = entry["ruling"]
        rulings |= set(given if isinstance(given, list) else [given])
    assert len(ROUNDS) >= 60
    assert rulings >= set(range(1, 29))
