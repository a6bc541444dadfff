"""Every board that comes with Feltlink, its chips modelled: sensors to events, lights to LEDs."""

from __future__ import annotations

import pytest

from feltlink.link import messages as m
from feltlink.workshop import boards
from feltwire import catalogue
from support.virtual_boards import Simulated

EVERY = pytest.mark.parametrize("name", boards.names())


@EVERY
def test_each_sensor_is_its_own_event(simulated: Simulated, name: str) -> None:
    board, host = simulated(board=name)
    host.find()
    assert host.snapshot().raw == 0
    for place in board.board.places:
        board.chip(place.seat, spot=place.spot)
        host.run(60)
    every = list(range(len(board.board.places)))
    assert [(e.input, e.covered) for e in host.messages(m.Edge)] == [(i, True) for i in every]
    for place in board.board.places:
        board.chip(place.seat, False, spot=place.spot)
        host.run(85)
    gone = [(e.input, e.covered) for e in host.messages(m.Edge)][len(every) :]
    assert gone == [(i, False) for i in every]
    assert host.messages(m.Fault) == []


@EVERY
def test_each_light_is_its_own_and_dark_at_first(simulated: Simulated, name: str) -> None:
    board, host = simulated(board=name)
    host.find()
    lights = board.board.lights
    assert not any(board.lit(light) for light in lights)
    for number in range(len(lights)):
        nibbles = bytearray(15)
        nibbles[number // 2] = catalogue.ON << 4 * (number % 2)
        assert host.do(m.Lights(patterns=bytes(nibbles))) == "ok"
        host.run(5)
        assert [i for i, light in enumerate(lights) if board.lit(light)] == [number]


@EVERY
def test_a_press_is_told_while_lights_change(simulated: Simulated, name: str) -> None:
    board, host = simulated(board=name)
    host.find()
    every = bytes([catalogue.BLINK_FAST * 17] * 15)
    for turn in range(1, 4):
        assert host.do(m.Arm(arm_id=turn, lease_ms=5_000)) == "ok"
        assert board.lit("lamp")
        host.do(m.Lights(patterns=every))
        board.button(True)
        host.run(100)
        board.button(False)
        host.run(100)
        assert not board.lit("lamp")
    assert [press.arm_id for press in host.messages(m.Press)] == [1, 2, 3]


@EVERY
def test_the_loop_allocates_nothing(simulated: Simulated, name: str) -> None:
    board, host = simulated(board=name)
    host.find()
    host.run(1_500)
    board.lock_heap()
    for turn in range(12):
        seat = board.board.seats[turn % len(board.board.seats)]
        board.chip(seat, turn % 2 == 0)
        host.do(m.Lights(patterns=bytes([turn % 3 * 17] * 15)))
        host.do(m.Arm(arm_id=turn + 1, lease_ms=200))
        host.run(100)
    assert board.ended == ""
    board.lock_heap(False)
    assert host.messages(m.Fault) == []
    host.stream_is_whole()
