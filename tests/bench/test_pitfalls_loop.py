"""Known faults of loops, interrupts and memory; docs/pitfalls.md says which row is which test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltwire import catalogue
from measure.rows_scan import traffic
from support.bench_host import BenchHost

Make = Callable[..., tuple[SimBoard, BenchHost]]
WATCHDOG = 3
NOTICED_US = 100_000
BITTEN_US = 2_500_000


def loop_errors(host: BenchHost) -> list[m.Fault]:
    return [e for e in host.messages(m.Fault) if e.code == catalogue.LOOP_ERROR]


def armed(simulated: Make) -> tuple[SimBoard, BenchHost]:
    board, host = simulated()
    host.find()
    board.chip(2)
    host.run(100)
    assert host.do(m.Lock(round_id=5)) == "ok"
    assert host.do(m.Arm(arm_id=3, lease_ms=60_000)) == "ok"
    host.run(20)
    assert board.lit("lamp")
    return board, host


def test_a_loop_that_stands_still_is_reset_and_says_why(simulated: Make) -> None:
    board, host = armed(simulated)
    stalled_us = board.now_us
    board.stall(60_000_000)
    host.until(lambda: len(board.device.resets) == 2, 4_000, "the reset")
    when_us, _ = board.device.resets[-1]
    assert when_us - stalled_us <= BITTEN_US
    assert not board.lit("lamp")
    host.until(lambda: len(host.committed(m.Boot)) == 2, 4_000, "the new boot")
    assert host.messages(m.Boot)[-1].cause == WATCHDOG
    assert host.snapshot().armed == 0


@pytest.mark.parametrize("kind", ["OSError", "MemoryError", "RuntimeError"])
def test_an_exception_in_the_loop_is_a_fault_event_and_disarms(simulated: Make, kind: str) -> None:
    board, host = armed(simulated)
    board.raise_once(kind)
    raised_us = board.now_us
    host.until(lambda: bool(loop_errors(host)), 200, "the fault event")
    assert board.now_us - raised_us <= NOTICED_US
    assert host.messages(m.Disarmed)[-1].reason == catalogue.BY_FAULT
    host.run(20)
    assert not board.lit("lamp")
    assert board.lit("light 2")  # the locked bet stays
    board.chip(4)
    host.run(100)
    assert [(e.input, e.covered) for e in host.messages(m.LateEdge)] == [(3, True)]


def test_exceptions_without_end_are_a_reset(simulated: Make) -> None:
    board, host = armed(simulated)
    for _ in range(20):
        board.raise_once("RuntimeError")
        host.run(50)
    assert len(board.device.resets) >= 2
    host.until(lambda: len(host.committed(m.Boot)) >= 2, 6_000, "the new boot")
    host.stream_is_whole()


def test_a_keyboard_interrupt_leaves_nothing_lit_or_armed_and_is_a_reset(simulated: Make) -> None:
    """`except Exception` misses it."""
    board, host = armed(simulated)
    board.raise_once("^C")
    host.run(5)
    assert not board.lit("lamp")
    assert not board.lit("light 2")
    host.until(lambda: len(board.device.resets) == 2, 3_000, "the reset")
    host.until(lambda: len(host.committed(m.Boot)) == 2, 4_000, "the new boot")


def test_a_stall_of_200_ms_is_counted(simulated: Make) -> None:
    board, host = simulated()
    host.find()
    before = host.stats()
    board.stall(200_000)
    host.run(300)
    after = host.stats()
    assert after.late_scans == before.late_scans + 1
    assert 199_000 <= after.worst_gap_us <= 205_000


@pytest.mark.parametrize("stall_us", [20_000, 80_000, 150_000])
@pytest.mark.parametrize("into_us", [0, 10_000])
def test_a_press_during_a_flash_write_arrives_late_by_the_stall_at_most(
    simulated: Make, stall_us: int, into_us: int
) -> None:
    board, host = armed(simulated)
    board.stall(stall_us, interrupts_off=True)
    pressed_us = board.now_us + into_us
    board.at(pressed_us, "button", True)
    board.at(pressed_us + 200_000, "button", False)
    host.run(400)
    (press,) = host.committed(m.Press)
    assert press.at_utc_us is not None
    assert -2_000 <= press.at_utc_us - pressed_us <= stall_us - into_us + 2_000
    host.stream_is_whole()


def test_nothing_is_written_to_flash_while_the_table_plays(simulated: Make) -> None:
    """So no write to flash can mask an interrupt in play: it happens at boot alone."""
    board, host = simulated()
    host.find()

    def files() -> dict[Path, int]:
        return {p: p.stat().st_mtime_ns for p in board.flash.root.rglob("*") if p.is_file()}

    before = files()
    traffic(host, board, 10_000)
    host.do(m.Configure(key=0, value=30))
    host.run(200)
    assert files() == before


def test_the_whole_firmware_runs_with_the_heap_locked(simulated: Make) -> None:
    """Traffic both ways, a stall, garbage, a lost host and its return."""
    board, host = simulated()
    host.find()
    host.run(1_500)  # the digest of the boot is made, and the collector has run
    traffic(host, board, 1_000)
    before = board.heap()[0]
    board.lock_heap()
    traffic(host, board, 3_000)
    board.write(bytes(range(256)) * 3)
    board.stall(50_000, interrupts_off=True)
    traffic(host, board, 1_000)
    host.stuck = True
    board.button(True)
    host.run(2_000)
    host.stuck = False
    host.find()
    traffic(host, board, 1_000)
    assert board.heap()[0] == before
    assert loop_errors(host) == []
    board.lock_heap(False)
    host.stream_is_whole()


@pytest.mark.parametrize("samples", [1, 2])
def test_a_glitch_of_one_or_two_samples_is_no_press_and_no_bet(
    simulated: Make, samples: int
) -> None:
    board, host = armed(simulated)
    start_us = board.now_us
    for i in range(40):
        at_us = start_us + 7_000 + i * 97_300  # at every phase of the scan
        for line in ("button", "seat 5"):
            board.at(at_us, line, True)
            board.at(at_us + samples * 1_000 - 100, line, False)
    host.run(4_200)
    assert host.messages(m.Press) == []
    assert host.messages(m.PressIgnored) == []
    assert host.messages(m.LateEdge) == []
    assert host.snapshot().armed == 1
