"""What arrives at the port need not be sense, and what leaves it need not be read."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from feltlink.link import messages as m
from feltlink.link.frames import encode
from feltlink.sim.board import SimBoard
from support.bench_host import BenchHost
from support.raw_link import RawLink

Make = Callable[..., tuple[SimBoard, BenchHost]]
GAP_US = 5_000


def raw(simulated: Make, **options: object) -> tuple[SimBoard, RawLink]:
    board, _ = simulated(**options)
    board.run(100_000)
    board.read()
    link = RawLink(board)
    link.greet()
    return board, link


def pongs(link: RawLink) -> list[int]:
    return [pong.token for pong in link.of(m.Pong)]


def test_256_frames_that_hold_a_ctrl_c_are_all_answered(simulated: Make) -> None:
    board, link = raw(simulated)
    for i in range(256):
        link.send(m.Ping(token=0x0303), seq=3)
        link.run(4 if i % 8 else 12)
    link.run(100)
    assert pongs(link) == [0x0303] * 256
    assert len(board.device.resets) == 1


def test_all_byte_values_pass_unchanged_both_ways(simulated: Make) -> None:
    _, link = raw(simulated)
    for low in range(256):
        link.send(m.Ping(token=low << 8 | 255 - low), seq=low)
        link.run(4)
    link.run(50)
    assert pongs(link) == [low << 8 | 255 - low for low in range(256)]


@pytest.mark.parametrize("seed", range(5))
def test_garbage_costs_frames_and_nothing_else(simulated: Make, seed: int) -> None:
    board, host = simulated()
    host.find()
    random = Random(seed)
    for step in range(60):
        board.write(random.randbytes(random.randint(1, 200)))
        if step % 10 == 0:
            board.chip(1 + step // 10, True)
        host.run(40)
    host.run(2_000)
    assert [(e.input, e.covered) for e in host.messages(m.Edge)] == [(i, True) for i in range(6)]
    host.stream_is_whole()
    state = host.snapshot()
    assert (state.latched, state.armed, state.faulted) == (0, 0, 0)
    counters = host.stats()
    assert counters.bad_crc + counters.bad_shape > 0
    assert counters.worst_gap_us <= GAP_US


@pytest.mark.parametrize("cut", range(1, 12))
def test_half_a_frame_and_silence_does_not_stop_the_scan(simulated: Make, cut: int) -> None:
    board, host = simulated()
    host.find()
    board.write(encode(m.Arm(arm_id=5, lease_ms=60_000))[:cut])
    board.chip(4)
    host.run(100)
    assert [(e.input, e.covered) for e in host.messages(m.Edge)] == [(3, True)]
    assert host.stats().worst_gap_us <= GAP_US
    assert host.snapshot().armed == 0


@pytest.mark.parametrize("stuck", [False, True])
def test_a_host_that_never_reads_stops_nothing(simulated: Make, stuck: bool) -> None:
    """30 s, 100 presses. Stuck: it does not write either, and the port swallows 256 bytes and then
    holds each write for half a second, as a USB port does."""
    board, host = simulated()
    host.find()
    host.run(500)
    host.reads = False
    host.stuck = stuck
    if stuck:
        board.block_writes(500_000)
    for _ in range(100):
        board.button(True)
        host.run(100)
        board.button(False)
        host.run(200)
    assert host.messages(m.PressIgnored) == []
    host.reads = True
    host.stuck = False
    board.block_writes(0)
    host.run(5_000)
    assert len(host.messages(m.PressIgnored)) == 100
    host.stream_is_whole()
    assert host.stats().worst_gap_us <= GAP_US


def test_a_device_whose_own_words_come_back_believes_none_of_them(simulated: Make) -> None:
    board, host = simulated()
    host.find()
    for _ in range(50):
        echoed = board.read()
        board.write(echoed)
        host.run(20)
    host.run(3_000)
    board.chip(2)
    host.run(200)
    assert [(e.input, e.covered) for e in host.messages(m.Edge)] == [(1, True)]
    host.stream_is_whole()
