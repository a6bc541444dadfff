"""What can go wrong inside the chip, and that the simulation itself costs the firmware no heap."""

from __future__ import annotations

from collections.abc import Callable

from feltlink.sim.board import SimBoard
from feltlink.sim.device import BOOT_US
from support.echo_firmware import edges

Make = Callable[..., SimBoard]


def booted(tiny: Make, **options: object) -> SimBoard:
    board = tiny(**options)
    board.run(BOOT_US + 1_000)
    board.read()
    return board


def test_the_simulated_modules_allocate_nothing(tiny: Make) -> None:
    board = booted(tiny)
    board.lock_heap()
    before = board.heap()
    for step in range(300):
        board.chip(1, step % 2 == 0)
        board.button(step % 3 == 0)
        board.write(b"0123456789")
        board.run(4_000)
    assert board.ended == ""
    assert len(edges(board.read().replace(b"0123456789", b""))) >= 300
    assert board.heap() == before


def test_a_stall_hides_a_short_pulse_and_delays_a_long_one(tiny: Make) -> None:
    board = booted(tiny)
    board.stall(50_000)
    start_us = board.now_us
    board.at(start_us + 10_000, "seat 1", True)
    board.at(start_us + 20_000, "seat 1", False)
    board.at(start_us + 30_000, "seat 2", True)
    board.run(60_000)
    ((word, tick),) = edges(board.read())
    assert word == 2
    assert 50_000 <= tick + BOOT_US - start_us <= 50_200


def test_with_interrupts_off_the_fifo_overflows(tiny: Make) -> None:
    board = booted(tiny)
    board.stall(50_000, interrupts_off=True)
    board.run(1)
    board.write(bytes(range(65, 125)))
    board.run(100_000)
    assert board.read() == bytes(range(65, 65 + 32))
    board.write(b"again whole")
    board.run(10_000)
    assert board.read() == b"again whole"


def test_a_stall_longer_than_the_watchdog_is_bitten(tiny: Make) -> None:
    board = booted(tiny)
    board.stall(1_200_000)
    board.run(1_300_000)
    assert board.device.resets[-1][1] == 3


def test_an_exception_comes_up_at_a_look_at_a_pin(tiny: Make) -> None:
    board = booted(tiny)
    board.raise_once("OSError")
    board.run(1_000)
    assert "in scan" in board.ended
    assert "OSError" in board.ended


def test_a_blocked_write_takes_its_time(tiny: Make) -> None:
    board = booted(tiny)
    board.block_writes(300_000)
    for _ in range(5):
        board.write(b"x" * 60)
        board.run(20_000)
    board.chip(1)
    board.run(50_000)
    assert not board.lit("light 1")  # the program stands in its write
    board.block_writes(0)
    board.run(300_000)
    assert board.lit("light 1")
