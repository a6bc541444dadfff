"""The facts of a round: what was placed, seen and decided. Everything else is worked out of them.

The stage is not stored: it is the first one that still lacks something. So a correction needs no
rewinding: change the fact, and the round stands where it then stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from feltlink.cards.card import Card
from feltlink.money.settlement import Line

Phase = Literal["idle", "bets", "locking", "play"]
Late = Literal["added", "removed"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One position. Cents by wager in `wagers`, the dealer's own in `tips`; `choices` by stage.

    `covered`, `late` and `faults` are what the sensors say: spots, spot to "added" or "removed",
    and the texts of open faults.
    """

    seat: int
    wagers: Mapping[str, int] = field(default_factory=dict)
    tips: Mapping[str, int] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    covered: tuple[str, ...] = ()
    late: Mapping[str, Late] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    @property
    def holder(self) -> str:
        """Its name as a place for cards."""
        return f"seat {self.seat}"

    def cents(self, wager: str) -> int:
        """What is placed on a wager."""
        return self.wagers.get(wager, 0)


@dataclass(frozen=True, slots=True)
class Keyed:
    """A meter winner: what the meter froze for it, or None while it has not answered."""

    seat: int
    amount_cents: int | None = None
    award: int | None = None
    verified: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The whole table. `round_id`, `draw_id` and `revision` only ever rise.

    `cards` are the cards known by place ("seat 3", "dealer", "board"); `dealt` says that the
    dealer has dealt face down what is keyed later. `lines` stand once everything is known, `paid`
    are the payments already made. `meter_why` says why the meter takes no bets ("" when it does),
    `closed` why this round took none. `setup` is what a game adds (the player-dealer's wager).
    """

    phase: Phase
    round_id: int
    seats: tuple[Seat, ...]
    cards: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    dealt: bool = False
    draw_id: int = 0
    drawing: bool = False
    lines: tuple[Line, ...] = ()
    paid: tuple[str, ...] = ()
    keyed: tuple[Keyed, ...] = ()
    revision: int = 0
    setup: Mapping[str, int] = field(default_factory=dict)
    link: str = "unknown"
    meter_why: str = ""
    closed: str = ""
    notes: tuple[str, ...] = ()
    notice: str | None = None

    def seat(self, number: object) -> Seat | None:
        """The seat of that number, or None."""
        if type(number) is int and 1 <= number <= len(self.seats):
            return self.seats[number - 1]
        return None

    def with_seat(self, changed: Seat) -> State:
        """The state with one seat replaced."""
        seats = list(self.seats)
        seats[changed.seat - 1] = changed
        return replace(self, seats=tuple(seats))

    def hole(self, seat: Seat) -> tuple[Card, ...]:
        """The seat's own cards, as far as they are known."""
        return self.cards.get(seat.holder, ())

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats with a wager: those that get cards."""
        return tuple(seat for seat in self.seats if seat.wagers)


def initial(seats: int) -> State:
    """Nothing has happened yet."""
    return State("idle", 0, tuple(Seat(number) for number in range(1, seats + 1)))


def dump(state: State) -> dict[str, Any]:
    """The state as JSON."""
    return asdict(state)


def load(data: Mapping[str, Any]) -> State:
    """The state that `dump` wrote, also after a trip through JSON text."""
    return State(
        **{
            **data,
            "seats": tuple(_seat(seat) for seat in data["seats"]),
            "cards": {holder: tuple(cards) for holder, cards in data["cards"].items()},
            "lines": tuple(Line(**line) for line in data["lines"]),
            "keyed": tuple(Keyed(**keyed) for keyed in data["keyed"]),
            "paid": tuple(data["paid"]),
            "notes": tuple(data["notes"]),
        }
    )


def _seat(data: Mapping[str, Any]) -> Seat:
    changed = {"covered": tuple(data["covered"]), "faults": tuple(data["faults"])}
    return Seat(**{**data, **changed})
