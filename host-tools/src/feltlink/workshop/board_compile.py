"""Writes a checked board as the `board.py` of the device: names, tuples and small integers."""

from __future__ import annotations

from feltlink.workshop.board_chip import Chip
from feltlink.workshop.board_file import BoardFile
from feltwire.catalogue import PATTERNS

_PULLS = {"none": 0, "up": 1, "down": 2}


def source(file: BoardFile, chip: Chip, digest: bytes) -> str:
    """Return Python that MicroPython can import. Pins are numbers, levels 1 for active low."""

    def pins(names: list[str]) -> str:
        return "(" + "".join(f"{chip.number(name)}, " for name in names) + ")"

    spots = [spot for seat in file.seat for spot in seat.spots]
    port = file.port
    ends = [port.tx, port.rx] if port.tx and port.rx else []
    values: list[tuple[str, object]] = [
        ("NAME", repr(file.name.encode())),
        ("CHIP", repr(file.chip.encode())),
        ("DIGEST", repr(digest)),
        ("SENSORS", pins([spot.sensor for spot in spots])),
        ("SENSORS_LOW", int(file.sensors.active == "low")),
        ("SENSORS_PULL", _PULLS[file.sensors.pull]),
        ("SENSORS_ON_MS", file.sensors.on_ms),
        ("SENSORS_OFF_MS", file.sensors.off_ms),
        ("BUTTON", chip.number(file.button.pin)),
        ("BUTTON_LOW", int(file.button.active == "low")),
        ("BUTTON_PULL", _PULLS[file.button.pull]),
        ("LIGHTS", pins([spot.light for spot in spots])),
        ("LIGHTS_LOW", int(file.lights.active == "low")),
        ("BUTTON_LIGHT", chip.number(file.button.light)),
        ("SAFE_PATTERN", PATTERNS.index(file.lights.safe)),
        ("PORT", repr(port.kind)),
        ("PORT_ID", port.id),
        ("PORT_BAUD", port.baud),
        ("PORT_PINS", pins(ends) if ends else "()"),
    ]
    head = f"# {file.title}. Written by `feltlink` from {file.name}.toml: change that instead.\n"
    return head + "".join(f"{name} = {value}\n" for name, value in values)
