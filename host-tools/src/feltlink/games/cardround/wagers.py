"""Wagers: placed, locked and corrected."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from feltlink.games.cardround import refusing
from feltlink.games.cardround.refusing import Refused
from feltlink.games.cardround.state import Seat, State
from feltlink.games.core import Contribute, Draw, Effect, Input, Lights, Lock, Release
from feltlink.money.cents import show

if TYPE_CHECKING:
    from feltlink.games.cardround.game import CardGame

Result = tuple[State, list[Effect]]
METERED = "progressive"
"""The wager that feeds the meter."""


def new_game(game: CardGame, state: State, given: Input) -> Result:
    """Clear the felt for the next round; what lies on the sensors stays there."""
    if state.phase != "idle":
        raise Refused("finish the round first: a new game begins when it is closed")
    seats = tuple(Seat(seat.seat, covered=seat.covered, faults=seat.faults) for seat in state.seats)
    fresh = State(
        "bets",
        state.round_id + 1,
        seats,
        draw_id=state.draw_id,
        setup=game.carried(state.setup),
        link=state.link,
        meter_why=state.meter_why,
    )
    return fresh, lights(game, fresh)


def wager(game: CardGame, state: State, given: Input) -> Result:
    """A keyed wager: the whole amount that lies there, 0 takes it away."""
    seat = refusing.seat_of(state, given.data)
    name = refusing.text(given.data, "wager")
    cents = refusing.amount(given.data)
    if name not in game.wager_names:
        raise Refused(
            f"{game.title} has no wager “{name}”, only {', '.join(game.wager_names)}", game.rule(2)
        )
    if state.phase != "bets":
        raise Refused("wagers are locked; a supervisor can correct one", game.rule(4))
    if game.rules.sensor_of(name):
        raise Refused(f"the {name} wager is placed on its sensor", game.rule(2))
    if name == METERED and cents and state.meter_why:
        raise Refused(state.meter_why, game.rule(18))
    changed = _placed(seat, name, cents)
    game.check_seat(changed)
    return state.with_seat(changed), []


def tip(game: CardGame, state: State, given: Input) -> Result:
    """A dealer's tip wager; it rides on the player's own wager of the same kind (ruling 5)."""
    seat = refusing.seat_of(state, given.data)
    name = refusing.text(given.data, "wager")
    cents = refusing.amount(given.data)
    if state.phase != "bets":
        raise Refused("tips are placed before the bets are locked", game.rule(3))
    if name not in game.tip_names:
        raise Refused(f"no tip can ride on “{name}”", game.rule(3))
    if cents and not seat.cents(name):
        raise Refused(f"seat {seat.seat} has no {name} wager for a tip to ride on", game.rule(3))
    changed = replace(seat, tips=_with(seat.tips, name, cents))
    game.check_seat(changed)
    return state.with_seat(changed), []


def begin_game(game: CardGame, state: State, given: Input) -> Result:
    """All wagers are placed: lock the sensors, or deal at once where there are none."""
    if state.phase != "bets":
        raise Refused("press “new game” first, then place the wagers", game.rule(4))
    state = replace(state, closed=state.meter_why)
    if not game.rules.sensors:
        return _begin(game, state)
    if state.link in ("lost", "other"):
        raise Refused("the controller is not connected: no bet can be locked")
    game.check_begin(_without_closed(_from_sensors(game, state, _covered(state))))
    return replace(state, phase="locking"), [Lock(state.round_id)]


def locked(game: CardGame, state: State, given: Input) -> Result:
    """What the controller latched is what is placed, whatever lay there before."""
    if state.phase != "locking" or given.data.get("round_id") != state.round_id:
        return state, []
    spots = refusing.spots(given.data, "spots")
    placed = _from_sensors(game, _told_of_faults(state, spots), spots)
    placed = _without_idle_side_bets(game, placed)
    try:
        return _begin(game, placed)
    except Refused as refused:  # chips moved between the press and the lock
        again = replace(state, phase="bets", notice=f"The bets are open again: {refused.sentence}.")
        return again, [Release(state.round_id)]


def _begin(game: CardGame, state: State) -> Result:
    state = _without_closed(state)
    game.check_begin(state)
    state = replace(state, phase="play")
    effects = lights(game, state) + contributions(game, state)
    if game.rules.cards == "virtual":
        state = replace(state, draw_id=state.draw_id + 1, drawing=True)
        effects.append(Draw(state.draw_id, "card", {"count": len(game.order(state))}))
    return state, effects


def _told_of_faults(state: State, spots: set[tuple[int, str]]) -> State:
    faulted = [seat for seat, _ in sorted(spots) if state.seats[seat - 1].faults]
    if not faulted:
        return state
    seats = ", ".join(str(seat) for seat in dict.fromkeys(faulted))
    notice = f"Seat {seats}: the sensor is faulted, no side bet is taken. Hand the chips back."
    return replace(state, notice=notice)


def _without_idle_side_bets(game: CardGame, state: State) -> State:
    """A latched side bet at a seat without a wager to go with it is not taken: said, not sold."""
    for seat in state.playing:
        if game.side_bet_alone(seat):
            state = replace(
                state.with_seat(replace(seat, wagers={})),
                notice=f"Seat {seat.seat} has a side bet and no wager: hand the chips back.",
            )
    return state


def _without_closed(state: State) -> State:
    """A meter that cannot be reached sells nothing: its bets are not taken, and it is said."""
    if not state.closed:
        return state
    betting = [seat for seat in state.playing if seat.cents(METERED)]
    for seat in betting:
        state = state.with_seat(_placed(seat, METERED, 0))
    if betting:
        seats = ", ".join(str(seat.seat) for seat in betting)
        state = replace(state, notice=f"Seat {seats}: {state.closed}. Hand the chips back.")
    return state


def contributions(game: CardGame, state: State) -> list[Effect]:
    """Each progressive wager feeds the meter once, with the lock."""
    if game.meter is None:
        return []
    return [
        Contribute(game.meter, state.round_id, seat.seat, METERED, seat.cents(METERED))
        for seat in state.playing
        if seat.cents(METERED)
    ]


def _covered(state: State) -> set[tuple[int, str]]:
    return {(seat.seat, spot) for seat in state.seats for spot in seat.covered}


def _from_sensors(game: CardGame, state: State, spots: set[tuple[int, str]]) -> State:
    """What lies on the sensors is placed; one that is faulted takes no bet."""
    for seat in state.seats:
        for spot, at in game.rules.sensors.items():
            cents = at.amount_cents if (seat.seat, spot) in spots and not seat.faults else 0
            seat = _placed(seat, at.wager, cents)
        state = state.with_seat(seat)
    return state


def _placed(seat: Seat, name: str, cents: int) -> Seat:
    tips = seat.tips if cents else _with(seat.tips, name, 0)
    return replace(seat, wagers=_with(seat.wagers, name, cents), tips=tips)


def _with(amounts: Any, name: str, cents: int) -> dict[str, int]:
    return {key: value for key, value in {**amounts, name: cents}.items() if value}


def lights(game: CardGame, state: State) -> list[Effect]:
    """A sensor's light shows its placed wager, all through the round (20:18:16:15.15(6)). A sensor
    whose meter takes no bets winks.
    """
    playing = state.phase == "play"
    closed = game.meter is not None and bool(state.closed if playing else state.meter_why)
    patterns = tuple(
        (seat.seat, spot, _pattern(playing, seat.cents(at.wager), closed and at.wager == METERED))
        for seat in state.seats
        for spot, at in game.rules.sensors.items()
    )
    return [Lights(patterns)] if patterns else []


def _pattern(playing: bool, cents: int, closed: bool) -> str:
    if playing and cents:
        return "on"
    return "wink" if closed else "off"


def within(game: CardGame, name: str, cents: int) -> None:
    """Refuse an amount outside of the posted limits."""
    limits = game.rules.limits.get(name)
    if limits and cents and not limits.min_cents <= cents <= limits.max_cents:
        raise Refused(
            f"{show(cents)} on {name}: the posted limits are {show(limits.min_cents)} "
            f"to {show(limits.max_cents)}",
            game.rule(2),
        )
