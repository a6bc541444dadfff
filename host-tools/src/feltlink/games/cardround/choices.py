"""What the players decide."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltlink.games.cardround import refusing
from feltlink.games.cardround.cards import correct_cards
from feltlink.games.cardround.refusing import Refused
from feltlink.games.cardround.stages import Choose, stage_of, waits
from feltlink.games.cardround.state import State
from feltlink.games.cardround.wagers import Result
from feltlink.games.core import Input

if TYPE_CHECKING:
    from feltlink.games.cardround.game import CardGame


def decide(game: CardGame, state: State, given: Input) -> Result:
    """One seat's choice; with a bet, `tip_cents` is the dealer's part that rides on it."""
    seat = refusing.seat_of(state, given.data)
    name = refusing.text(given.data, "choice")
    now = stage_of(game, state)
    stage = next((s for s in game.STAGES if isinstance(s, Choose) and s.name == now), None)
    if stage is None:
        raise Refused(f"there is nothing to decide now: {game.waiting_for(state)}")
    if name not in stage.options:
        raise Refused(
            f"“{name}” cannot be chosen now, only {', '.join(stage.options)}", stage.paragraph
        )
    if not waits(game, seat, stage):
        raise Refused(game.why_not_choose(seat, stage), stage.paragraph)
    changed = replace(seat, choices={**seat.choices, stage.name: name})
    tip_cents = refusing.amount(given.data, "tip_cents") if "tip_cents" in given.data else 0
    if tip_cents:
        changed = game.with_play_tip(changed, tip_cents)
    return state.with_seat(changed), []


def correct_choice(game: CardGame, state: State, given: Input) -> Result:
    """A choice keyed wrongly, written anew; what followed from it is asked again."""
    seat = refusing.seat_of(state, given.data)
    at = refusing.text(given.data, "stage")
    name = refusing.text(given.data, "choice")
    names = [stage.name for stage in game.STAGES if isinstance(stage, Choose)]
    if at not in seat.choices or at not in names:
        raise Refused(f"seat {seat.seat} has not chosen in “{at}” yet")
    stage = next(s for s in game.STAGES if isinstance(s, Choose) and s.name == at)
    if name not in stage.options:
        raise Refused(f"“{name}” cannot be chosen in “{at}”", stage.paragraph)
    kept = {key: seat.choices[key] for key in names[: names.index(at)] if key in seat.choices}
    tips = {wager: cents for wager, cents in seat.tips.items() if wager in seat.wagers}
    note = f"Seat {seat.seat}, {at}: {seat.choices[at]} corrected to {name} by {given.by}."
    changed = replace(seat, choices={**kept, at: name}, tips=tips)
    return replace(state.with_seat(changed), notes=(*state.notes, note)), []


def correct_wager(game: CardGame, state: State, given: Input) -> Result:
    """A supervisor sets right an amount that was keyed wrongly before the lock."""
    if given.role != "supervisor":
        raise Refused("a locked wager is corrected by a supervisor", game.rule(4))
    seat = refusing.seat_of(state, given.data)
    name = refusing.text(given.data, "wager")
    cents = refusing.amount(given.data)
    if state.phase != "play" or not seat.cents(name) or not cents:
        raise Refused(f"seat {seat.seat} has no locked {name} wager to correct")
    if game.rules.sensor_of(name) or name == "progressive":
        raise Refused(f"the {name} wager is what was locked; call a misdeal if it was wrong")
    wagers = {**seat.wagers, name: cents}
    if name in game.equal:
        wagers |= dict.fromkeys(game.equal, cents)
    changed = replace(seat, wagers=wagers)
    game.check_seat(changed)
    note = f"Seat {seat.seat}, {name}: corrected to {cents} cents by {given.by}."
    return replace(state.with_seat(changed), notes=(*state.notes, note)), []


def correct(game: CardGame, state: State, given: Input) -> Result:
    """A correction before the round closes: of cards (`to`), a choice (`stage`) or a wager."""
    if state.phase != "play":
        raise Refused("only an open round can be corrected")
    if "to" in given.data:
        return correct_cards(game, state, given)
    if "stage" in given.data:
        return correct_choice(game, state, given)
    return correct_wager(game, state, given)
