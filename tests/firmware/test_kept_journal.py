"""Events that the host has not yet taken outlive a watchdog reset on the ESP32, and end there with
the power; the RP2040 keeps only which sensors were covered."""

from __future__ import annotations

import pytest

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltwire import catalogue
from support.bench_host import BenchHost
from support.virtual_boards import Simulated


def with_a_press_untaken(simulated: Simulated, board_name: str) -> tuple[SimBoard, BenchHost]:
    """Three chips and a press lie in the journal, and the cable is out."""
    board, host = simulated(board=board_name)
    host.find()
    host.do(m.Arm(arm_id=9, lease_ms=60_000))
    board.pull()
    for seat in (1, 2, 3):
        board.chip(seat)
        host.run(40)
    board.button(True)
    host.run(20)
    board.button(False)
    host.run(40)
    return board, host


@pytest.mark.parametrize("cause", ["watchdog", "soft", "hard"])
def test_the_press_comes_after_the_reset(simulated: Simulated, cause: str) -> None:
    board, host = with_a_press_untaken(simulated, "esp32-6seat")
    board.reset(cause)  # type: ignore[arg-type]
    board.plug()
    host.until(lambda: len(host.messages(m.Boot)) == 2, 4_000, "the new boot")
    host.run(200)
    assert [edge.what // 2 for edge in host.messages(m.Edge)][:3] == [0, 1, 2]
    assert [press.arm_id for press in host.messages(m.Press)] == [9]
    boots = host.committed(m.Boot)
    assert boots[0].boot_id == boots[1].boot_id
    host.stream_is_whole()
    assert host.do(m.Arm(arm_id=9, lease_ms=1_000)) == "arm id spent"
    assert host.messages(m.Fault) == []


def test_what_was_armed_and_not_pressed_may_be_armed_again(simulated: Simulated) -> None:
    board, host = simulated(board="esp32-6seat")
    host.find()
    host.do(m.Arm(arm_id=9, lease_ms=60_000))
    host.run(10)
    board.reset("watchdog")
    host.until(lambda: len(host.messages(m.Boot)) == 2, 4_000, "the new boot")
    host.run(50)
    assert not board.lit("lamp")
    assert host.do(m.Arm(arm_id=8, lease_ms=60_000)) == "arm id spent"
    assert host.do(m.Arm(arm_id=9, lease_ms=60_000)) == "ok"
    board.button(True)
    host.run(20)
    assert [press.arm_id for press in host.messages(m.Press)] == [9]


def test_reset_upon_reset_loses_and_doubles_nothing(simulated: Simulated) -> None:
    board, host = with_a_press_untaken(simulated, "esp32-6seat")
    for pause_us in (60_000, 200_000, 33_000):
        board.reset("watchdog")
        board.run(pause_us)
    board.plug()
    host.until(lambda: len(host.messages(m.Press)) == 1, 4_000, "the press")
    host.run(300)
    host.stream_is_whole()
    assert len(host.messages(m.Press)) == 1


def test_a_power_cut_forgets_it_and_says_so(simulated: Simulated) -> None:
    board, host = with_a_press_untaken(simulated, "esp32-6seat")
    board.reset("power")
    board.plug()
    host.until(lambda: len(host.messages(m.Boot)) == 2, 4_000, "the new boot")
    boots = host.committed(m.Boot)
    assert boots[0].boot_id != boots[1].boot_id
    assert host.messages(m.Press) == []


def test_the_flag_stands_until_the_boot_is_acknowledged(simulated: Simulated) -> None:
    board, host = with_a_press_untaken(simulated, "esp32-6seat")
    board.reset("watchdog")
    board.plug()
    host.until(lambda: len(host.messages(m.Boot)) == 2, 4_000, "the new boot")
    welcomes = [e.welcome.flags for e in host.told if hasattr(e, "welcome")]
    assert welcomes[-1] & catalogue.KEPT_JOURNAL
    host.run(100)
    host.kill()
    host.find()
    welcomes = [e.welcome.flags for e in host.told if hasattr(e, "welcome")]
    assert not welcomes[-1] & catalogue.KEPT_JOURNAL


def test_the_rp2040_begins_a_new_boot_with_its_chips(simulated: Simulated) -> None:
    board, host = with_a_press_untaken(simulated, "pico-6seat")
    board.chip(2, False)
    board.chip(5)
    host.run(100)
    board.chip(6)  # only settling when the watchdog bites: nobody knows it yet
    host.run(5)
    board.reset("watchdog")
    board.plug()
    host.until(lambda: len(host.messages(m.Boot)) == 2, 4_000, "the new boot")
    host.run(300)
    state = host.snapshot()
    assert state.inputs == 0b010101
    assert [(f.code, f.input) for f in host.messages(m.Fault)] == [(catalogue.ACTIVE_AT_BOOT, 5)]
