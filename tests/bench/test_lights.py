"""Dimmed lights and LED chains: the shade that is sent, and what a reset leaves."""

from __future__ import annotations

from feltlink.link import messages as m
from feltwire import catalogue
from support.virtual_boards import Simulated

ALL_ON = bytes([catalogue.ON * 17] * 15)


def test_pwm_lights_shine_at_the_boards_brightness(simulated: Simulated) -> None:
    board, host = simulated(board="pico-7seat-mcp23017")
    host.find()
    host.do(m.Lights(patterns=ALL_ON))
    host.run(5)
    for light in board.board.lights:
        assert int.from_bytes(board.shade(light), "little") == 65_535 * 60 // 100


def test_each_led_is_white_at_the_boards_brightness(simulated: Simulated) -> None:
    board, host = simulated(board="pico-7seat-3spot")
    host.find()
    host.do(m.Lights(patterns=ALL_ON))
    host.run(5)
    assert [board.shade(light) for light in board.board.lights] == [bytes([63] * 3)] * 21


def test_leds_outlive_a_reset_until_the_first_line_of_the_program(simulated: Simulated) -> None:
    board, host = simulated(board="pico-7seat-3spot")
    host.find()
    host.do(m.Lights(patterns=ALL_ON))
    host.run(5)
    board.reset("watchdog")
    assert board.lit("light 7 trips")
    board.run(40_000)
    assert not any(board.lit(light) for light in board.board.lights)


def test_the_chain_is_sent_only_when_a_light_changes_and_once_a_second(
    simulated: Simulated,
) -> None:
    _, host = simulated(board="pico-7seat-3spot")
    host.find()
    host.do(m.Configure(key=3, value=0))
    before = host.stats()
    host.run(3_000)
    after = host.stats()
    assert after.late_scans == before.late_scans
    assert after.scans - before.scans > 2_950
