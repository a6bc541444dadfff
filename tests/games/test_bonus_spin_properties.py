"""Whatever comes in, in whatever order: nothing raises, nothing is paid or drawn twice, every
round balances, and the state survives a trip through JSON."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from feltlink.games.bonus_spin import ACTS, ANSWERS, REPORTS
from feltlink.games.bonus_spin_state import CHECKS, seats_at
from feltlink.games.core import Arm, Draw, Input, KeyWinners, Settle
from feltlink.money.settlement import Line, balance
from support.bonus_spin import Hand, rules

SEATS = st.integers(1, 6)
SMALL = st.integers(0, 4)
WHO = st.sampled_from(["dealer", "supervisor Ann", "technician Bo", "controller", "host"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
MARKS = st.dictionaries(SEATS, st.sampled_from(["spin", "even_money", "none"]), min_size=1)
FIELDS = (
    *("seat", "mark", "round_id", "arm_id", "draw_id", "stop", "spots", "covered", "state", "code"),
    *("check", "name", "spot", "pin", "awards", "revision", "amount_cents", "verdict"),
)


class Table(RuleBasedStateMachine):
    """A dealer, a supervisor, a controller, a host, and somebody who presses everything."""

    @initialize(
        paytable=st.sampled_from(["A1", "A5", "G5"]),
        top=st.sampled_from(["fixed", "non_cash", "progressive"]),
    )
    def open(self, paytable: str, top: str) -> None:
        self.hand = Hand(rules(paytable, top))
        self.round_lines: list[Line] = []
        self.drawn: Counter[tuple[int, int]] = Counter()
        self.arms: list[int] = []
        self.presses_taken: list[int] = []
        self.locked: set[int] = set()
        self.give("controller", state="found")

    def give(self, kind: str, by: str = "", **data: Any) -> None:
        before = self.hand.state
        seen = len(self.hand.lines)
        refused = self.hand.give(kind, by, **data)
        after = self.hand.state
        if refused is not None:
            return
        self.round_lines += self.hand.lines[seen:]
        for draw in self.hand.all_of(Draw):
            assert before.phase in ("armed", "offer")
            assert after.spin is not None
            assert kind == "press"
            assert data["arm_id"] == self.arms[-1], "only the arm id given last can be live"
            assert draw.draw_id == sum(self.drawn.values()) + 1
            self.drawn[(after.round_id, after.spin.seat)] += 1
        for arm in self.hand.all_of(Arm):
            assert arm.arm_id > max(self.arms, default=0)
            self.arms.append(arm.arm_id)
        if before.phase == "locking" and after.phase == "marking":
            self.locked = seats_at(data["spots"], "bonus_spin")
        if after.round_id != before.round_id:
            self.closed()
        json.dumps(self.hand.view())

    def closed(self) -> None:
        """A round is over: each locked wager has come to exactly one end."""
        balance(self.round_lines)
        ends: Counter[int] = Counter()
        for line in self.round_lines:
            ends[line.seat] += -1 if line.reversing else 1
        assert ends == Counter(dict.fromkeys(self.locked, 1))
        self.round_lines, self.locked = [], set()

    @rule(seats=st.sets(SEATS))
    def play_to_marking(self, seats: set[int]) -> None:
        self.give("controller", state="found")
        for seat in (1, 2, 3, 4, 5, 6, None):
            self.give("fault_cleared", code="input chatters", seat=seat, pin="GP2")
        self.give("new_game")
        self.give("begin_game")
        spots = [[seat, "bonus_spin"] for seat in seats]
        self.give("locked", round_id=self.hand.state.round_id, spots=spots)

    @rule(seat=SEATS, mark=st.sampled_from(["none", "even_money", "spin", "spin"]), by=WHO)
    def tap(self, seat: int, mark: str, by: str) -> None:
        self.give("mark", by, seat=seat, mark=mark, round_id=self.hand.state.round_id)

    @rule(pick=st.integers(0, 30))
    def follow_the_page(self, pick: int) -> None:
        """Every act that the page offers is taken."""
        acts = self.hand.view()["acts"]
        if not acts:  # bets are open and the controller is lost
            assert self.hand.state.phase in ("bets", "locking", "offer", "armed", "drawing")
            return
        act = dict(acts[pick % len(acts)])
        kind = act.pop("act")
        by = "supervisor Ann" if kind in ("verify", "deny_top_prize") else "dealer"
        before = self.hand.state
        self.give(kind, by, name="Ann", **act)
        assert self.hand.state != before, kind

    @rule(steps=st.integers(1, 5), stop=st.integers(0, 11))
    def go_on(self, steps: int, stop: int) -> None:
        """What the dealer, the player, the host and the supervisor would do next."""
        for _ in range(steps):
            state = self.hand.state
            primary = self.hand.view()["primary"]
            if primary is not None:
                self.give(primary["act"])
            elif state.phase == "armed":
                self.give("press", arm_id=state.last_arm_id)
            elif state.phase == "drawing":
                self.give("drawn", draw_id=state.last_draw_id, stop=stop)
            elif state.phase == "top_prize" and state.spin:
                self.award(777)
                done = len(state.spin.checks)
                self.give("verify", "supervisor Ann", check=CHECKS[done % 4], name="Ann")

    @rule(marks=MARKS, steps=st.integers(0, 9), stop=st.integers(0, 11))
    def a_round(self, marks: dict[int, str], steps: int, stop: int) -> None:
        """Into the middle of a round, so that what follows meets every phase."""
        self.play_to_marking(set(marks))
        for seat, mark in marks.items():
            self.give("mark", seat=seat, mark=mark)
        self.go_on(steps, stop)

    @rule(arm_id=SMALL, live=st.booleans())
    def press(self, arm_id: int, live: bool) -> None:
        self.give("press", arm_id=self.arms[-1] if live and self.arms else arm_id)

    @rule(stop=st.integers(-1, 12), mine=st.booleans(), draw_id=SMALL)
    def draw(self, stop: int, mine: bool, draw_id: int) -> None:
        state = self.hand.state
        self.give("drawn", draw_id=state.last_draw_id if mine else draw_id, stop=stop)

    @rule(amount=st.integers(-1, 500_000))
    def award(self, amount: int) -> None:
        state = self.hand.state
        given = [{"seat": s.seat, "amount_cents": amount} for s in state.seats if s.topped]
        self.give("awards", round_id=state.round_id, revision=state.keyed, awards=given)

    @rule(what=st.integers(0, 9), seat=SEATS | st.none(), arm_id=SMALL)
    def trouble(self, what: int, seat: int | None, arm_id: int) -> None:
        """The cable, the button's lease, a sensor."""
        if what < 4:
            self.give("controller", state=["found", "lost", "reset", "other"][what])
        elif what == 9:
            self.give("meter_link", meter="spin", why="down" if seat else "")
        elif what < 6:
            live = self.arms[-1] if self.arms and what == 4 else arm_id
            self.give("disarmed", arm_id=live, reason="lease over")
        else:
            kind = "fault" if what < 8 else "fault_cleared"
            self.give(kind, code="input chatters", seat=seat, pin="GP2", detail=1)

    @rule(seat=SEATS, covered=st.booleans(), kind=st.sampled_from(["edge", "late_edge"]))
    def move_a_chip(self, seat: int, covered: bool, kind: str) -> None:
        locked = {s.seat for s in self.hand.state.seats if s.locked}
        self.give(kind, seat=seat, spot="bonus_spin", covered=covered)
        assert {s.seat for s in self.hand.state.seats if s.locked} == locked

    @rule(kind=st.sampled_from(["misdeal", "new_game", "proceed_to_spins", "winner_paid"]))
    def act(self, kind: str) -> None:
        self.give(kind)

    @rule(
        kind=st.sampled_from([*ACTS, *REPORTS, *ANSWERS, "nothing"]),
        by=WHO,
        data=st.dictionaries(st.sampled_from(FIELDS), JUNK, max_size=4),
    )
    def nonsense(self, kind: str, by: str, data: dict[str, Any]) -> None:
        step = self.hand.game.step(self.hand.state, Input(1, kind, data, by))
        settled = [e for e in step.effects if isinstance(e, Settle)]
        if step.refused:
            assert step.state == self.hand.state
        if not settled:
            self.hand.game.view(step.state)

    @invariant()
    def one_draw_a_seat_and_round(self) -> None:
        if hasattr(self, "drawn"):
            assert all(count == 1 for count in self.drawn.values())

    @invariant()
    def standing_lines_are_what_was_settled(self) -> None:
        if not hasattr(self, "hand"):
            return
        state = self.hand.state
        standing = sum(s.line.amount_cents for s in state.seats if s.line)
        assert standing == sum(line.amount_cents for line in self.round_lines)
        assert self.hand.game.load(json.loads(json.dumps(self.hand.game.dump(state)))) == state

    @invariant()
    def a_top_prize_is_held(self) -> None:
        if hasattr(self, "hand") and self.hand.state.phase == "top_prize":
            assert self.hand.state.spin is not None
            offered = {act["act"] for act in self.hand.view()["acts"]}
            spin = self.hand.state.spin
            assert ("winner_paid" in offered) == (spin.verified and spin.amount_cents is not None)
            assert not offered & {"new_game", "begin_game", "misdeal", "enable_spin"}


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=60,
    stateful_step_count=60,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # shrinking a machine takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@given(seats=st.sets(SEATS, min_size=1), stops=st.lists(st.integers(0, 11), min_size=6, max_size=6))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_set_of_spins_pays_each_seat_its_own_stop(seats: set[int], stops: list[int]) -> None:
    hand = Hand(rules("D5", "progressive"))
    hand.begin(*seats)
    for seat in sorted(seats, reverse=True):
        hand.give("mark", seat=seat, mark="spin")
    hand.give("proceed_to_spins")
    paid: dict[int, int] = {}
    for turn, seat in enumerate(sorted(seats), 1):
        assert hand.state.spin is not None
        assert hand.state.spin.seat == seat
        hand.give("enable_spin")
        hand.give("press", arm_id=turn)
        stop = stops[turn - 1]
        hand.give("drawn", draw_id=turn, stop=stop)
        paid[seat] = hand.game.rules.wheel.stops[stop].amount_cents or 777_77
        if stop == 0:
            (keyed,) = hand.all_of(KeyWinners)
            awards = [{"seat": w.seat, "amount_cents": 777_77} for w in keyed.winners]
            hand.give("awards", round_id=1, revision=keyed.revision, awards=awards)
            for check in CHECKS:
                hand.give("verify", "supervisor Ann", check=check, name="Ann")
        assert hand.give("winner_paid") is None
    assert hand.state.phase == "bets"
    assert balance(hand.lines).seats == {seat: cents - 500 for seat, cents in paid.items()}
