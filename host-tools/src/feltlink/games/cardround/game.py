"""A card game as the running table sees it. A game says what is its own; the round is the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from feltlink.games.cardround import cards, choices, paying, sensors, stages, state, view, wagers
from feltlink.games.cardround.refusing import Refused
from feltlink.games.cardround.rules import CardRules
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.cardround.stages import Choose, Expose, Stage
from feltlink.games.cardround.state import Seat, State
from feltlink.games.core import Input, Refuse, Step, Winner
from feltlink.money.settlement import Line, Payer

Handler = Callable[["CardGame", State, Input], wagers.Result]

HANDLERS: dict[str, Handler] = {
    "new_game": wagers.new_game,
    "wager": wagers.wager,
    "tip": wagers.tip,
    "begin_game": wagers.begin_game,
    "locked": wagers.locked,
    "drawn": cards.drawn,
    "card": cards.card,
    "cards": cards.cards,
    "dealt": cards.dealt,
    "exposed": cards.expose,
    "decide": choices.decide,
    "correct": choices.correct,
    "paid": paying.paid,
    "unpaid": paying.unpay,
    "award": paying.award,
    "awards": paying.awards,
    "award_waiting": paying.award_waiting,
    "award_verified": paying.award_verified,
    "meter_link": sensors.meter_link,
    "close": paying.close,
    "misdeal": paying.misdeal,
    "edge": sensors.edge,
    "late_edge": sensors.late_edge,
    "snapshot": sensors.snapshot,
    "fault": sensors.fault,
    "fault_cleared": sensors.fault_cleared,
    "controller": sensors.controller,
    "press": sensors.nothing,
    "press_ignored": sensors.nothing,
    "disarmed": sensors.nothing,
    "overflow": sensors.nothing,
}


class CardGame(ABC):
    """What Hold'em, its player-dealer kind and Duel Draw share. All hooks are pure."""

    name: str
    title: str
    RULE: ClassVar[str]
    STAGES: ClassVar[tuple[Stage, ...]]
    HANDLERS: ClassVar[Mapping[str, Handler]] = HANDLERS
    common: ClassVar[tuple[str, ...]]
    """Places for the common cards."""
    equal: ClassVar[tuple[str, ...]] = ()
    """Wagers that are always of the same amount."""
    wager_names: tuple[str, ...]
    tip_names: ClassVar[tuple[str, ...]]
    betting: ClassVar[tuple[str, ...]]
    """The choices that place a wager."""
    meter: str | None = None
    rules: CardRules

    # What a game says of itself.

    @abstractmethod
    def check_seat(self, seat: Seat) -> None:
        """Raise `Refused` for an amount that may never lie there."""

    @abstractmethod
    def check_begin(self, state: State) -> None:
        """Raise `Refused` if the wagers as a whole cannot be dealt to."""

    @abstractmethod
    def order(self, state: State) -> list[str]:
        """Who gets each card of the round, in dealing order; burnt cards go to "burn"."""

    @abstractmethod
    def dealt_in(self, state: State) -> tuple[str, ...]:
        """Who gets two cards of their own."""

    @abstractmethod
    def must_choose(self, seat: Seat, stage: Choose) -> bool:
        """Whether the seat has a choice to make in this stage, made or not."""

    @abstractmethod
    def why_not_choose(self, seat: Seat, stage: Choose) -> str:
        """The sentence for a seat that has none."""

    @abstractmethod
    def needed(self, state: State) -> tuple[str, ...]:
        """Who must show two cards for the settlement."""

    @abstractmethod
    def placed(self, seat: Seat) -> Mapping[str, int]:
        """The seat's wagers, those made by its choices included."""

    @abstractmethod
    def settle(self, state: State) -> tuple[Line, ...]:
        """The lines; every needed card is known."""

    @abstractmethod
    def hand_labels(self, state: State, seat: Seat) -> Mapping[str, str]:
        """What the seat holds, by name, as far as it lies open."""

    # What a game may change.

    def dealt_first(self, state: State) -> int:
        """How many cards of `order` are out before the first choice."""
        return len(self.order(state))

    def winners(self, state: State) -> tuple[Winner, ...]:
        """Winners of a share of the meter, in the order of paying."""
        return ()

    def side_bet_alone(self, seat: Seat) -> bool:
        """Whether a seat has a side bet and no wager that allows it."""
        return False

    def carried(self, setup: Mapping[str, int]) -> Mapping[str, int]:
        """What of `setup` stays for the next round."""
        return {}

    def with_play_tip(self, seat: Seat, cents: int) -> Seat:
        """The seat with a tip on the wager that its choice has made."""
        raise Refused("no tip rides on this choice", self.rule(3))

    def returned(self, state: State) -> tuple[Line, ...]:
        """A misdeal's lines: every wager back."""
        sheet = Sheet()
        for seat in state.playing:
            for wager, cents in self.placed(seat).items():
                payer: Payer = "tray" if wager == "progressive" else "house"
                sheet.add(seat.seat, wager, cents, "no_action", self.rule(5), paid_by=payer)
            for wager, cents in seat.tips.items():
                sheet.add(seat.seat, f"{wager}_tip", cents, "no_action", self.rule(5))
        return tuple(sheet.lines)

    def setup_view(self, state: State) -> dict[str, Any]:
        """What the page shows besides."""
        return {}

    def setup_acts(self, state: State) -> list[dict[str, Any]]:
        """Acts of the game's own."""
        return []

    def rule(self, number: int) -> str:
        """A paragraph of the game's rule."""
        return f"{self.RULE}({number})"

    @property
    def exposing(self) -> tuple[str, ...]:
        """The stages that turn common cards."""
        return tuple(stage.name for stage in self.STAGES if isinstance(stage, Expose))

    # The contract of games/core.py.

    def initial(self) -> State:
        """The state before the first input."""
        return state.initial(self.rules.seats)

    def step(self, before: State, given: Input) -> Step[State]:
        """Apply one input. Never raises on an input's contents: it refuses."""
        handler = self.HANDLERS.get(given.kind)
        if handler is None:
            return Step(before, (Refuse(f"{self.title} knows no act “{given.kind}”"),))
        seen = given.data.get("round_id", before.round_id)
        if handler not in _MACHINE and seen != before.round_id:
            return Step(
                before, (Refuse(f"the page showed round {seen}, this is round {before.round_id}"),)
            )
        try:
            after, effects = handler(self, before, given)
        except Refused as refused:
            return Step(before, (Refuse(refused.sentence, refused.paragraph),))
        if after is not before:
            if handler is not paying.paid and handler is not paying.unpay:
                after = paying.advance(self, before, after, effects)
            if after.notice == before.notice and handler not in _MACHINE:
                after = replace(after, notice=None)
        return Step(after, tuple(effects))

    def view(self, now: State) -> dict[str, Any]:
        """What the pages show, as JSON."""
        return view.view(self, now)

    def dump(self, now: State) -> dict[str, Any]:
        """The state as JSON."""
        return state.dump(now)

    def load(self, data: Mapping[str, Any]) -> State:
        """The state that `dump` wrote."""
        return state.load(data)

    def round_id(self, now: State) -> int:
        """The round that is open or was last."""
        return now.round_id

    def round_open(self, now: State) -> bool:
        """From "new game" to "close"."""
        return now.phase != "idle"

    def waiting_for(self, now: State) -> str:
        """What the round waits for, as a sentence's end."""
        return view.waiting_for(self, now)

    def stage(self, now: State) -> str:
        """The stage the round stands in."""
        return stages.stage_of(self, now)


_MACHINE = frozenset(
    HANDLERS[kind]
    for kind in (
        "locked",
        "drawn",
        "awards",
        "award_waiting",
        "award_verified",
        "meter_link",
        "edge",
        "late_edge",
        "snapshot",
        "fault",
        "fault_cleared",
        "controller",
        "press",
    )
)
