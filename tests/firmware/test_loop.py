"""The loop on the simulated chip: errors, stalls, an unfriendly port; never silence."""

from __future__ import annotations

import pytest

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltwire import catalogue
from support.bench_host import BenchHost
from support.virtual_boards import Simulated


def armed(simulated: Simulated) -> tuple[SimBoard, BenchHost]:
    """A found controller with seat 2 locked and the button armed."""
    board, host = simulated()
    host.find()
    board.chip(2)
    host.run(60)
    host.do(m.Lock(round_id=5))
    host.do(m.Arm(arm_id=9, lease_ms=60_000))
    host.run(5)
    assert board.lit("lamp")
    return board, host


@pytest.mark.parametrize("kind", ["OSError", "MemoryError", "RuntimeError"])
def test_an_exception_is_told_within_100_ms_and_the_loop_goes_on(
    simulated: Simulated, kind: str
) -> None:
    board, host = armed(simulated)
    board.raise_once(kind)  # type: ignore[arg-type]
    host.run(100)
    assert [fault.code for fault in host.messages(m.Fault)] == [catalogue.LOOP_ERROR]
    assert [e.reason for e in host.messages(m.Disarmed)] == [catalogue.BY_FAULT]
    assert not board.lit("lamp")
    assert board.lit("light 2")  # the bet stays locked
    board.chip(3)
    host.run(60)
    assert host.messages(m.LateEdge)[-1].what == 2 * 2 + 1


def test_the_third_exception_starts_the_chip_anew(simulated: Simulated) -> None:
    board, host = armed(simulated)
    for _ in range(3):
        board.raise_once("RuntimeError")
        host.run(30)
    host.until(lambda: len(host.messages(m.Boot)) == 2, 4_000, "the new boot")
    host.run(100)
    assert host.snapshot().armed == 0
    host.stream_is_whole()


def test_a_stall_is_told_and_a_long_one_is_bitten(simulated: Simulated) -> None:
    board, host = armed(simulated)
    board.stall(300_000)
    host.run(400)
    told = [(type(fault), fault.code) for fault in host.messages(m.Fault)]
    assert told == [(kind, catalogue.SCAN_STALLED) for kind in (m.Fault, m.FaultCleared)]
    assert host.messages(m.FaultCleared)[0].detail >= 300
    assert host.stats().worst_gap_us >= 300_000
    stalled_us = board.now_us
    board.stall(10_000_000)
    host.until(lambda: len(board.device.resets) == 2, 4_000, "the watchdog")
    assert board.device.resets[-1][0] - stalled_us <= 2_500_000
    host.until(lambda: len(host.messages(m.Boot)) == 2, 4_000, "the new boot")
    assert host.messages(m.Boot)[-1].cause == catalogue.RESET_CAUSES.index("watchdog")


def test_reboot_is_answered_first_and_refused_in_a_round(simulated: Simulated) -> None:
    board, host = armed(simulated)
    assert host.do(m.Reboot(catalogue.INTO_PROGRAM)) == "another round is locked"
    host.do(m.Release(round_id=5))
    assert host.do(m.Reboot(catalogue.INTO_PROGRAM)) == "ok"
    host.until(lambda: len(host.messages(m.Boot)) == 2, 4_000, "the new boot")
    assert not board.lit("lamp")


def test_the_whole_loop_allocates_nothing_with_traffic_both_ways(simulated: Simulated) -> None:
    board, host = simulated()
    host.find()
    host.run(1_500)  # the digest of the boot is done
    used, _ = board.heap(collect=True)
    board.lock_heap()
    for i in range(40):
        board.chip(1 + i % 6, i % 12 < 6)
        host.do(m.Lock(round_id=i + 1))
        host.do(m.Lights(patterns=bytes([0x21, 0x43, 0x15])))
        host.do(m.Arm(arm_id=i + 1, lease_ms=200))
        board.button(i % 3 == 0)
        host.run(150)
        board.button(False)
        host.do(m.Release(round_id=i + 1))
        host.snapshot()
        host.stats()
    assert board.ended == ""
    board.lock_heap(False)
    assert board.heap(collect=True)[0] <= used
    assert host.messages(m.Fault) == []
    assert len(host.messages(m.Press)) == 14
    host.stream_is_whole()


def test_bytes_that_come_all_the_time_hold_up_no_scan(simulated: Simulated) -> None:
    """A UART that is asked for more than has come waits a millisecond for the next byte."""
    board, host = simulated()
    host.find()
    host.run(1_500)
    before, began_us = host.stats().scans, board.now_us
    for _ in range(400):
        board.write(b"\0")
        host.run(1)
    assert host.stats().scans - before >= (board.now_us - began_us) // 1000 - 10


def test_the_digest_waits_for_the_end_of_the_round(simulated: Simulated) -> None:
    _, host = simulated()
    host.find()
    host.run(6_000)  # the one of the boot is no longer fresh
    host.do(m.Lock(round_id=1))

    def done() -> bool:
        host.session.ask(m.AskDigest())
        before = len(host.told)
        host.run(300)
        said = [getattr(e, "message", None) for e in host.told[before:]]
        return [d.done for d in said if isinstance(d, m.Digest)][-1] == 1

    assert not any(done() for _ in range(10))
    host.do(m.Release(round_id=1))
    assert any(done() for _ in range(10))


def test_the_digest_costs_no_scan(simulated: Simulated) -> None:
    board, host = simulated()
    host.find()
    host.run(6_000)
    host.do(m.Configure(key=3, value=0))
    scans = host.stats().scans
    start_us = board.now_us
    answers = []
    while not any(answers):
        host.session.ask(m.AskDigest())
        host.run(100)
        answers = [getattr(getattr(e, "message", None), "done", 0) for e in host.told]
    stats = host.stats()
    assert stats.late_scans == 0
    assert stats.scans - scans >= (board.now_us - start_us) // 1000 - 10
