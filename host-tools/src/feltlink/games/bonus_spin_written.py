"""A Bonus Spin round written down, and played through the running game's own step.

It is how `feltlink settle` reads rounds and how `feltlink simulate` plays them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from feltlink.cards.card import parse_card, show_card
from feltlink.games.bonus_spin import BonusSpin
from feltlink.games.bonus_spin_lines import RULE
from feltlink.games.bonus_spin_return import winner
from feltlink.games.bonus_spin_rules import Rules, build
from feltlink.games.bonus_spin_state import CHECKS, State
from feltlink.games.bonus_spin_table import STOPS
from feltlink.games.core import Input, KeyWinners, Settle
from feltlink.games.written import taken
from feltlink.money.settlement import Line
from feltlink.problem import Problem
from feltlink.wheel.config import Fixed, TopPrize, WheelConfig

SeatNumber = Annotated[int, Field(ge=1, le=9)]
MARKS = {"none": "none", "ace": "even_money", "blackjack": "spin"}


class WrittenSpinSeat(BaseModel):
    """A seat with the Bonus Spin wager: its first two cards, like "As Kd", and for a blackjack the
    wheel's `stop`, 0 the top prize and then down the pay table.
    """

    model_config = ConfigDict(extra="forbid")

    seat: SeatNumber
    cards: str
    stop: Annotated[int, Field(ge=0, lt=STOPS)] | None = None


class WrittenSpinRound(BaseModel):
    """A round. A top prize is paid only if `verified_by` names the supervisor who made the four
    checks; `awards` is what the meter of a progressive gave, in cents by seat. `misdeal` says why
    the round is void.
    """

    model_config = ConfigDict(extra="forbid")

    paytable: str = "A5"
    top_prize: TopPrize = Fixed(kind="fixed", amount_dollars=5000)
    seats: list[WrittenSpinSeat]
    verified_by: str | None = None
    awards: dict[SeatNumber, PositiveInt] = {}
    misdeal: str | None = None


class SpinReplay:
    """The game being played by giving it one input after another, round after round."""

    def __init__(self, rules: Rules, where: str = "") -> None:
        self.game = BonusSpin(rules)
        self.where = where
        self.state: State = self.game.initial()
        self.number = 0
        self.lines: list[Line] = []
        self.keyed: KeyWinners | None = None
        self.give("controller", "host", state="found")
        self.give("new_game")

    def give(self, kind: str, by: str = "dealer", **data: Any) -> None:
        """One input. A refusal is a `Problem` with the sentence and the paragraph."""
        self.number += 1
        data.setdefault("round_id", self.state.round_id)
        step = self.game.step(self.state, Input(self.number, kind, data, by))
        taken(step, self.where, RULE)
        self.state = step.state
        for effect in step.effects:
            if isinstance(effect, Settle):
                self.lines += effect.lines
            elif isinstance(effect, KeyWinners):
                self.keyed = effect


def rules_of(written: WrittenSpinRound) -> Rules:
    """The rules a written round names. Which stop the wheel took is written too, so the weights
    say nothing here.
    """
    config = WheelConfig(
        paytable=written.paytable, weights=(1,) * STOPS, top_prize=written.top_prize
    )
    return replace(build(config), seats=tuple(range(1, 10)))


def settle(written: WrittenSpinRound, where: str = "") -> tuple[Line, ...]:
    """The settlement lines of a round, in the order in which they were written."""
    return play(SpinReplay(rules_of(written), where), written)


def play(replay: SpinReplay, written: WrittenSpinRound) -> tuple[Line, ...]:
    """Play a round from its bets to the next one's; return its lines."""
    seats = sorted(written.seats, key=lambda seat: seat.seat)
    if len({seat.seat for seat in seats}) != len(seats):
        raise Problem("a seat is written twice", where=replay.where)
    replay.lines = []
    replay.give("begin_game")
    spot = replay.game.rules.spot
    replay.give("locked", "controller", spots=[[seat.seat, spot] for seat in seats])
    if written.misdeal is not None:
        replay.give("misdeal", reason=written.misdeal)
        return tuple(replay.lines)
    spins = _mark(replay, seats)
    if not spins:
        replay.give("new_game")
        return tuple(replay.lines)
    replay.give("proceed_to_spins")
    for seat in spins:
        _spin(replay, written, seat)
    return tuple(replay.lines)


def _mark(replay: SpinReplay, seats: Sequence[WrittenSpinSeat]) -> list[WrittenSpinSeat]:
    spins = []
    for seat in seats:
        where = f"{replay.where}: seat {seat.seat}".lstrip(": ")
        cards = [parse_card(card, where) for card in seat.cards.split()]  # of several decks
        if len(cards) != 2:
            raise Problem(f"{seat.cards!r} are not the first two cards", where=where)
        won = winner(*(show_card(card)[0] for card in cards))
        if (won == "blackjack") != (seat.stop is not None):
            raise Problem(
                f"{seat.cards} is a blackjack and needs its stop"
                if won == "blackjack"
                else f"{seat.cards} is no blackjack and has no stop",
                where=where,
                remedy=f'"stop" is 0 (the top prize) to {STOPS - 1}, and only for a blackjack',
            )
        if won == "blackjack":
            spins.append(seat)
        if won == "blackjack" or (won == "ace" and replay.game.rules.ace_cents is not None):
            replay.give("mark", seat=seat.seat, mark=MARKS[won])
    return spins


def _spin(replay: SpinReplay, written: WrittenSpinRound, seat: WrittenSpinSeat) -> None:
    replay.give("enable_spin", seat=seat.seat)
    replay.give("press", "controller", arm_id=replay.state.last_arm_id)
    replay.give("drawn", "host", draw_id=replay.state.last_draw_id, stop=seat.stop)
    if replay.state.phase == "top_prize":
        _top_prize(replay, written.awards, written.verified_by)
    replay.give("winner_paid", seat=seat.seat)


def _top_prize(replay: SpinReplay, awards: Mapping[int, int], supervisor: str | None) -> None:
    keyed, replay.keyed = replay.keyed, None
    if keyed:
        given = [
            {"seat": won.seat, "amount_cents": awards[won.seat]}
            for won in keyed.winners
            if won.seat in awards
        ]
        replay.give("awards", "host", revision=keyed.revision, awards=given)
    for check in CHECKS if supervisor else ():
        replay.give("verify", f"supervisor {supervisor}", check=check, name=supervisor)
