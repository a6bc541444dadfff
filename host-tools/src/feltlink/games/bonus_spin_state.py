"""The state of a Bonus Spin table, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from feltlink.money.settlement import Line

Mark = Literal["none", "even_money", "spin"]
Late = Literal["added", "removed"]
Phase = Literal[
    "idle", "bets", "locking", "marking", "offer", "armed", "drawing", "spun", "top_prize"
]
Link = Literal["unknown", "live", "lost", "other"]
CHECKS = ("dealt_properly", "bet_made", "natural_blackjack", "stopped_on_top")


def same(value: object, number: int | None) -> bool:
    """Whether JSON `value` is that whole number: 1, not true and not 1.0."""
    return type(value) is int and value == number


def seats_at(spots: object, spot: str) -> set[int]:
    """The seats of [[seat, spot] ...] that name `spot`; anything else in it is passed over."""
    pairs = spots if isinstance(spots, (list, tuple)) else ()
    return {
        pair[0]
        for pair in pairs
        if isinstance(pair, (list, tuple))
        and len(pair) == 2
        and type(pair[0]) is int
        and pair[1] == spot
    }


@dataclass(frozen=True, slots=True)
class Seat:
    """One position. `line` is the settlement line that stands for its wager this round, if there
    is one; `spun` says that its spin has been drawn, `topped` that it
    stopped on the top prize and was not denied. `faults` are the sensor's open faults. On
    one dollar tables the mark "even_money" is the first tap of two and awards nothing.
    """

    seat: int
    covered: bool = False
    locked: bool = False
    late: Late | None = None
    mark: Mark = "none"
    line: Line | None = None
    spun: bool = False
    topped: bool = False
    faults: tuple[str, ...] = ()

    @property
    def paid_cents(self) -> int:
        """What the player has won this round."""
        return self.line.amount_cents if self.line and self.line.outcome == "win" else 0

    @property
    def to_spin(self) -> bool:
        """Whether this seat still has its spin before it."""
        return self.mark == "spin" and not self.spun


@dataclass(frozen=True, slots=True)
class Spin:
    """The spin of one seat. `arm_id` is the last one the button was enabled with for it; a press
    counts only for that one, and only while `draw_id` is None.
    """

    seat: int
    arm_id: int | None = None
    draw_id: int | None = None
    stop: int | None = None
    amount_cents: int | None = None
    paid: bool = False
    checks: tuple[tuple[str, str], ...] = ()

    @property
    def verified(self) -> bool:
        """Whether all four checks of (7)(c) are made."""
        return len(self.checks) == len(CHECKS)


@dataclass(frozen=True, slots=True)
class State:
    """The whole table. `last_arm_id`, `last_draw_id` and `round_id` only ever rise.
    `lines` and `keyed` count the settlement lines and the lists of meter winners of this round.
    `meter_why` says why the top prize's meter takes no bets ("" when it does), `closed` why this
    round took none.
    """

    phase: Phase
    round_id: int
    seats: tuple[Seat, ...]
    spin: Spin | None = None
    last_arm_id: int = 0
    last_draw_id: int = 0
    lines: int = 0
    keyed: int = 0
    link: Link = "unknown"
    button_faults: tuple[str, ...] = ()
    meter_why: str = ""
    closed: str = ""
    notice: str | None = None

    def seat(self, number: object) -> Seat | None:
        """The seat of that number, or None."""
        return next((s for s in self.seats if same(number, s.seat)), None)

    def with_seat(self, changed: Seat) -> State:
        """The state with one seat replaced."""
        seats = tuple(changed if s.seat == changed.seat else s for s in self.seats)
        return replace(self, seats=seats)

    @property
    def next_to_spin(self) -> int | None:
        """The seat whose spin comes next: from position 1 up, (4)(b)(i)."""
        return next((s.seat for s in self.seats if s.to_spin), None)

    @property
    def faulted(self) -> tuple[int, ...]:
        """The seats that are out of play."""
        return tuple(s.seat for s in self.seats if s.faults)


def initial(seats: tuple[int, ...]) -> State:
    """Nothing has happened yet."""
    return State("idle", 0, tuple(Seat(number) for number in seats))


def dump(state: State) -> dict[str, Any]:
    """The state as JSON."""
    return asdict(state)


def load(data: Mapping[str, Any]) -> State:
    """The state that `dump` wrote, also after a trip through JSON text."""
    spin = data["spin"]
    return State(
        **{
            **data,
            "seats": tuple(_seat(seat) for seat in data["seats"]),
            "spin": spin and Spin(**{**spin, "checks": tuple(map(tuple, spin["checks"]))}),
            "button_faults": tuple(data["button_faults"]),
        }
    )


def _seat(data: Mapping[str, Any]) -> Seat:
    line = data["line"]
    changed = {"line": line and Line(**line), "faults": tuple(data["faults"])}
    return Seat(**{**data, **changed})
