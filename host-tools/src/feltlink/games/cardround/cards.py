"""Cards coming in: dealt by the host, read from a stream, keyed. One gate for all three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from feltlink.cards import entry
from feltlink.cards.card import Card
from feltlink.games.cardround import refusing
from feltlink.games.cardround.refusing import Refused
from feltlink.games.cardround.stages import Expose, exposed, stage_of
from feltlink.games.cardround.state import State
from feltlink.games.cardround.wagers import Result
from feltlink.games.core import Input

if TYPE_CHECKING:
    from feltlink.games.cardround.game import CardGame


def drawn(game: CardGame, state: State, given: Input) -> Result:
    """The host's deal: every card of the round, in dealing order."""
    if not state.drawing or given.data.get("draw_id") != state.draw_id:
        return state, []
    order = game.order(state)
    cards = _taken(state, given.data.get("cards", ()))
    if len(cards) != len(order):
        raise Refused(f"the host dealt {len(cards)} cards, the round takes {len(order)}")
    for holder, card in zip(order, cards, strict=True):
        state = _with(state, holder, (card,))
    return replace(state, drawing=False, dealt=True), []


def card(game: CardGame, state: State, given: Input) -> Result:
    """One card of a card-reading shoe: it belongs to the next place in dealing order. With `fault`
    the shoe says that it cannot read.
    """
    if "fault" in given.data:
        why = str(given.data["fault"])
        return replace(state, notice=f"The shoe cannot be read ({why}): key the cards."), []
    stage = stage_of(game, state)
    if state.phase != "play":
        raise Refused(f"no card is due now: {game.waiting_for(state)}", game.rule(4))
    (one,) = _taken(state, (refusing.text(given.data, "card"),))
    holder = entry.next_place(game.order(state), state.cards)
    if holder is None:
        raise Refused(
            "all cards are dealt: if somebody holds one too many, press misdeal", game.rule(5)
        )
    if stage != "deal" and (stage not in game.exposing or holder not in (*game.common, "burn")):
        raise Refused(f"no card is due now: {game.waiting_for(state)}", game.rule(4))
    return _with(state, holder, (one,)), []


def cards(game: CardGame, state: State, given: Input) -> Result:
    """Keyed cards for one place: all that are due there, at once."""
    holder = refusing.text(given.data, "to")
    due = keyable(game, state).get(holder)
    if due is None:
        raise Refused(f"no cards are due at {holder}: {game.waiting_for(state)}", game.rule(4))
    taken = _taken(state, _names(given))
    if len(taken) != due:
        raise Refused(
            f"{len(taken)} cards keyed for {holder}, {due} are due: if that many were dealt, "
            "it is a misdeal",
            game.rule(5),
        )
    return _with(state, holder, taken), []


def correct_cards(game: CardGame, state: State, given: Input) -> Result:
    """Cards keyed or read wrongly, written anew: as many as were there."""
    holder = refusing.text(given.data, "to")
    old = state.cards.get(holder)
    if state.phase != "play" or not old:
        raise Refused(f"no cards are known at {holder}")
    without = {at: held for at, held in state.cards.items() if at != holder}
    taken = _taken(replace(state, cards=without), _names(given))
    if len(taken) != len(old):
        raise Refused(f"{holder} holds {len(old)} cards, {len(taken)} were given", game.rule(5))
    note = f"Cards at {holder} corrected by {given.by}."
    return replace(state, cards={**state.cards, holder: taken}, notes=(*state.notes, note)), []


def dealt(game: CardGame, state: State, given: Input) -> Result:
    """The dealer has dealt face down; the cards are keyed as they are turned."""
    if stage_of(game, state) != "deal" or game.rules.cards == "virtual":
        raise Refused(f"nothing is to be dealt now: {game.waiting_for(state)}", game.rule(4))
    return replace(state, dealt=True), []


def expose(game: CardGame, state: State, given: Input) -> Result:
    """A card was turned by accident: noted, and play goes on."""
    if state.phase != "play":
        raise Refused("no cards are out")
    name = refusing.text(given.data, "card")
    at = given.data.get("to")
    known = entry.take((name,), {})
    if isinstance(known, entry.Wrong):
        raise Refused(known.sentence)
    note = f"Exposed card {name}{f' at {at}' if at else ''}: no misdeal."
    return replace(state, notes=(*state.notes, note), notice=note), []


def keyable(game: CardGame, state: State) -> dict[str, int]:
    """Places that take keyed cards now, and how many each."""
    stage = stage_of(game, state)
    if state.phase != "play" or stage == "deal":
        return {}
    places: dict[str, int] = {}
    for at in game.dealt_in(state):
        held = len(state.cards.get(at, ()))
        if held < 2 and (at != "dealer" or stage == "showdown"):
            places[at] = 2 - held
    shown = exposed(game, state)
    for step in game.STAGES:
        if isinstance(step, Expose) and step.name == stage:
            for at, count in step.places.items():
                held = len(state.cards.get(at, ()))
                if held < shown[at] and held < count:
                    places[at] = count - held
    return places


def _names(given: Input) -> Sequence[str]:
    names = given.data.get("cards")
    if isinstance(names, str):
        return names.replace(",", " ").split()
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise Refused("the act names no cards")
    return names


def _taken(state: State, names: Sequence[str]) -> tuple[Card, ...]:
    taken = entry.take(names, state.cards)
    if isinstance(taken, entry.Wrong):
        raise Refused(f"{taken.sentence[0].upper()}{taken.sentence[1:]}")
    return taken


def _with(state: State, holder: str, cards: tuple[Card, ...]) -> State:
    held = state.cards.get(holder, ()) + cards
    return replace(state, cards={**state.cards, holder: held})
