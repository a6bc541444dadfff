"""Ticks to wall time: drift, noise, wraps, hours without a host."""

from __future__ import annotations

import random

import pytest

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.clock import RESET_STEP, Clock, Point
from link.peer import Peer
from link.rig import Rig

HOUR_US = 3_600_000_000
PING_US = 250_000


class Far:
    """A crystal that is `ppm` fast, and a way of 1 ms with now and then a late answer."""

    def __init__(self, ppm: float, start_us: int = 0) -> None:
        self.ppm = ppm
        self.start_us = start_us
        self.chance = random.Random(7)

    def device_us(self, host_us: int) -> int:
        return self.start_us + host_us + int(host_us * self.ppm / 1_000_000)

    def ping(self, clock: Clock, host_us: int) -> None:
        there = self.chance.randrange(300, 900)
        back = self.chance.randrange(300, 900)
        if self.chance.random() < 0.1:
            back += self.chance.randrange(0, 60_000)
        clock.add(self.device_us(host_us + there), host_us, host_us + there + back)

    def worst_us(self, clock: Clock, times: list[int]) -> int:
        placed = [(t, clock.host_us(self.device_us(t))) for t in times]
        return max(abs(got - t) for t, got in placed if got is not None)


@pytest.mark.parametrize("ppm", [-100, 0, 100])
def test_within_two_milliseconds_over_an_hour_of_pings(ppm: int) -> None:
    far, clock = Far(ppm), Clock()
    for at in range(0, HOUR_US, PING_US):
        far.ping(clock, at)
        if at % (50 * PING_US) == 0:
            assert far.worst_us(clock, [max(0, at - 40_000)]) < 2_000
    assert far.worst_us(clock, list(range(0, HOUR_US, 97_000_000))) < 2_000


@pytest.mark.parametrize("ppm", [-100, 100])
def test_within_two_milliseconds_across_an_hour_without_a_host(ppm: int) -> None:
    far, clock = Far(ppm), Clock()
    for at in range(0, 30_000_000, PING_US):
        far.ping(clock, at)
    for at in range(HOUR_US, HOUR_US + 4 * 50_000, 50_000):
        far.ping(clock, at)
    assert far.worst_us(clock, list(range(0, HOUR_US, 97_000_000))) < 2_000


def test_one_early_answer_is_enough_at_first() -> None:
    clock = Clock()
    assert clock.host_us(1_000) is None
    clock.add(5_000_000, 100_000, 102_000)
    assert clock.host_us(5_000_500) == 101_500


def test_device_time_may_start_again_after_two_years() -> None:
    far, clock = Far(0, start_us=(1 << 46) - 3_000_000), Clock()
    for at in range(0, 10_000_000, PING_US):
        shown = far.device_us(at + 500) % (1 << 46)
        clock.add(shown, at, at + 1_000)
    assert clock.host_us(far.device_us(2_000_000) % (1 << 46)) == 2_000_000
    assert clock.host_us(far.device_us(9_000_000) % (1 << 46)) == 9_000_000


def test_a_time_of_the_clock_before_a_kept_reset_is_not_guessed() -> None:
    clock = Clock()
    clock.pin(Point((RESET_STEP << 30) + 5_000, 1_000_000, 100))
    assert clock.host_us(4_000_000) is None
    assert clock.host_us((RESET_STEP << 30) + 6_000) == 1_001_000


def test_memory_stays_bounded_and_the_first_point_stays() -> None:
    far, clock = Far(50), Clock()
    for at in range(0, 3 * HOUR_US, 2_500_000):
        far.ping(clock, at)
    assert len(clock._points) <= 512
    assert far.worst_us(clock, list(range(0, 3 * HOUR_US, 397_000_000))) < 2_000


def near(rig: Rig, at: int) -> None:
    """Assert that the last two rows are an edge's, stamped within 2 ms of host time `at`."""
    edges = [r for r in rig.disk.rows if isinstance(r.message, m.Edge)]
    assert edges[-1].at_utc_us is not None
    assert abs(edges[-1].at_utc_us - at) < 2_000


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("ppm", [-100, 100])
def test_an_event_kept_for_an_hour_without_a_host_has_its_time(restarted: bool, ppm: int) -> None:
    peer = Peer()
    peer.ticks_us = (1 << 30) - 2_000_000
    rig = Rig(peer)
    rig.ppm = ppm
    rig.run(40_000)
    rig.connected = False
    rig.run(1_200)
    pressed = []
    for pause_us in (500_000_000, 1_300_000_000, 20_000_000, 1_700_000_000):
        rig.pass_time(pause_us)
        peer.event(m.Edge(0, 1))
        pressed.append(rig.now_us)
    rig.pass_time(200_000_000)
    rig.connected = True
    if restarted:
        rig.restart_host()
    rig.run(1_500)
    edges = [r for r in rig.disk.rows if isinstance(r.message, m.Edge)]
    assert len(edges) == 4
    for row, at in zip(edges, pressed, strict=True):
        assert row.at_utc_us is not None
        assert abs(row.at_utc_us - at) < 2_000, (row, at)


def test_a_restart_between_wrap_and_event_keeps_the_wrap() -> None:
    """The WRAP is committed by one host, the event behind it taken by the next."""
    peer = Peer()
    rig = Rig(peer)
    rig.run(300)
    rig.pass_time(3 << 30)
    peer.event(m.Edge(0, 1))
    pressed = rig.now_us
    rows = []

    rig.commits = False
    rig.run(2_000)
    rows = rig.of(ev.DeviceEvent)
    wrap = next(r for r in rows if isinstance(r.message, m.Wrap))
    rig.disk.keep(wrap)
    rig.session.committed(wrap, rig.now_us)
    rig.run(10)
    rig.commits = True
    rig.restart_host()
    rig.run(500)
    near(rig, pressed)


def test_a_first_edge_just_before_the_wrap_reported_after_it() -> None:
    peer = Peer()
    rig = Rig(peer)
    rig.run(300)
    rig.pass_time((1 << 30) - peer.ticks_us + 10_000)
    before_us = rig.now_us - 20_000
    peer.event(m.Edge(0, 1))
    peer.event(m.Edge(0, 3), at_us=peer.ticks_us - 20_000)
    rig.run(2_000)
    near(rig, before_us)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_journal_kept_over_a_reset_joins_no_clocks(restarted: bool) -> None:
    peer = Peer()
    rig = Rig(peer)
    rig.run(2_000)
    rig.connected = False
    rig.run(1_200)
    peer.event(m.Edge(0, 1))
    before_us = rig.now_us
    rig.pass_time(2_000_000)
    peer.reset_keeping_the_journal()
    rig.pass_time(3_000_000)
    peer.event(m.Edge(0, 3))
    after_us = rig.now_us
    rig.connected = True
    if restarted:
        rig.disk.marks.clear()  # and no mark of the old clock is left
        rig.restart_host()
    told = rig.run(1_500)
    assert [r.number for r in rig.disk.rows] == list(range(len(peer.journal)))
    edges = [r.at_utc_us for r in rig.disk.rows if isinstance(r.message, m.Edge)]
    if restarted:
        assert edges[0] is None
    else:
        assert abs(edges[0] - before_us) < 2_000
    assert abs(edges[1] - after_us) < 2_000
    assert not [e for e in told if isinstance(e, ev.ControllerReset | ev.EventsMissing)]
