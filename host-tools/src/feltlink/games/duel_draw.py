"""Dakota Duel Draw, South Dakota: 20:18:16:15.23. There is no dealer's hand (ruling 25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

from pydantic import model_validator

from feltlink.cards.ranking import describe
from feltlink.games import poker_tables
from feltlink.games.cardround.game import CardGame
from feltlink.games.cardround.refusing import Refused
from feltlink.games.cardround.rules import CardRules
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.cardround.stages import Choose, Expose, exposed
from feltlink.games.cardround.state import Seat, State
from feltlink.games.cardround.wagers import within
from feltlink.games.duel_draw_settle import RULE, Bets, Schedule, schedule, settle_seat
from feltlink.money.settlement import Line


class DuelDrawRules(CardRules):
    """Pay tables by id; the third card of each community hand follows at once, nothing is burnt."""

    pocket_pair_table: str = "1"
    big8_table: str = "1"
    dealing: Literal["rotation"] = "rotation"
    burn: Literal[False] = False

    @model_validator(mode="after")
    def _known(self) -> Self:
        poker_tables.pocket_pair().table(self.pocket_pair_table)
        poker_tables.big8().table(self.big8_table)
        return self

    @cached_property
    def schedule(self) -> Schedule:
        """All pays."""
        return schedule(self.pocket_pair_table, self.big8_table)


class DuelDraw(CardGame):
    """Hand 2 ante and big 8 before the deal; hand 1 play, equal to the ante, on two cards."""

    name = "duel-draw"
    title = "Dakota Duel Draw"
    RULE: ClassVar = RULE
    STAGES: ClassVar = (
        Choose("play", {"play": "Play hand 1", "fold": "Fold"}, f"{RULE}(7)"),
        Expose("community", {"hand_1": 3, "hand_2": 3}, f"{RULE}(9)"),
    )
    common: ClassVar = ("hand_1", "hand_2")
    wager_names = ("hand_2", "big_8")
    tip_names: ClassVar = ("hand_2", "big_8")
    betting: ClassVar = ("play",)
    rules: DuelDrawRules

    def __init__(self, rules: DuelDrawRules | None = None) -> None:
        self.rules = rules or DuelDrawRules()

    def order(self, state: State) -> list[str]:
        """(4): hand 2, hand 1, players; twice; then the third community cards."""
        to = self.dealt_in(state)
        return ["hand_2", "hand_1", *to, "hand_2", "hand_1", *to, "hand_2", "hand_1"]

    def dealt_in(self, state: State) -> tuple[str, ...]:
        """Players from the dealer's left; a big-8-only player among them (ruling 27)."""
        return tuple(seat.holder for seat in state.playing)

    def must_choose(self, seat: Seat, stage: Choose) -> bool:
        """Big 8 needs no action (8)."""
        return bool(seat.cents("hand_2"))

    def why_not_choose(self, seat: Seat, stage: Choose) -> str:
        """Locked in, or nothing to decide."""
        if not seat.cents("hand_2"):
            return f"seat {seat.seat} has no hand 2 ante: there is nothing to decide"
        return f"seat {seat.seat} has made its choice, and a play bet is locked in"

    def placed(self, seat: Seat) -> Mapping[str, int]:
        """The wagers, with hand 1 if it is played."""
        if seat.choices.get("play") == "play":
            return {"hand_1": seat.cents("hand_2"), **seat.wagers}
        return seat.wagers

    def folded(self, seat: Seat) -> bool:
        """Whether the seat gave its hand 2 ante up."""
        return seat.choices.get("play") == "fold"

    def with_play_tip(self, seat: Seat, cents: int) -> Seat:
        """(3): the dealer's tip may follow the player's bet."""
        if self.folded(seat) or not seat.tips.get("hand_2"):
            raise Refused("a hand 1 tip follows a hand 2 tip and a hand 1 bet", self.rule(3))
        return replace(seat, tips={**seat.tips, "hand_1": cents})

    def check_seat(self, seat: Seat) -> None:
        """Posted limits; every pay is a whole multiple."""
        for name, cents in seat.wagers.items():
            within(self, name, cents)

    def check_begin(self, state: State) -> None:
        """(2): at least one of hand 2 and big 8."""
        if not state.playing:
            raise Refused("no wager is placed", self.rule(2))

    def needed(self, state: State) -> tuple[str, ...]:
        """A folder's cards count only for big 8."""
        return tuple(
            seat.holder for seat in state.playing if not self.folded(seat) or seat.cents("big_8")
        )

    def settle(self, state: State) -> tuple[Line, ...]:
        """Seat by seat counter-clockwise (ruling 3)."""
        sheet = Sheet()
        hands = state.cards["hand_1"], state.cards["hand_2"]
        for seat in reversed(state.playing):
            bets = Bets(seat.seat, self.placed(seat), self.folded(seat), seat.tips)
            settle_seat(sheet, self.rules.schedule, bets, state.hole(seat), *hands)
        return tuple(sheet.lines)

    def hand_labels(self, state: State, seat: Seat) -> Mapping[str, str]:
        """Hand 1, hand 2 and big 8, once the community cards lie open."""
        hole, held = state.hole(seat), state.cards
        if len(hole) < 2 or not exposed(self, state) or not _whole(held):
            return {}
        every = held["hand_1"] + held["hand_2"]
        return {
            "hand_1": describe(hole + held["hand_1"]),
            "hand_2": describe(hole + held["hand_2"]),
            "big_8": describe(hole + every),
        }

    def setup_view(self, state: State) -> dict[str, Any]:
        """The tables in force."""
        return {
            "tables": {
                "pocket_pair": self.rules.pocket_pair_table,
                "big_8": self.rules.big8_table,
            }
        }


def _whole(held: Mapping[str, tuple[int, ...]]) -> bool:
    return all(len(held.get(at, ())) == 3 for at in ("hand_1", "hand_2"))
