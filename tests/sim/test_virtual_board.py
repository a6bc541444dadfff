"""The simulated board in virtual time: exact, repeatable, and reset as a chip is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from feltlink.sim.board import SimBoard
from feltlink.sim.device import BOOT_US
from support.echo_firmware import edges

Make = Callable[..., SimBoard]
LOOP_US = 130  # the tiny program's pass: 100 of sleep and some looks
WIRE_US = 6 * 87  # a report at 115,200 baud
WRAP = 1 << 30


@pytest.mark.parametrize("ticks", [0, WRAP - BOOT_US - 52_000])
def test_bounces_are_seen_to_the_microsecond(tiny: Make, ticks: int) -> None:
    board = tiny(ticks=ticks)
    board.run(BOOT_US + 50_000)
    assert board.read() == b"boot1"
    start_us = board.now_us
    plan = [(0, True), (700, False), (1_500, True), (4_900, False), (9_000, True)]
    for dt, on in plan:
        board.at(start_us + dt, "seat 1", on)
    board.run(20_000)
    seen = edges(board.read())
    assert [word for word, _ in seen] == [int(on) for _, on in plan]
    for (dt, _), (_, tick) in zip(plan, seen, strict=True):
        late_us = (tick - (start_us + dt - BOOT_US + ticks)) % WRAP
        assert 0 <= late_us <= LOOP_US
    lights = [(c.at_us, c.lit) for c in board.changes if c.name == "light 1"][1:]
    assert [lit for _, lit in lights] == [on for _, on in plan]
    assert all(
        0 <= at - start_us - dt <= LOOP_US for (at, _), (dt, _) in zip(lights, plan, strict=True)
    )


def test_the_same_calls_give_the_same_run(tiny: Make) -> None:
    def life() -> tuple[bytes, list[object]]:
        board = tiny()
        for step in range(200):
            board.chip(1 + step % 2, step % 3 == 0)
            board.write(b"x" * (step % 7))
            board.run(777)
        return board.read(), list(board.changes)

    assert life() == life()


def test_a_pulse_shorter_than_a_pass_leaves_no_trace(tiny: Make) -> None:
    board = tiny()
    board.run(BOOT_US + 5_000)
    board.read()
    for i in range(50):
        board.at(board.now_us + i * 1_003, "seat 1", True)
        board.at(board.now_us + i * 1_003 + 1, "seat 1", False)
    board.run(60_000)
    assert len(edges(board.read())) <= 4  # it fell just on a look


def test_bytes_take_their_time_on_the_wire(tiny: Make) -> None:
    board = tiny()
    board.run(BOOT_US + 5_000)
    board.read()
    board.write(b"z" * 40)
    board.run(40 * 86)
    assert board.read() == b""
    board.run(2 * 40 * 87 + LOOP_US)
    assert board.read() == b"z" * 40


def test_a_wedged_loop_is_bitten_after_the_timeout(tiny: Make) -> None:
    board = tiny()
    board.chip(1)
    board.run(BOOT_US + 5_000)
    assert board.lit("light 1")
    board.write(b"w")
    wedged_us = board.now_us
    board.run(2_000_000)
    when, cause = board.device.resets[-1]
    assert cause == 3
    assert 999_000 <= when - wedged_us <= 1_001_000
    dark = [c for c in board.changes if c.name == "light 1" and c.at_us == when]
    assert [c.lit for c in dark] == [False]
    assert b"boot3" in board.read()
    assert board.lit("light 1")  # the chip still lies there


@pytest.mark.parametrize(
    ("cause", "told"), [("power", 1), ("brown-out", 1), ("hard", 1), ("watchdog", 3)]
)
def test_files_and_link_survive_a_reset(tiny: Make, cause: str, told: int) -> None:
    board = tiny()
    board.run(BOOT_US + 1_000)
    board.write(b"f")
    board.run(10_000)
    board.read()
    board.run(12_345)
    board.reset(cause)
    board.run(BOOT_US + 1_000)
    assert board.read() == b"boot%d" % told
    assert (board.flash.root / "note").read_text() == "+"
    board.write(b"f")
    board.run(10_000)
    assert (board.flash.root / "note").read_text() == "++"


def test_a_reset_asked_for_by_the_program(tiny: Make) -> None:
    board = tiny(ticks=5_000)
    board.run(BOOT_US + 1_000)
    board.write(b"r")
    board.run(2 * BOOT_US)
    assert board.read() == b"boot1boot3"
    board.chip(2)
    board.run(5_000)
    (_, tick) = edges(board.read())[0]
    assert tick < 60_000  # the counter began again


def test_the_end_of_the_program_is_told_and_then_bitten(tiny: Make) -> None:
    board = tiny()
    board.run(BOOT_US + 1_000)
    board.write(b"q")
    board.run(5_000)
    assert "ValueError: asked to" in board.ended
    board.run(1_500_000)
    assert board.ended == ""
    assert board.device.resets[-1][1] == 3


def test_drift_makes_the_device_fast(tiny: Make) -> None:
    board = tiny(drift_ppm=100)
    board.run(BOOT_US)
    board.at(BOOT_US + 10_000_000, "seat 1", True)
    board.run(10_010_000)
    (_, tick) = edges(board.read()[5:])[0]
    assert 10_001_000 <= tick <= 10_001_000 + LOOP_US


def test_without_power_nothing_lives(tiny: Make) -> None:
    board = tiny()
    board.chip(1)
    board.run(BOOT_US + 5_000)
    board.off()
    assert not board.lit("light 1")
    board.read()
    board.run(1_000_000)
    assert board.read() == b""
    board.start()
    board.run(BOOT_US + 5_000)
    assert board.lit("light 1")
