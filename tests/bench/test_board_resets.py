"""A reset at any instant: dark at once, a new boot id, the cause told, nothing armed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltlink.sim.device import BOOT_US
from feltwire import catalogue
from support.bench_host import BenchHost

Make = Callable[..., tuple[SimBoard, BenchHost]]
POWER_ON, WATCHDOG = 1, 3
WRAP = 1 << 30


@pytest.mark.parametrize(
    ("cause", "told"),
    [("power", POWER_ON), ("brown-out", POWER_ON), ("hard", POWER_ON), ("watchdog", WATCHDOG)],
)
def test_a_reset_is_dark_disarmed_and_recorded(simulated: Make, cause: str, told: int) -> None:
    board, host = simulated()
    host.find()
    board.chip(3)
    host.run(100)
    host.do(m.Lock(round_id=9))
    host.do(m.Arm(arm_id=4, lease_ms=60_000))
    host.run(20)
    assert board.lit("light 3")
    assert board.lit("lamp")
    before = host.committed(m.Boot)[-1]
    reset_us = board.now_us
    board.reset(cause)
    assert not any(c.lit for c in board.changes if c.at_us >= reset_us)
    host.until(lambda: len(host.committed(m.Boot)) == 2, 4_000, "the new boot")
    after = host.committed(m.Boot)[-1]
    assert after.message.cause == told
    assert after.boot_id > before.boot_id
    gap = next(e.gap for e in host.told if isinstance(e, ev.ControllerReset) and e.gap)
    assert (gap.old_boot_id, gap.new_boot_id) == (before.boot_id, after.boot_id)
    state = host.snapshot()
    assert (state.armed, state.latched) == (0, 0)
    assert not board.lit("lamp")
    host.stream_is_whole()


def test_the_lock_is_put_back_by_the_host(simulated: Make) -> None:
    board, host = simulated()
    host.find()
    board.chip(3)
    host.run(100)
    host.do(m.Lock(round_id=9))
    board.chip(3, False)  # taken while the board is down: the bet stays
    board.reset("watchdog")
    host.until(lambda: len(host.committed(m.Boot)) == 2, 4_000, "the new boot")
    assert host.do(m.Lock(round_id=9, restore=1, mask=0b100)) == "ok"
    host.run(30)
    assert board.lit("light 3")
    assert host.snapshot().latched == 0b100


def test_chips_that_lie_there_over_a_watchdog_reset_are_bets_not_faults(simulated: Make) -> None:
    board, host = simulated()
    host.find()
    board.chip(2)
    board.chip(6)
    host.run(100)
    board.reset("watchdog")
    host.until(lambda: len(host.committed(m.Boot)) == 2, 4_000, "the new boot")
    host.run(500)
    assert host.messages(m.Fault) == []
    assert host.snapshot().inputs == 0b100010


def test_a_sensor_active_at_power_on_is_a_fault_of_that_seat_alone(simulated: Make) -> None:
    board, host = simulated(start=False)
    board.chip(5)
    board.start()
    host.find()
    host.run(500)
    faults = [(e.code, e.input) for e in host.messages(m.Fault)]
    assert faults == [(catalogue.ACTIVE_AT_BOOT, 4)]
    board.chip(1)
    host.run(100)
    state = host.snapshot()
    assert (state.inputs, state.faulted) == (0b000001, 0b010000)


def test_a_button_held_at_power_on_does_not_arm(simulated: Make) -> None:
    board, host = simulated(start=False)
    board.button(True)
    board.start()
    host.find()
    host.run(500)
    assert [(e.code, e.input) for e in host.messages(m.Fault)] == [(catalogue.ACTIVE_AT_BOOT, 6)]
    assert host.do(m.Arm(arm_id=1, lease_ms=1_000)) in ("faulted", "button held")
    assert host.messages(m.Press) == []


@pytest.mark.parametrize("chance_us", [0, 1_700, 23_456, 61_000])
def test_two_resets_close_together(simulated: Make, chance_us: int) -> None:
    board, host = simulated()
    host.find()
    board.reset("power")
    host.run(chance_us // 1000)
    board.run(chance_us % 1000)
    board.reset("power")
    host.until(lambda: len(host.committed(m.Boot)) >= 2, 4_000, "the new boot")
    ids = [row.boot_id for row in host.committed(m.Boot)]
    assert ids == sorted(set(ids))
    host.stream_is_whole()


@pytest.mark.parametrize("ticks", [0, WRAP - BOOT_US - 1_000_000])
def test_a_round_across_the_wrap_of_the_ticks(simulated: Make, ticks: int) -> None:
    """Chips, lock, arm and press in the second before and after the counter wraps."""
    board, host = simulated(ticks=ticks)
    host.find()
    asked: list[int] = []
    for seat in range(1, 7):
        asked.append(board.now_us)
        board.chip(seat)
        host.run(150)
    host.do(m.Lock(round_id=3))
    host.do(m.Arm(arm_id=1, lease_ms=5_000))
    asked.append(board.now_us)
    board.button(True)
    host.run(100)
    rows = host.committed(m.Edge, m.Press)
    assert [type(row.message) for row in rows] == [m.Edge] * 6 + [m.Press]
    for row, true_us in zip(rows, asked, strict=True):
        assert row.at_utc_us is not None
        assert abs(row.at_utc_us - true_us) <= 2_000
    assert (board.now_us - BOOT_US + ticks > WRAP) == (ticks > 0)
