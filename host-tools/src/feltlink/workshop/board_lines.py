"""The lines of a board as numbers: a pin's own, and above them those of other chips.

64 and up: an input of a 74HC165 or an MCP23017, in order of chip and input.
128 and up: an LED of a chain, the first one 128.
"""

from __future__ import annotations

import re

from feltlink.workshop.board_chip import Chip
from feltlink.workshop.board_file import BoardFile

OUTSIDE = 64
PIXEL = 128

_CHAIN = re.compile(r"U([1-9])\.D([0-7])")
_EXPANDER = re.compile(r"(0x2[0-7])\.([AB])([0-7])")
_LED = re.compile(r"LED([1-9][0-9]?)")


def addresses(file: BoardFile) -> list[int]:
    """The expanders' addresses, bus by bus: the order in which their inputs are numbered."""
    return [a for bus in file.sensors.mcp23017 or () for a in bus.addresses]


def sensor_line(file: BoardFile, chip: Chip, name: str) -> int | None:
    """Return the number of a sensor's line, or None when this board has no such line."""
    sensors = file.sensors
    if sensors.driver == "hc165" and sensors.hc165 and (found := _CHAIN.fullmatch(name)):
        place = int(found[1]) - 1
        return OUTSIDE + 8 * place + int(found[2]) if place < sensors.hc165.count else None
    if sensors.driver == "mcp23017" and (found := _EXPANDER.fullmatch(name)):
        address = int(found[1], 16)
        known = addresses(file)
        if address not in known:
            return None
        return OUTSIDE + 16 * known.index(address) + 8 * (found[2] == "B") + int(found[3])
    return chip.number(name)


def light_line(file: BoardFile, chip: Chip, name: str) -> int | None:
    """Return the number of a seat light's line, or None when this board has no such line."""
    pixels = file.lights.ws2812
    if file.lights.driver == "ws2812" and pixels:
        found = _LED.fullmatch(name)
        return PIXEL + int(found[1]) - 1 if found and int(found[1]) <= pixels.count else None
    return chip.number(name)


def line_name(file: BoardFile, chip: Chip, number: int) -> str:
    """Return what is printed beside a line."""
    if number >= PIXEL:
        return f"LED{number - PIXEL + 1}"
    if number < OUTSIDE:
        return chip.pin(number)
    at = number - OUTSIDE
    if file.sensors.driver == "hc165":
        return f"U{at // 8 + 1}.D{at % 8}"
    return f"{addresses(file)[at // 16]:#x}.{'AB'[at // 8 % 2]}{at % 8}"


def sensor_names(file: BoardFile, chip: Chip) -> str:
    """Say which names a sensor of this board may have."""
    pins = f"{chip.pin(0)} to {chip.pin(chip.pins - 1)}"
    if file.sensors.driver == "hc165" and file.sensors.hc165:
        return f"U1.D0 to U{file.sensors.hc165.count}.D7, or a pin, {pins}"
    if file.sensors.driver == "mcp23017":
        known = ", ".join(f"{a:#x}" for a in addresses(file))
        return f"A0 to B7 of {known} (as 0x20.A3), or a pin, {pins}"
    return f"a pin of the {chip.name}, {pins}"


def light_names(file: BoardFile, chip: Chip) -> str:
    """Say which names a light of this board may have."""
    pixels = file.lights.ws2812
    if file.lights.driver == "ws2812" and pixels:
        return f"LED1 to LED{pixels.count}"
    return f"a pin of the {chip.name}, {chip.pin(0)} to {chip.pin(chip.pins - 1)}"
