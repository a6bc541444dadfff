"""The simulated board in real time, behind a port that pyserial opens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import serial

from feltlink.sim.board import SimBoard
from support.echo_firmware import edges

Make = Callable[..., SimBoard]


def opened(board: SimBoard) -> serial.Serial:
    return serial.Serial(board.port, 115200, timeout=30, exclusive=True)


def answered(port: serial.Serial, text: bytes) -> bool:
    """Ask until the board answers: what it said before the port was open is gone.

    Then ask once more: what comes before that answer is of the askings before.
    """
    port.timeout = 0.2
    for _ in range(200):
        port.write(text)
        if port.read_until(text).endswith(text):
            port.timeout = 30
            last = text[::-1]
            port.write(last)
            return port.read_until(last).endswith(last)
    return False


def test_a_chip_is_told_through_the_port(tiny: Make) -> None:
    board = tiny(clock="real")
    with opened(board) as port:
        assert answered(port, b"there?")
        board.chip(1)
        assert edges(port.read(6))[0][0] == 1
        assert board.run_until(lambda: board.lit("light 1"), 10_000_000)
        board.chip(1, False)
        assert edges(port.read(6))[0][0] == 0


def test_the_port_stays_open_over_a_reset(tiny: Make) -> None:
    board = tiny(clock="real")
    with opened(board) as port:
        assert answered(port, b"there?")
        board.reset("watchdog")
        assert port.read(5) == b"boot3"
        assert answered(port, b"again?")


def test_who_has_a_pulled_port_open_gets_an_error(tiny: Make) -> None:
    board = tiny(clock="real")
    with opened(board) as port:
        assert answered(port, b"there?")
        board.pull()
        with pytest.raises((OSError, serial.SerialException)):
            port.read(1)
    assert not Path(board.port).exists()
    board.plug()
    with opened(board) as port:
        assert answered(port, b"again?")


def test_a_second_process_cannot_open_the_port(tiny: Make) -> None:
    board = tiny(clock="real")
    with opened(board), pytest.raises(serial.SerialException, match="exclusively lock"):
        opened(board)


def test_two_boards_are_two(tiny: Make) -> None:
    one, two = tiny(clock="real"), tiny(clock="real", uid=b"\xe6SIM\x00\x00\x00\x02")
    with opened(one) as first, opened(two) as second:
        assert answered(first, b"first")
        assert answered(second, b"second")
        one.chip(1)
        assert edges(first.read(6))[0][0] == 1
        assert second.in_waiting == 0
