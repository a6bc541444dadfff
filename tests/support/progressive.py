"""A Hold'em table with a progressive on a fake clock: two winners of the meter, and their envy."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

from feltlink.floor.courier import Courier
from feltlink.floor.link import LinkState
from feltlink.floor.outbox import Answer, Outbox, reader
from feltlink.floor.place import Server
from feltlink.floor.store import Store
from feltlink.games.core import Draw
from feltlink.games.ultimate_holdem import UltimateHoldem
from feltlink.games.ultimate_holdem_rules import UthRules
from feltlink.link import messages as m
from support.table_rig import Rig

METER = "uth-1"
SEATS = (2, 4, 5)
HANDS = {
    "seat 2": "9s 8s",  # with the flop a straight flush: 10 %
    "seat 4": "2d 7c",
    "seat 5": "As Ks",  # a royal flush: 100 %
    "dealer": "2c 3h",
    "board": "Qs Js Ts 4d 5c",
    "burn": "6d 6h 6c",
}
PLAIN = {**HANDS, "seat 2": "9c 8d", "seat 5": "Ad Kh", "board": "2s 7h Jd 4h 6s"}


class SteppedMeters:
    """The meters' side without a thread: `carry` is a step of the courier."""

    names = (METER,)

    def __init__(self, record: Path, store: Store) -> None:
        self._courier = Courier(store, reader(record), "T1")
        self._answers: deque[Answer] = deque()
        self.time_ms = 0

    @property
    def state(self) -> LinkState:
        return self._courier.state

    @property
    def backed_up(self) -> int:
        return self._courier.backed_up

    @property
    def server(self) -> Server:
        return self._courier.server

    def now_ms(self) -> int:
        return self._courier.state.heard_ms

    def answers(self) -> list[Answer]:
        return list(self._answers)

    def took(self, count: int) -> None:
        for _ in range(count):
            self._answers.popleft()

    def carry(self, steps: int = 4) -> None:
        for _ in range(steps):
            self._answers.extend(self._courier.step(self.time_ms))
            self.time_ms += 6000


class Felt(Rig):
    """The table. Acts that are refused fail the test, unless it looks at the answer itself."""

    def __init__(self, path: Path, store: Store, **rules: Any) -> None:
        self._store = store
        self.hands = HANDS
        given = {"seats": 6, "progressive": "PMG-01", "sensor": "bonus_spin", "meter": METER}
        super().__init__(path, UltimateHoldem(UthRules(**{**given, "cards": "virtual", **rules})))

    def meters(self) -> SteppedMeters:
        Outbox(self.record.live).own("T1")
        self.side = SteppedMeters(self.path, self._store)
        return self.side

    def draw(self, draw: Draw) -> dict[str, Any]:
        hands = {at: text.split() for at, text in self.hands.items()}
        order = self.game.order(self.host._play.status.state)  # type: ignore[attr-defined]
        return {"cards": [hands[at].pop(0) for at in order]}

    def carry(self) -> None:
        """The meters work, then the host hears of it."""
        self.side.carry()
        self.run(100)

    @property
    def state(self) -> dict[str, Any]:
        view: dict[str, Any] = self.host.view()["state"]
        return view

    def do(self, kind: str, **data: Any) -> None:
        answer = self.act(kind, round_id=self.state["round_id"], **data)
        assert answer["ok"], (kind, data, answer["sentence"])

    def bets(self) -> None:
        """Three seats with ante, blind and the progressive's chip."""
        if self.number == 0:
            self.connect()
        if self.state["phase"] == "idle":
            self.do("new_game")
        for seat in SEATS:
            for wager in ("ante", "blind"):
                self.do("wager", seat=seat, wager=wager, amount_cents=1000)
            self.tell(m.Edge(self.clock.now_us, (seat - 1) * 2 + 1))

    def lock(self) -> None:
        self.do("begin_game")
        mask = sum(1 << (seat - 1) for seat in SEATS)
        self.tell(m.Locked(self.clock.now_us, self.state["round_id"], mask))

    def decide(self) -> None:
        """Everybody bets on."""
        while self.state["phase"] in ("preflop", "flop_bet", "river_bet"):
            acts = [act for act in self.state["acts"] if act["act"] == "decide"]
            one = acts[0]
            self.do("decide", seat=one["seat"], choice=one["choice"])

    def play(self) -> None:
        """A round from the bets to the paying."""
        self.bets()
        self.lock()
        self.decide()
        assert self.state["phase"] == "pay", self.state["phase"]

    def pay(self) -> None:
        """Every payment in its order, then the end-of-round press."""
        for payment in self.state["payments"]:
            self.do("paid", payment=payment["payment"])
        self.do("close")

    def paid(self) -> dict[str, int]:
        """Cents to hand over by "part:seat" of the side bets."""
        payments = self.state["payments"]
        return {p["payment"]: p["due_cents"] for p in payments if p["part"] != "table"}
