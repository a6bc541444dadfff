"""Every game by its name: how a round of it is written, and how it is settled.

`bonus-spin`, `ultimate-holdem`, `player-dealer`, `duel-draw`. A module is imported when asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError, create_model

from feltlink.expected import told
from feltlink.money.settlement import Line
from feltlink.problem import Problem

NAMES = ("bonus-spin", "ultimate-holdem", "player-dealer", "duel-draw")
ALIASES = {"uth": "ultimate-holdem", "bonus_spin": "bonus-spin", "dakota": "duel-draw"}

Settler = Callable[[Any, str], tuple[Line, ...]]


@dataclass(frozen=True, slots=True)
class Written:
    """`model` is a whole round with its rules; `settle(round, where)` plays it and returns the
    lines; what the game refuses is a `Problem` at `where`.
    """

    name: str
    model: type[BaseModel]
    settle: Settler

    def read(self, text: str | bytes, where: str) -> BaseModel:
        """A round from its JSON. Every fault in it is named by its key."""
        try:
            return self.model.model_validate_json(text)
        except ValidationError as error:
            raise Problem(
                told(error, "round"),
                where=where,
                remedy=f"the form of a round is shown by: feltlink schema {self.name}",
            ) from None


def canonical(name: str) -> str:
    """The name of a game, short ones made long; another is a `Problem`."""
    found = ALIASES.get(name, name)
    if found not in NAMES:
        raise Problem(f"there is no game {name!r}", remedy=f"choose one of {', '.join(NAMES)}")
    return found


def written(name: str) -> Written:
    """How rounds of the game `name` are written and settled."""
    found = canonical(name)
    if found == "bonus-spin":
        from feltlink.games import bonus_spin_written

        return Written(found, bonus_spin_written.WrittenSpinRound, bonus_spin_written.settle)
    return _card_game(found)


def _card_game(name: str) -> Written:
    from feltlink.games.card_games import RULES, build
    from feltlink.games.cardround import written as cardround

    rules = RULES[name]
    given = any(field.is_required() for field in rules.model_fields.values())
    model = create_model(
        f"{rules.__name__.removesuffix('Rules')}Round",
        __base__=cardround.WrittenRound,
        __doc__=f"{cardround.WrittenRound.__doc__} `rules` is what the table is set up with.",
        rules=(rules, ...) if given else (rules, rules()),
    )

    def settle(round_: Any, where: str) -> tuple[Line, ...]:
        return cardround.settle(build(name, round_.rules), round_, where)

    return Written(name, model, settle)
