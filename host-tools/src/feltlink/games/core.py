"""What all games share: inputs, effects and `step(state, input) -> state, effects`.

A game is pure: no clock, no random, no I/O. Everything not deterministic reaches it as an input
that is already in the record; everything it wants done leaves it as an effect. Effects of the
device kind (Lights, Lock, Release, Arm, Disarm) are absolute intent: the latest of its kind is
the whole truth, and carrying it out twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from feltlink.money.meter_request import CloseRound as CloseRound
from feltlink.money.meter_request import Contribute as Contribute
from feltlink.money.meter_request import KeyWinners as KeyWinners
from feltlink.money.meter_request import TableRequest
from feltlink.money.meter_request import VoidRound as VoidRound
from feltlink.money.meter_request import Winner as Winner
from feltlink.money.settlement import Line

Seat = int


@dataclass(frozen=True, slots=True)
class Input:
    """One thing that happened, as the record holds it.

    `number` is its place in the record (1, 2, 3 ...); `kind` is e.g. "edge", "locked", "press",
    "drawn", "mark"; `data` is a JSON object with that kind's fields; `by` is who did it
    ("controller", "host", or a person's role and name, e.g. "dealer", "supervisor Ann Lee").
    """

    number: int
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    by: str = "host"

    @property
    def role(self) -> str:
        """The role of who did it: the first word of `by`."""
        return self.by.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Lights:
    """Seat lights: (seat, spot) -> "off" | "on" | "blink" | "blink fast" | "pulse" | "wink"."""

    patterns: tuple[tuple[Seat, str, str], ...]


@dataclass(frozen=True, slots=True)
class Lock:
    """Latch the covered spots for `round_id`."""

    round_id: int


@dataclass(frozen=True, slots=True)
class Release:
    round_id: int


@dataclass(frozen=True, slots=True)
class Arm:
    """Arm the spin button once, for `seat`'s one spin. `arm_id` is never used twice."""

    arm_id: int
    seat: Seat
    lease_ms: int = 60_000


@dataclass(frozen=True, slots=True)
class Disarm:
    arm_id: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Ask the host for one draw. Its answer comes back as input "drawn" with the same `draw_id`.

    `what` is "wheel" or "card"; `options` says which wheel, how many cards, and the like.
    """

    draw_id: int
    what: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settle:
    """Settlement lines, in the order of paying. Recorded with the input that caused them."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """Call a person ("supervisor", "surveillance", "technician") and say why."""

    who: str
    why: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """The input changed nothing. `sentence` is for the dealer, `paragraph` the rule behind it."""

    sentence: str
    paragraph: str = ""


Device = Lights | Lock | Release | Arm | Disarm

Effect = Device | Draw | Settle | TableRequest | Call | Refuse


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What an input leads to. A refused input returns the same state and one `Refuse`."""

    state: S
    effects: tuple[Effect, ...] = ()

    @property
    def refused(self) -> Refuse | None:
        """The refusal, if the input was refused."""
        return next((e for e in self.effects if isinstance(e, Refuse)), None)


class Game(Protocol[S]):
    """A game as the running table sees it. Configuration is bound when the game is built."""

    name: str

    def initial(self) -> S:
        """The state before the first input."""
        ...

    def step(self, state: S, given: Input) -> Step[S]:
        """Apply one input. Never raises on an input's contents: it refuses."""
        ...

    def view(self, state: S) -> dict[str, Any]:
        """What the pages show, as JSON."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """The state as JSON; `load(dump(s)) == s`."""
        ...

    def load(self, data: Mapping[str, Any]) -> S:
        """The state that `dump` wrote."""
        ...

    def round_id(self, state: S) -> int:
        """The round that is open, or the next one's number less one when none is. It never falls
        from one state to the next: the record finds a round by halving.
        """
        ...

    def round_open(self, state: S) -> bool:
        """Whether a round is open: no configuration change, no flashing then."""
        ...
