"""Random legal rounds of every card game and option: no wager is lost, doubled or invented.

A round is played by taking acts that the view offers, so that what the page shows as legal is
what the game accepts.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlink.cards.card import DECK, show_card
from feltlink.games.card_games import build
from feltlink.games.cardround.written import Replay
from feltlink.games.core import Contribute, Input, KeyWinners, VoidRound
from feltlink.money.settlement import balance
from feltlink.problem import Problem

STAKES = [100, 500, 1000, 2500]
UTH = st.fixed_dictionaries(
    {
        "cards": st.sampled_from(["keyed", "stream", "virtual"]),
        "dealing": st.sampled_from(["rotation", "groups"]),
        "blind_table": st.sampled_from(["UTH-01", "UTH-04"]),
        "trips_table": st.sampled_from(["UTH-02", "UTH-03"]),
        "progressive": st.sampled_from([None, "UTHP-01", "UTHP-02", "PMG-01"]),
        "sensor": st.sampled_from([None, "progressive"]),
        "hand": st.sampled_from(["first_five", "best_of_seven"]),
    }
)
PLAYER_DEALER = st.tuples(
    UTH,
    st.fixed_dictionaries(
        {
            "fee_cents": st.sampled_from([0, 100]),
            "coverage": st.sampled_from(["two_sided", "each_dollar_once"]),
            "bonus_bank": st.sampled_from(["player_dealer", "house"]),
            "max_payout_cents": st.sampled_from([3_000, 25_000, 2_000_000]),
            "max_payout_on": st.sampled_from(["table_round", "player_round"]),
        }
    ),
).map(lambda both: {**both[0], **both[1]})
FIELDS = (
    *("seat", "wager", "amount_cents", "cards", "card", "to", "choice", "stage", "payment"),
    *("round_id", "spots", "covered", "spot", "awards", "revision", "draw_id", "keyed"),
)
DUEL_DRAW = st.fixed_dictionaries(
    {
        "cards": st.sampled_from(["keyed", "stream", "virtual"]),
        "pocket_pair_table": st.sampled_from(list("123456")),
        "big8_table": st.sampled_from(list("1234567")),
        "sensors": st.sampled_from([{}, {"b8": {"wager": "big_8", "amount_cents": 500}}]),
    }
)


class Dealer(Replay):
    """Plays by the acts on offer, with dice."""

    def __init__(self, game: Any, dice: random.Random) -> None:
        super().__init__(game)
        self.dice = dice
        self.inputs: list[tuple[str, str, dict[str, Any]]] = []
        self.deck = [show_card(card) for card in dice.sample(DECK, 52)]
        self.placed: Counter[tuple[int, str]] = Counter()
        self.edges: list[tuple[int, str]] = []

    def give(self, kind: str, by: str = "dealer", **data: Any) -> Any:
        self.inputs.append((kind, by, data))
        return super().give(kind, by, **data)

    def bet(self) -> None:
        self.give("new_game")
        seats = len(self.state.seats)
        bank = self.dice.randint(1, seats) if self.game.name == "player-dealer" else 0
        if bank:
            cents = self.dice.choice([1_500, 12_000, 100_000])
            self.give("player_dealer", seat=bank, amount_cents=cents)
            if self.dice.random() < 0.5:
                self.give("button", seat=self.dice.randint(1, seats))
        for seat in range(1, seats + 1):
            if seat != bank and self.dice.random() < 0.6:
                self.bet_at(seat)
        if not self.state.playing:
            self.bet_at(bank % seats + 1)

    def bet_at(self, seat: int) -> None:
        names = list(self.game.wager_names)
        stake = self.dice.choice(STAKES)
        first = [name for name in names if name not in self.game.equal and name != "progressive"]
        wagers = {name: self.dice.choice(STAKES[1:]) for name in first if self.dice.random() < 0.6}
        if self.game.name == "player-dealer" or self.dice.random() < 0.7 or not wagers:
            wagers |= dict.fromkeys(self.game.equal or first[:1], stake)
        if "progressive" in names and self.dice.random() < 0.7:
            wagers["progressive"] = 100
        for name, cents in wagers.items():
            spot = self.game.rules.sensor_of(name)
            if spot:
                self.give("edge", "controller", seat=seat, spot=spot, covered=True)
                self.edges.append((seat, spot))
                cents = self.game.rules.sensors[spot].amount_cents
            else:
                self.give("wager", seat=seat, wager=name, amount_cents=cents)
                if name in self.game.tip_names and self.dice.random() < 0.3:
                    self.give("tip", seat=seat, wager=name, amount_cents=200)
                    self.placed[seat, f"{name}_tip"] += 200
            self.placed[seat, name] += cents

    def play(self) -> None:
        self.bet()
        self.give("begin_game")
        if self.state.phase == "locking":
            at = self.state.round_id
            self.give("locked", "controller", round_id=at, spots=self.edges)
        dealt = 0
        while self.state.phase == "play":
            if self.game.rules.cards == "stream" and self.due():
                self.give("card", "shoe", card=self.deck[dealt])
                dealt += 1
            else:
                self.once()

    def once(self) -> None:
        """The host's deal if it is waited for, or else an act on offer."""
        if self.state.drawing and self.draw:
            cards = self.deck[: self.draw.options["count"]]
            self.give("drawn", "host", draw_id=self.draw.draw_id, cards=cards)
        else:
            self.act()

    def due(self) -> bool:
        return self.stage == "deal" or self.stage in self.game.exposing

    def act(self) -> None:
        shown = self.game.view(self.state)
        wanted = [act for act in shown["acts"] if act["act"] == "decide"]
        act = self.dice.choice(wanted) if wanted else shown["primary"]
        assert act, f"nothing to do at {shown['phase']}"
        data = {k: v for k, v in act.items() if k in ("seat", "choice", "payment", "keyed", "to")}
        if act["act"] == "cards":
            used = {show_card(card) for cards in self.state.cards.values() for card in cards}
            data["cards"] = [card for card in self.deck if card not in used][: act["count"]]
        if act["act"] == "decide":
            self.count_choice(act)
        effects = self.give(act["act"], **data)
        for effect in effects:
            if isinstance(effect, KeyWinners):
                self.meter(effect)

    def count_choice(self, act: dict[str, Any]) -> None:
        seat = self.state.seats[act["seat"] - 1]
        times = {"4x": 4, "3x": 3, "2x": 2, "1x": 1}.get(act["choice"], 0)
        if times:
            self.placed[seat.seat, "play"] += times * seat.cents("ante")
        if act["choice"] == "play":
            self.placed[seat.seat, "hand_1"] += seat.cents("hand_2")

    def meter(self, keyed: KeyWinners) -> None:
        about = {"round_id": keyed.round_id, "revision": keyed.revision}
        entries = [
            {"seat": won.seat, "amount_cents": 1_000_000 * won.percent // 100, "award": won.seat}
            for won in keyed.winners
        ]
        self.give("awards", "host", awards=entries, **about)
        for won in keyed.winners:
            verdict = self.dice.choice(["confirmed", "confirmed", "voided"])
            self.give("award_verified", "host", seat=won.seat, verdict=verdict, **about)


def check(dealer: Dealer) -> None:
    lines = dealer.lines
    outcome = balance(lines)
    assert sum(outcome.seats.values()) + sum(outcome.payers.values()) == 0
    assert outcome.payers.get("player_dealer", 0) == 0
    staked: Counter[tuple[int, str]] = Counter()
    for line in lines:
        if line.wager not in ("fee", "player_dealer", "pocket_pair"):
            staked[line.seat, line.wager] += line.stake_cents
    assert +staked == +dealer.placed
    setup = dealer.state.setup
    bank = [line for line in lines if line.wager == "player_dealer"]
    if bank:
        assert sum(line.stake_cents for line in bank) == setup["wager"]
        assert 0 <= sum(line.amount_cents for line in bank) <= 2 * setup["wager"]
    fed = {(e.seat, e.amount_cents) for e in dealer.effects if isinstance(e, Contribute)}
    wanted = {(s, c) for (s, name), c in dealer.placed.items() if name == "progressive"}
    assert fed == (wanted if dealer.game.meter else set())
    again = dealer.game.initial()
    for number, (kind, by, data) in enumerate(dealer.inputs, start=1):
        again = dealer.game.step(again, Input(number, kind, data, by)).state
    assert again == dealer.state
    dumped = json.loads(json.dumps(dealer.game.dump(again)))
    assert dealer.game.load(dumped) == again


@settings(max_examples=60, deadline=None)
@given(UTH, st.integers(0, 2**32))
def test_ultimate_holdem(rules: dict[str, Any], seed: int) -> None:
    dealer = Dealer(build("ultimate-holdem", rules), random.Random(seed))
    dealer.play()
    check(dealer)


@settings(max_examples=80, deadline=None)
@given(PLAYER_DEALER, st.integers(0, 2**32))
def test_player_dealer(rules: dict[str, Any], seed: int) -> None:
    dealer = Dealer(build("player-dealer", rules), random.Random(seed))
    dealer.play()
    check(dealer)
    lines = [line for line in dealer.lines if line.wager != "player_dealer"]
    covered = [line for line in lines if line.paid_by == "player_dealer"]
    won = sum(line.taken_cents for line in covered)
    lost = sum(line.winnings_cents for line in covered)
    cover = dealer.state.setup["wager"]
    once = rules["coverage"] == "each_dollar_once"
    assert (won + lost <= cover) if once else max(won, lost) <= cover
    paid: Counter[int] = Counter()
    for line in lines:
        if line.wager != "progressive" and not line.wager.startswith("envy"):
            paid[line.seat] += max(0, line.winnings_cents)
    whole = rules["max_payout_on"] == "table_round"
    assert (paid.total() if whole else max(paid.values())) <= rules["max_payout_cents"]


@settings(max_examples=60, deadline=None)
@given(DUEL_DRAW, st.integers(0, 2**32))
def test_duel_draw(rules: dict[str, Any], seed: int) -> None:
    dealer = Dealer(build("duel-draw", rules), random.Random(seed))
    dealer.play()
    check(dealer)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["ultimate-holdem", "player-dealer", "duel-draw"]),
    st.integers(0, 2**32),
    st.integers(1, 25),
)
def test_a_misdeal_gives_everything_back(name: str, seed: int, when: int) -> None:
    rules = {} if name == "duel-draw" else {"blind_table": "UTH-01", "trips_table": "UTH-01"}
    if name == "ultimate-holdem":
        rules["progressive"] = "UTHP-01"
    dealer = Dealer(build(name, {**rules, "cards": "virtual"}), random.Random(seed))
    dealer.bet()
    dealer.give("begin_game")
    for _ in range(when):
        if dealer.stage == "pay":
            break
        dealer.once()
    dealer.give("misdeal", reason="somebody got three cards")
    assert all(line.outcome == "no_action" for line in dealer.lines)
    assert set(balance(dealer.lines).seats.values()) == {0}
    staked = Counter({(line.seat, line.wager): line.stake_cents for line in dealer.lines})
    expected = Counter(dealer.placed)
    if name == "player-dealer":
        expected.update({(seat.seat, "fee"): 100 for seat in dealer.state.playing})
    assert staked == expected
    voids = [effect for effect in dealer.effects if isinstance(effect, VoidRound)]
    assert len(voids) == (1 if name == "ultimate-holdem" else 0)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["ultimate-holdem", "player-dealer", "duel-draw"]),
    st.integers(0, 2**32),
    st.dictionaries(
        st.sampled_from(FIELDS),
        st.one_of(
            st.none(),
            st.integers(-2, 60),
            st.text(max_size=5),
            st.lists(st.one_of(st.integers(0, 9), st.text(max_size=3)), max_size=4),
            st.sampled_from(["As", "board", "dealer", "seat 1", "4x", "ante", "preflop", "play"]),
            st.floats(allow_nan=False),
            st.booleans(),
        ),
        max_size=5,
    ),
)
def test_no_input_breaks_a_step(name: str, seed: int, data: dict[str, Any]) -> None:
    """Whatever an input holds, it is taken or refused with a sentence; nothing is raised."""
    dice = random.Random(seed)
    rules = {} if name == "duel-draw" else {"blind_table": "UTH-01", "trips_table": "UTH-01"}
    game = build(name, {**rules, "cards": "virtual"})
    dealer = Dealer(game, dice)
    dealer.bet()
    stop = dice.randint(0, 12)
    for kind in game.HANDLERS:
        shaken(dealer, kind, data)
    dealer.give("begin_game")
    for _ in range(stop):
        if dealer.state.phase != "play":
            break
        dealer.once()
    for kind in game.HANDLERS:
        shaken(dealer, kind, data)


def shaken(dealer: Dealer, kind: str, data: dict[str, Any]) -> None:
    step = dealer.game.step(dealer.state, Input(0, kind, data, "supervisor Ann"))
    if step.refused:
        assert step.refused.sentence
        assert step.state is dealer.state
    elif step.state is not dealer.state:
        json.dumps(dealer.game.view(step.state))


def test_the_same_act_again_changes_nothing() -> None:
    game = build("ultimate-holdem", {})
    dealer = Dealer(game, random.Random(1))
    dealer.give("new_game")
    for _ in range(2):
        dealer.give("wager", seat=1, wager="trips", amount_cents=500)
        assert dealer.state.seats[0].wagers == {"trips": 500}
    dealer.give("begin_game")
    with pytest.raises(Problem):
        dealer.give("begin_game")
