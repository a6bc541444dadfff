"""What is asked of a meter: by a table (in order, once each) and by a supervisor.

A request is small and whole: the same request again asks for nothing new. `dump` and `load` are
its form in an outbox and on a wire.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["confirmed", "voided"]
State = Literal["open", "locked", "disabled"]
Pot = Literal["current", "reserve", "overflow"]


@dataclass(frozen=True, slots=True)
class Contribute:
    """A progressive wager of `amount_cents`, once per (round, seat, wager)."""

    meter: str
    round_id: int
    seat: int
    wager: str
    amount_cents: int


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner keyed on the keypad: `percent` of the meter's `level`; `hand` names the hand."""

    seat: int
    hand: str
    percent: int
    level: str = "main"


@dataclass(frozen=True, slots=True)
class KeyWinners:
    """All meter winners of the round as keyed now, in the order of paying (counter-clockwise).

    Absolute intent: `revision` counts 1, 2, 3 ... within the round, the latest list is the truth,
    and a winner missing from it is taken back. Answered by an input "awards".
    """

    meter: str
    round_id: int
    revision: int
    winners: tuple[Winner, ...]


@dataclass(frozen=True, slots=True)
class VoidRound:
    """A misdeal: the round's contributions and awards go back by opposite entries."""

    meter: str
    round_id: int
    why: str


@dataclass(frozen=True, slots=True)
class CloseRound:
    """The end-of-round press: logged at the meter, and no winner of the round is keyed after it."""

    meter: str
    round_id: int


@dataclass(frozen=True, slots=True)
class Verify:
    """A supervisor's verdict on the pending award that entry `award` booked."""

    meter: str
    award: int
    verdict: Verdict
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjust:
    """`amount_cents` into (or, negative, out of) one pot of a level, by name and with a reason."""

    meter: str
    level: str
    pot: Pot
    amount_cents: int
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class SetState:
    """Open, lock or disable the meter: nothing is offered on it and no award is confirmed."""

    meter: str
    state: State
    by: str
    reason: str


TableRequest = Contribute | KeyWinners | VoidRound | CloseRound
"""Requests that come from a table through its outbox."""
DeskRequest = Verify | Adjust | SetState
"""Requests of a named person."""
Request = TableRequest | DeskRequest

_KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (Contribute, KeyWinners, VoidRound, CloseRound, Verify, Adjust, SetState)
}


def dump(request: Request) -> dict[str, Any]:
    """The request as JSON; `load(dump(r)) == r`."""
    return {"do": type(request).__name__, **asdict(request)}


def load(data: Mapping[str, Any]) -> Request:
    """The request that `dump` wrote."""
    given = dict(data)
    kind = _KINDS[given.pop("do")]
    if kind is KeyWinners:
        given["winners"] = tuple(Winner(**winner) for winner in given["winners"])
    request: Request = kind(**given)
    return request
