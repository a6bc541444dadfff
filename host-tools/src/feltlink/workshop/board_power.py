"""Whether the chip's pins and the supply can drive every light at once, the lamp too."""

from __future__ import annotations

from collections.abc import Iterator

from feltlink.toml_locator import Flaw
from feltlink.workshop.board_chip import Chip
from feltlink.workshop.board_file import BoardFile


def flaws(board: BoardFile, chip: Chip) -> Iterator[Flaw]:
    """Every budget that is exceeded; none for a board that tells no currents."""
    power = board.power
    if power is None:
        return
    lights = sum(len(seat.spots) for seat in board.seat)
    light_pin_ma = power.light_ma if power.light_pin_ma is None else power.light_pin_ma
    if board.lights.driver == "ws2812":  # fed by the supply; the pin carries only their data
        light_pin_ma = 0.0
    lamp_pin_ma = power.lamp_ma if power.lamp_pin_ma is None else power.lamp_pin_ma
    can = chip.current
    for key, what, pin_ma in (
        ("light_ma", "a light", light_pin_ma),
        ("lamp_ma", "the lamp", lamp_pin_ma),
    ):
        if pin_ma > can.pin_ma:
            yield Flaw(
                ("power", key),
                f"{what} draws {pin_ma:g} mA from its pin, which gives {can.pin_ma:g} mA at most: "
                f"put a transistor between [{can.source}]",
            )
    total_ma = lights * light_pin_ma + lamp_pin_ma
    if total_ma > can.total_ma:
        yield Flaw(
            ("power", "light_ma"),
            f"{lights} lights and the lamp draw {total_ma:g} mA from the {chip.name}, which gives "
            f"{can.total_ma:g} mA in all: put transistors between [{can.source}]",
        )
    each_ma = power.light_ma * _share(board)
    needed_ma = lights * each_ma + power.lamp_ma + power.own_ma
    if needed_ma > power.supply_ma:
        yield Flaw(
            ("power", "supply_ma"),
            f"{lights} lights of {each_ma:g} mA, the lamp and {power.own_ma:g} mA for the rest "
            f"are {needed_ma:g} mA; the supply gives {power.supply_ma:g} mA",
        )


def _share(board: BoardFile) -> float:
    """How much of its full current a dimmed light draws."""
    lights = board.lights
    dimmed = lights.pwm or lights.ws2812
    return dimmed.brightness_percent / 100 if dimmed else 1.0
