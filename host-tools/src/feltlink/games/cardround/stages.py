"""A round's stages, and which one a state stands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltlink.cards.entry import next_place
from feltlink.games.cardround.state import Seat, State

if TYPE_CHECKING:
    from feltlink.games.cardround.game import CardGame


@dataclass(frozen=True, slots=True)
class Choose:
    """Each seat in question takes one of `options`: the key, and what the page calls it."""

    name: str
    options: Mapping[str, str]
    paragraph: str


@dataclass(frozen=True, slots=True)
class Expose:
    """The common cards are turned until each place shows this many."""

    name: str
    places: Mapping[str, int]
    paragraph: str


Stage = Choose | Expose


def stage_of(game: CardGame, state: State) -> str:
    """The first stage that still lacks something: "deal", a stage's name, "showdown", "pay",
    "close"; outside of play the phase itself.
    """
    if state.phase != "play":
        return state.phase
    if not hole_dealt(game, state):
        return "deal"
    for stage in game.STAGES:
        if isinstance(stage, Choose):
            if any(waits(game, seat, stage) for seat in state.playing):
                return stage.name
        elif any(len(state.cards.get(at, ())) < count for at, count in stage.places.items()):
            return stage.name
    if lacking(game, state):
        return "showdown"
    return "pay"


def hole_dealt(game: CardGame, state: State) -> bool:
    """Whether players and dealer have their cards, known or face down."""
    if game.rules.cards == "keyed":
        return state.dealt
    first = game.order(state)[: game.dealt_first(state)]
    return state.dealt or next_place(first, state.cards) is None


def waits(game: CardGame, seat: Seat, stage: Choose) -> bool:
    """Whether the seat still has to choose in this stage."""
    return stage.name not in seat.choices and game.must_choose(seat, stage)


def lacking(game: CardGame, state: State) -> tuple[str, ...]:
    """Places whose cards the settlement needs and does not know."""
    return tuple(at for at in game.needed(state) if len(state.cards.get(at, ())) < 2)


def exposed(game: CardGame, state: State) -> Mapping[str, int]:
    """How many cards of each common place lie open, whatever the host knows already."""
    shown: dict[str, int] = {}
    if state.phase in ("bets", "locking") or not hole_dealt(game, state):
        return shown
    for stage in game.STAGES:
        if isinstance(stage, Expose):
            shown.update(stage.places)
        elif any(waits(game, seat, stage) for seat in state.playing):
            break
    return shown
