"""Bonus Spin with a progressive top prize: without its meter no side bet is taken."""

from __future__ import annotations

import pytest

from feltlink.games.core import Contribute, Lights
from support.bonus_spin import Hand, rules

WHY = "progressive closed: the meters' database does not answer"


@pytest.fixture
def hand() -> Hand:
    one = Hand(rules(top="progressive"))
    one.give("controller", state="found")
    one.give("new_game")
    return one


def pattern(hand: Hand, seat: int) -> str:
    (lights,) = hand.all_of(Lights)
    return next(p for s, _spot, p in lights.patterns if s == seat)


def lock(hand: Hand, *seats: int) -> None:
    spots = [[seat, hand.game.rules.spot] for seat in seats]
    hand.give("locked", round_id=hand.state.round_id, spots=spots)


def test_a_closed_meter_winks_and_takes_no_bet(hand: Hand) -> None:
    hand.give("meter_link", by="host", meter="spin", why=WHY)
    assert pattern(hand, 1) == "wink"
    hand.give("begin_game")
    lock(hand, 1, 3)
    assert hand.all_of(Contribute) == []
    assert not any(seat.locked for seat in hand.state.seats)
    assert hand.state.notice == f"Seat 1, 3: {WHY}, no bet taken. Give the chips back."


def test_a_link_lost_after_the_press_closes_only_the_next_round(hand: Hand) -> None:
    hand.give("begin_game")
    hand.give("meter_link", by="host", meter="spin", why=WHY)
    lock(hand, 1, 3)
    assert [effect.seat for effect in hand.all_of(Contribute)] == [1, 3]
    hand.give("new_game")
    hand.give("begin_game")
    lock(hand, 1)
    assert not any(seat.locked for seat in hand.state.seats)


def test_another_meter_says_nothing_to_this_table(hand: Hand) -> None:
    hand.give("meter_link", by="host", meter="other", why=WHY)
    hand.give("begin_game")
    lock(hand, 1)
    assert len(hand.all_of(Contribute)) == 1


def test_only_the_host_speaks_for_the_meter(hand: Hand) -> None:
    assert hand.give("meter_link", by="dealer", meter="spin", why="") is not None
