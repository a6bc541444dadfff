"""Writes a checked board as the `board.py` of the device: names, tuples and small integers."""

from __future__ import annotations

from feltlink.workshop.board_chip import Chip
from feltlink.workshop.board_file import BoardFile
from feltwire.catalogue import PATTERNS

_PULLS = {"none": 0, "up": 1, "down": 2}


def source(file: BoardFile, chip: Chip, digest: bytes) -> str:
    """Return Python that MicroPython can import.

    Inputs are the sensors and then the button, outputs the seat lights and then the button's. Bit
    i of a `_LOW` word is set when line i is active low.
    """

    def pins(names: list[str]) -> str:
        return repr(tuple(chip.number(name) for name in names))

    spots = [spot for seat in file.seat for spot in seat.spots]
    sensors = [spot.sensor for spot in spots]
    all_sensors = (1 << len(spots)) - 1
    low = all_sensors if file.sensors.active == "low" else 0
    if file.button.active == "low":
        low |= all_sensors + 1
    pulls = [_PULLS[file.sensors.pull]] * len(spots) + [_PULLS[file.button.pull]]
    all_lights = 2 * all_sensors + 1  # the button's is the last
    port = file.port
    values: list[tuple[str, object]] = [
        ("NAME", repr(file.name.encode())),
        ("CHIP", repr(file.chip.encode())),
        ("DIGEST", repr(digest)),
        ("INPUTS", pins([*sensors, file.button.pin])),
        ("INPUTS_LOW", low),
        ("INPUTS_PULL", tuple(pulls)),
        ("OUTPUTS", pins([*(spot.light for spot in spots), file.button.light])),
        ("OUTPUTS_LOW", all_lights if file.lights.active == "low" else 0),
        ("SENSOR_ON_MS", file.sensors.on_ms),
        ("SENSOR_OFF_MS", file.sensors.off_ms),
        ("SAFE_PATTERN", PATTERNS.index(file.lights.safe)),
        ("PORT", repr(port.kind)),
        ("PORT_ID", port.id),
        ("PORT_BAUD", port.baud),
        ("PORT_PINS", pins([port.tx, port.rx])),
    ]
    head = f"# {file.title}. Written by `feltlink` from {file.name}.toml: change that instead.\n"
    return head + "".join(f"{name} = {value}\n" for name, value in values)
