"""A silent host: disarmed, dark lamp or a slow blink, locked bets kept, nothing lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltwire import catalogue
from support.bench_host import BenchHost

Make = Callable[..., tuple[SimBoard, BenchHost]]
SILENT_US = 1_100_000
JOURNAL = 512


def playing(simulated: Make) -> tuple[SimBoard, BenchHost]:
    """A round with seats 1 and 4 locked and the button armed."""
    board, host = simulated()
    host.find()
    board.chip(1)
    board.chip(4)
    host.run(100)
    assert host.do(m.Lock(round_id=8)) == "ok"
    assert host.do(m.Arm(arm_id=2, lease_ms=60_000)) == "ok"
    host.run(30)
    assert board.lit("lamp")
    return board, host


def blinks(board: SimBoard, since_us: int) -> int:
    return sum(c.name == "lamp" and c.lit and c.at_us > since_us for c in board.changes)


@pytest.mark.parametrize("how", ["pulled", "stuck"])
def test_a_silent_host_disarms_and_the_bets_stay(simulated: Make, how: str) -> None:
    board, host = playing(simulated)
    host.run(300)
    quiet_us = board.now_us
    if how == "pulled":
        board.pull()
    host.stuck = how == "stuck"
    host.run(5_000)
    assert board.lit("light 1")
    assert board.lit("light 4")
    assert blinks(board, quiet_us + 1_500_000) in range(1, 6)  # out of service, not armed
    board.button(True)
    host.run(100)
    board.button(False)
    board.chip(4, False)
    host.run(2_000)
    host.stuck = False
    board.plug()
    host.find()
    host.run(500)
    disarmed = host.committed(m.Disarmed)[-1]
    assert disarmed.message.reason == catalogue.HOST_SILENT
    assert disarmed.at_utc_us is not None
    assert disarmed.at_utc_us - quiet_us <= SILENT_US
    assert len(host.messages(m.HostLost)) == 1
    assert host.messages(m.Press) == []
    assert [e.reason for e in host.messages(m.PressIgnored)] == [catalogue.NOT_ARMED]
    assert [(e.input, e.covered) for e in host.messages(m.LateEdge)] == [(3, False)]
    state = host.snapshot()
    assert (state.latched, state.armed) == (0b001001, 0)  # kept, and not armed by itself
    host.stream_is_whole()


def test_ten_seconds_without_a_cable_lose_nothing(simulated: Make) -> None:
    board, host = simulated()
    host.find()
    for turn in range(10):
        for seat in range(1, 7):
            board.chip(seat, turn % 2 == 0)
        if turn == 2:
            board.pull()
        host.run(1_000)
        if turn == 8:
            board.plug()
    host.run(3_000)
    edges = [(e.input, e.covered) for e in host.messages(m.Edge)]
    assert edges == [(seat, turn % 2 == 0) for turn in range(10) for seat in range(6)]
    host.stream_is_whole()


def test_a_full_journal_is_counted_and_keeps_the_button_dark(simulated: Make) -> None:
    """More events than it holds, without a host; the state at the end is right all the same."""
    board, host = simulated()
    host.find()
    board.pull()
    flips = 0
    while flips < JOURNAL + 120:
        for seat in range(1, 7):
            board.chip(seat, flips // 6 % 2 == 0)
        flips += 6
        board.run(220_000)
    last = (flips // 6 - 1) % 2 == 0
    board.plug()
    host.find()
    assert host.do(m.Arm(arm_id=1, lease_ms=60_000)) in ("ok", "journal behind")
    host.run(3_000)
    (overflow,) = host.messages(m.Overflow)
    told = len(host.messages(m.Edge))
    assert told + overflow.lost >= flips
    assert overflow.lost > 0
    assert told >= JOURNAL - 40
    state = host.snapshot()
    assert state.inputs == (0b111111 if last else 0)
    assert state.lost == overflow.lost
    assert host.do(m.Arm(arm_id=2, lease_ms=60_000)) == "ok"
    host.stream_is_whole()


def test_while_it_has_not_caught_up_the_button_cannot_be_armed(simulated: Make) -> None:
    board, host = simulated()
    host.find()
    host.commits = False  # the host hears everything and cannot write it down
    flips = 0
    while flips < JOURNAL + 60:
        for seat in range(1, 7):
            board.chip(seat, flips // 6 % 2 == 0)
        flips += 6
        host.run(220)
    assert host.do(m.Arm(arm_id=1, lease_ms=60_000)) == "journal behind"
    assert not board.lit("lamp")
