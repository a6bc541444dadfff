"""A whole round written down, and played through the running game's own step.

It is how `feltlink settle` reads rounds and how the worked examples are written. Nothing is
settled that the game would have refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

from feltlink.cards.card import DECK, parse_cards, show_card, show_cards
from feltlink.games.cardround.game import CardGame
from feltlink.games.cardround.paying import payments
from feltlink.games.cardround.stages import Choose, Expose, waits
from feltlink.games.cardround.state import Seat, State
from feltlink.games.core import Draw, Effect, Input, Settle
from feltlink.games.written import taken
from feltlink.money.settlement import Line
from feltlink.problem import Problem

SeatNumber = Annotated[int, Field(ge=1, le=9)]


class WrittenSeat(BaseModel):
    """One seat: cents by wager, `cards` like "As Kd" (may be left out where nothing depends on
    them), `choices` in the order they were made, like ["check", "2x"].
    """

    model_config = ConfigDict(extra="forbid")

    seat: SeatNumber
    wagers: dict[str, PositiveInt]
    cards: str = ""
    choices: list[str] = []
    tips: dict[str, PositiveInt] = {}


class WrittenBank(BaseModel):
    """The player-dealer's seat and wager, and where the action starts."""

    model_config = ConfigDict(extra="forbid")

    seat: SeatNumber
    wager_cents: PositiveInt
    button: SeatNumber | None = None


class WrittenRound(BaseModel):
    """A round. `cards` are the common ones and the dealer's, by place: "board" and "dealer", or
    "hand_1" and "hand_2". `awards` is what the meter gave each winner of a share of it, in cents.
    `misdeal` says why the round is void.
    """

    model_config = ConfigDict(extra="forbid")

    seats: Annotated[list[WrittenSeat], Field(min_length=1)]
    cards: dict[str, str] = {}
    bank: WrittenBank | None = None
    awards: dict[SeatNumber, NonNegativeInt] = {}
    misdeal: str | None = None


AtStage = Callable[["Replay", str], None]


class Replay:
    """A game being played by giving it one input after another."""

    def __init__(self, game: CardGame, where: str = "") -> None:
        self.game = game
        self.where = where
        self.state: State = game.initial()
        self.number = 0
        self.effects: list[Effect] = []
        self.draw: Draw | None = None
        self.lines: tuple[Line, ...] = ()

    def give(self, kind: str, by: str = "dealer", **data: Any) -> tuple[Effect, ...]:
        """One input. A refusal is a `Problem` with the sentence and the paragraph."""
        self.number += 1
        step = self.game.step(self.state, Input(self.number, kind, data, by))
        taken(step, self.where, self.game.RULE)
        self.state = step.state
        self.effects += step.effects
        for effect in step.effects:
            if isinstance(effect, Draw):
                self.draw = effect
            if isinstance(effect, Settle):
                self.lines = effect.lines
        return step.effects

    @property
    def stage(self) -> str:
        """Where the round stands."""
        return self.game.stage(self.state)


def settle(game: CardGame, written: WrittenRound, where: str = "") -> tuple[Line, ...]:
    """The settlement lines of a round."""
    return play(Replay(game, where), written).lines


def play(replay: Replay, written: WrittenRound, at: AtStage = lambda replay, stage: None) -> Replay:
    """Play the round to its close. `at` is called as each stage begins, "bets" when all lies."""
    _place(replay, written)
    at(replay, "bets")
    replay.give("begin_game")
    if replay.stage == "locking":
        at(replay, "locking")
        replay.give(
            "locked", "controller", round_id=replay.state.round_id, spots=_spots(replay, written)
        )
    if written.misdeal is not None:
        replay.give("misdeal", reason=written.misdeal)
    last = ""
    while replay.state.phase == "play":
        stage = replay.stage
        if stage != last:
            last = stage
            at(replay, stage)
            if replay.stage != stage or replay.state.phase != "play":
                continue
        _one_stage(replay, written, stage)
    return replay


def _place(replay: Replay, written: WrittenRound) -> None:
    game = replay.game
    replay.give("new_game")
    if written.bank:
        bank = written.bank
        replay.give("player_dealer", seat=bank.seat, amount_cents=bank.wager_cents)
        if bank.button:
            replay.give("button", seat=bank.button)
    for seat in written.seats:
        for wager, cents in seat.wagers.items():
            spot = game.rules.sensor_of(wager)
            if spot:
                replay.give("edge", "controller", seat=seat.seat, spot=spot, covered=True)
            else:
                replay.give("wager", seat=seat.seat, wager=wager, amount_cents=cents)
        for wager, cents in seat.tips.items():
            if wager in game.tip_names:
                replay.give("tip", seat=seat.seat, wager=wager, amount_cents=cents)


def _spots(replay: Replay, written: WrittenRound) -> list[tuple[int, str]]:
    sensor = replay.game.rules.sensor_of
    return [
        (seat.seat, spot)
        for seat in written.seats
        for wager in seat.wagers
        if (spot := sensor(wager))
    ]


def _one_stage(replay: Replay, written: WrittenRound, stage: str) -> None:
    game = replay.game
    if stage == "deal":
        _deal(replay, written)
    elif stage == "showdown":
        _show(replay, written)
    elif stage == "pay":
        _pay(replay, written)
    for step in game.STAGES:
        if step.name == stage and isinstance(step, Choose):
            _choose(replay, written, step)
        elif step.name == stage and isinstance(step, Expose):
            _expose(replay, written, step)


def _deal(replay: Replay, written: WrittenRound) -> None:
    source = replay.game.rules.cards
    if source == "keyed":
        replay.give("dealt")
    elif source == "stream":
        for card in in_order(replay, written)[: replay.game.dealt_first(replay.state)]:
            replay.give("card", "shoe", card=card)
    elif replay.draw:
        replay.give("drawn", "host", draw_id=replay.draw.draw_id, cards=in_order(replay, written))


def in_order(replay: Replay, written: WrittenRound) -> list[str]:
    """Every card of the round in dealing order; burnt ones are whatever the round does not use."""
    hands = {at: list(parse_cards(text)) for at, text in written.cards.items()}
    hands |= {f"seat {seat.seat}": list(parse_cards(seat.cards)) for seat in written.seats}
    used = {card for cards in hands.values() for card in cards}
    hands["burn"] = [card for card in DECK if card not in used]
    return [show_card(hands[at].pop(0)) for at in replay.game.order(replay.state)]


def _expose(replay: Replay, written: WrittenRound, step: Expose) -> None:
    if replay.game.rules.cards == "stream":
        for card in in_order(replay, written)[_dealt(replay.state) :]:
            if replay.stage == step.name:
                replay.give("card", "shoe", card=card)
        return
    for at, count in step.places.items():
        held = len(replay.state.cards.get(at, ()))
        cards = parse_cards(written.cards.get(at, ""))[held:count]
        replay.give("cards", to=at, cards=show_cards(cards).split())


def _dealt(state: State) -> int:
    return sum(len(cards) for cards in state.cards.values())


def _choose(replay: Replay, written: WrittenRound, step: Choose) -> None:
    for seat in replay.state.playing:
        if not waits(replay.game, seat, step):
            continue
        said = _written(written.seats, seat)
        made = len(seat.choices)
        if made >= len(said.choices):
            raise Problem(
                f"seat {seat.seat} makes no choice at “{step.name}”",
                where=replay.where,
                remedy=f"add one of {', '.join(step.options)}",
            )
        choice = said.choices[made]
        late = {key: cents for key, cents in said.tips.items() if key not in replay.game.tip_names}
        tip = sum(late.values()) if choice in replay.game.betting else 0
        extra: dict[str, Any] = {"tip_cents": tip} if tip else {}
        replay.give("decide", seat=seat.seat, choice=choice, **extra)


def _written(seats: Sequence[WrittenSeat], seat: Seat) -> WrittenSeat:
    return next(said for said in seats if said.seat == seat.seat)


def _show(replay: Replay, written: WrittenRound) -> None:
    hands = [(f"seat {seat.seat}", seat.cards) for seat in written.seats]
    hands += [("dealer", written.cards.get("dealer", ""))]
    for at, text in hands:
        if at in replay.game.dealt_in(replay.state) and text and not replay.state.cards.get(at):
            replay.give("cards", to=at, cards=text)
    if replay.stage == "showdown":
        lacking = [at for at in replay.game.needed(replay.state) if not replay.state.cards.get(at)]
        raise Problem(f"the cards of {', '.join(lacking)} are missing", where=replay.where)


def _pay(replay: Replay, written: WrittenRound) -> None:
    keyed = {key.seat for key in replay.state.keyed if key.verified}
    for won in replay.game.winners(replay.state):
        if won.seat not in keyed:
            _award(replay, written, won.seat)
    for payment in payments(replay.state.lines):
        replay.give("paid", payment=payment.key)
    replay.give("close")


def _award(replay: Replay, written: WrittenRound, seat: int) -> None:
    cents = written.awards.get(seat)
    if cents is None:
        raise Problem(
            f"seat {seat} wins a share of the meter",
            where=replay.where,
            remedy=f"say under awards what the meter gave seat {seat}, in cents",
        )
    replay.give("award", seat=seat, keyed=True)
    about = {"round_id": replay.state.round_id, "revision": replay.state.revision}
    entries = [{"seat": seat, "amount_cents": cents, "award": seat}]
    replay.give("awards", "host", awards=entries, **about)
    replay.give("award_verified", "host", seat=seat, verdict="confirmed", **about)
