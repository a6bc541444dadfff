"""What the controller says between the acts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltlink.games.cardround import refusing
from feltlink.games.cardround.state import Late, Seat, State
from feltlink.games.cardround.wagers import Result, lights
from feltlink.games.core import Input

if TYPE_CHECKING:
    from feltlink.games.cardround.game import CardGame

UNKNOWN = "The sensor is out of order."  # a fault of which only the snapshot tells
_LINKS = {"found": "live", "reset": "live", "lost": "lost", "other": "other"}


def edge(game: CardGame, state: State, given: Input) -> Result:
    """A chip was placed on a sensor or taken off it."""
    at = _place(game, state, given)
    if at is None:
        return state, []
    seat, spot = at
    covered = set(seat.covered) - {spot}
    if given.data.get("covered"):
        covered.add(spot)
    return state.with_seat(replace(seat, covered=tuple(sorted(covered)))), []


def _place(game: CardGame, state: State, given: Input) -> tuple[Seat, str] | None:
    seat, spot = state.seat(given.data.get("seat")), given.data.get("spot")
    if seat is None or not isinstance(spot, str) or spot not in game.rules.sensors:
        return None
    return seat, spot


def late_edge(game: CardGame, state: State, given: Input) -> Result:
    """After the lock nothing changes but what the dealer is told."""
    at = _place(game, state, given)
    if at is None:
        return state, []
    seat, spot = at
    came = bool(given.data.get("covered"))
    state, _ = edge(game, state, given)
    seat = state.seats[seat.seat - 1]
    what: Late = "added" if came else "removed"
    notice = f"Seat {seat.seat}: chips {what} after the lock. The locked bet stands."
    return replace(
        state.with_seat(replace(seat, late={**seat.late, spot: what})), notice=notice
    ), []


def snapshot(game: CardGame, state: State, given: Input) -> Result:
    """What lies on the sensors now, and which are faulted, as a whole. A fault, or its end, may
    have been among events that were lost.
    """
    lying = refusing.spots(given.data, "covered")
    bad = {seat for seat, _ in refusing.spots(given.data, "faulted")}
    for seat in state.seats:
        covered = tuple(spot for spot in sorted(game.rules.sensors) if (seat.seat, spot) in lying)
        faults = seat.faults
        if "faulted" in given.data:
            faults = (faults or (UNKNOWN,)) if seat.seat in bad else ()
        state = state.with_seat(replace(seat, covered=covered, faults=faults))
    return state, []


def fault(game: CardGame, state: State, given: Input) -> Result:
    """A sensor cannot be trusted: its seat's side bet is out until it is mended."""
    seat = state.seat(given.data.get("seat"))
    if seat is None:
        return replace(state, notice=str(given.data.get("detail") or "A pin is faulted.")), []
    text = _fault_text(given)
    faults = (*(f for f in seat.faults if f != text), text)
    return state.with_seat(replace(seat, faults=faults)), []


def _fault_text(given: Input) -> str:
    return str(given.data.get("detail") or given.data.get("code") or "fault")


def fault_cleared(game: CardGame, state: State, given: Input) -> Result:
    """One sensor of the seat is sound again."""
    seat = state.seat(given.data.get("seat"))
    if seat is None:
        return state, []
    left = tuple(f for f in seat.faults if f not in (_fault_text(given), UNKNOWN))
    return state.with_seat(replace(seat, faults=left)), []


def controller(game: CardGame, state: State, given: Input) -> Result:
    """The link came or went. A locked bet stays locked; a new one is not taken while it is lost."""
    link = _LINKS.get(str(given.data.get("state")), state.link)
    notice = state.notice
    if link == "lost" and state.phase in ("locking", "play") and game.rules.sensors:
        notice = "The controller is lost. Locked bets stand; call a supervisor to go on."
    return replace(state, link=link, notice=notice), []


def meter_link(game: CardGame, state: State, given: Input) -> Result:
    """The meter takes bets, or takes none (`why`), from the next lock on. What is locked stays."""
    if game.meter is None or given.data.get("meter") != game.meter:
        return state, []
    told = replace(state, meter_why=str(given.data.get("why") or ""))
    return told, [] if state.phase == "play" else lights(game, told)


def nothing(game: CardGame, state: State, given: Input) -> Result:
    """No button to press in these games."""
    return state, []
