"""Pins in any order become inputs in the board's order, by bank read and by single reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from feltlink import assets
from feltlink.link import messages as m
from feltlink.workshop import boards
from support.virtual_boards import Simulated

SHUFFLED = [22, 3, 2, 9, 8, 7, 6, 28, 27, 26, 10, 12]

HEAD = """
name = "shuffled"
title = "Twelve spots whose pins lie crosswise"
chip = "rp2040"
module = "pico"

[port]
kind = "uart"
tx = "GP0"
rx = "GP1"

[sensors]
active = "{level}"
pull = "{pull}"

[lights]
active = "low"

[button]
pin = "GP13"
light = "GP14"
active = "low"
pull = "up"
"""
LIGHTS = [4, 5, 11, 15, 16, 17, 18, 19, 20, 21]


def shuffled(folder: Path, level: str) -> boards.Board:
    """Ten spots on five seats; sensors active `level`, the button low, the lights low."""
    text = HEAD.format(level=level, pull="up" if level == "low" else "down")
    for seat in range(5):
        spots = ", ".join(
            f'{{ name = "{name}", sensor = "GP{SHUFFLED[2 * seat + i]}",'
            f' light = "GP{LIGHTS[2 * seat + i]}" }}'
            for i, name in enumerate(("ante", "trips"))
        )
        text += f"\n[[seat]]\nseat = {seat + 1}\nspots = [{spots}]\n"
    file = folder / "shuffled.toml"
    file.write_text(text)
    return boards.load(file)


def test_where_there_is_no_pio_the_pins_are_polled(simulated: Simulated, tmp_path: Path) -> None:
    file = tmp_path / "sampled.toml"
    text = (assets.boards() / "pico-6seat.toml").read_text()
    file.write_text(re.sub(r'\[sensors\](\ndriver = "\w+")?', '[sensors]\ndriver = "pio"', text))
    board, host = simulated(board=boards.load(file))
    host.find()
    board.chip(5)
    host.run(60)
    assert [edge.what for edge in host.messages(m.Edge)] == [9]


@pytest.mark.parametrize("level", ["low", "high"])
def test_each_sensor_is_its_own_input(simulated: Simulated, tmp_path: Path, level: str) -> None:
    board_of = shuffled(tmp_path, level)
    board, host = simulated(board=board_of)
    host.find()
    assert host.snapshot().raw == 0
    for place in board_of.places:
        board.chip(place.seat, spot=place.spot)
        host.run(60)
    assert [edge.what for edge in host.messages(m.Edge)] == [2 * i + 1 for i in range(10)]
    board.button(True)
    host.run(10)
    state = host.snapshot()
    assert state.raw == (1 << 11) - 1
    assert host.messages(m.Fault) == []


def test_lights_that_are_active_low_start_dark_and_follow(
    simulated: Simulated, tmp_path: Path
) -> None:
    board, host = simulated(board=shuffled(tmp_path, "low"))
    host.find()
    assert not any(change.lit for change in board.changes if change.name != "lamp")
    host.do(m.Lights(patterns=bytes([0x01, 0x10])))
    host.run(60)
    assert board.lit("light 1 ante")
    assert board.lit("light 2 trips")
    assert not board.lit("light 2 ante")


def test_a_chip_without_a_bank_register_reads_pin_by_pin(simulated: Simulated) -> None:
    board, host = simulated(board="esp32-6seat")
    host.find()
    for seat in (4, 1, 6):
        board.chip(seat)
        host.run(60)
    assert [edge.what // 2 for edge in host.messages(m.Edge)] == [3, 0, 5]
