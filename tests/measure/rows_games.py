"""The rules' own speed: settlements, steps, exact odds, and hand ranking beside pokerkit.

What is given a core is timed by that core's own clock, so that a busy machine does not count.
"""

from __future__ import annotations

import random
import statistics
import time
from itertools import cycle

from pokerkit import StandardHighHand

from feltlink.cards import ranking
from feltlink.cards.card import DECK, show_card, show_cards
from feltlink.games.card_games import build
from feltlink.games.cardround.game import CardGame
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.cardround.state import State
from feltlink.games.core import Draw, Effect, Input
from feltlink.games.ultimate_holdem_settle import Bets, Showdown, schedule, settle_seat
from feltlink.odds.holdem_odds import trips
from measure.row import Row

SEATS = 7
SECONDS = 2.0


def rows() -> list[Row]:
    return [settlements(), *steps(), exact_trips(), evaluator()]


def settlements(seconds: float = SECONDS) -> Row:
    """Whole tables of seven seats: hands ranked, lines written, trips included."""
    dice = random.Random(4)
    deals = [dice.sample(DECK, 2 * SEATS + 7) for _ in range(500)]
    table = schedule("UTH-01", "UTH-01")
    wagers = {"play": 4000, "ante": 1000, "blind": 1000, "trips": 500}
    bets = [Bets(seat, wagers) for seat in range(1, SEATS + 1)]
    done, start = 0, time.process_time()
    for deal in cycle(deals):
        board = tuple(deal[:5])
        dealer = Showdown.of((deal[5], deal[6]), board)
        sheet = Sheet()
        for place, seat in enumerate(bets):
            hole = (deal[7 + 2 * place], deal[8 + 2 * place])
            settle_seat(sheet, table, seat, Showdown.of(hole, board), dealer)
        done += SEATS
        if done % 700 == 0 and time.process_time() - start > seconds:
            break
    value = round(done / (time.process_time() - start))
    return Row(
        "settlements",
        value,
        "seats settled a second, UTH, 7 seats, one core",
        "at least 20,000",
        value >= 20_000,
        less_is_better=False,
    )


def steps(rounds: int = 40) -> list[Row]:
    """A round's step, each game at a full table with virtual dealing."""
    out = []
    pays = {"blind_table": "UTH-01", "trips_table": "UTH-01"}
    for name, rules in (
        ("ultimate-holdem", {"progressive": "UTHP-01"}),
        ("player-dealer", pays),
        ("duel-draw", {}),
    ):
        took = _Timed(build(name, {**rules, "cards": "virtual"}), random.Random(7)).play(rounds)
        value = round(statistics.median(took) * 1e6, 1)
        out.append(
            Row(
                f"step_{name.replace('-', '_')}",
                value,
                f"µs, median of {len(took)} steps of {rounds} rounds",
                "at most 200",
                value <= 200,
            )
        )
    return out


class _Timed:
    """Plays rounds by the acts on offer and notes how long each step takes."""

    def __init__(self, game: CardGame, dice: random.Random) -> None:
        self.game, self.dice = game, dice
        self.state: State = game.initial()
        self.took: list[float] = []

    def play(self, rounds: int) -> list[float]:
        for _ in range(rounds):
            self._round()
        return self.took

    def _round(self) -> None:
        self._give("new_game")
        bank = self.game.name == "player-dealer"
        if bank:
            self._give("player_dealer", seat=SEATS, amount_cents=100_000)
        for seat in range(1, SEATS if bank else SEATS + 1):
            for name in self.game.wager_names:
                cents = 100 if name == "progressive" else 1000
                self._give("wager", seat=seat, wager=name, amount_cents=cents)
        self._give("begin_game")
        while self.state.phase == "play":
            shown = self.game.view(self.state)
            open_choices = [act for act in shown["acts"] if act["act"] == "decide"]
            act = self.dice.choice(open_choices) if open_choices else shown["primary"]
            names = ("seat", "choice", "payment", "keyed")
            self._give(act["act"], **{key: act[key] for key in names if key in act})
            if act["act"] == "award":
                self._answer(act["seat"])

    def _answer(self, seat: int) -> None:
        about = {"round_id": self.state.round_id, "revision": self.state.revision}
        entry = {"seat": seat, "amount_cents": 100_000, "award": seat}
        self._give("awards", awards=[entry], **about)
        self._give("award_verified", seat=seat, verdict="confirmed", **about)

    def _give(self, kind: str, **data: object) -> None:
        start = time.perf_counter()
        step = self.game.step(self.state, Input(1, kind, data))
        self.took.append(time.perf_counter() - start)
        if step.refused:
            raise AssertionError(f"{kind} {data}: {step.refused.sentence}")
        self.state = step.state
        self._draw(step.effects)

    def _draw(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            if isinstance(effect, Draw):
                cards = self.dice.sample(DECK, effect.options["count"])
                names = [show_card(card) for card in cards]
                self._give("drawn", draw_id=effect.draw_id, cards=names)


def exact_trips() -> Row:
    """All 133,784,560 sevens, counted afresh by the same pay table code."""
    start = time.perf_counter()
    found = trips("UTH-01")
    value = round(time.perf_counter() - start, 2)
    return Row(
        "odds_trips",
        value,
        f"s for the exact return over {found.values['hands']:,} hands",
        "at most 60",
        value <= 60 and found.values["hands"] == 133_784_560,
    )


def evaluator(hands: int = 2000, slices: int = 5) -> Row:
    """Seven-card hands ranked, the same hands by pokerkit in turns with ours."""
    dice = random.Random(52)
    cards = [dice.sample(DECK, 7) for _ in range(hands)]
    texts = [show_cards(hand).replace(" ", "") for hand in cards]
    ours = theirs = 0.0
    for some in range(slices):
        start = time.process_time()
        for hand in cards:
            ranking.strength(hand)
        ours += time.process_time() - start
        start = time.process_time()
        for text in texts[some :: slices * 4]:
            StandardHighHand.from_game(text)
        theirs += (time.process_time() - start) * len(texts) / len(texts[some :: slices * 4])
    value, peer = round(hands * slices / ours), round(hands * slices / theirs)
    return Row(
        "evaluator",
        value,
        "seven-card hands ranked a second, checked",
        "at least 100 times pokerkit",
        value >= 100 * peer,
        "pokerkit on the same hands",
        peer,
        less_is_better=False,
    )
