"""Writes a checked board as the `board.py` of the device: names, tuples and small integers."""

from __future__ import annotations

from feltlink.workshop.board_chip import Chip
from feltlink.workshop.board_file import BoardFile, Lights, Sensors
from feltlink.workshop.board_lines import light_line, sensor_line
from feltwire.catalogue import PATTERNS

_PULLS = {"none": 0, "up": 1, "down": 2}


def source(file: BoardFile, chip: Chip, digest: bytes) -> str:
    """Return Python that MicroPython can import.

    Inputs are the sensors and then the button, outputs the seat lights and then the button's. Bit
    i of a `_LOW` word is set when line i is active low. Lines are numbered as in `board_lines`.
    """
    spots = [spot for seat in file.seat for spot in seat.spots]
    sensors = [sensor_line(file, chip, spot.sensor) for spot in spots]
    lights = [light_line(file, chip, spot.light) for spot in spots]
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
        ("INPUTS", (*sensors, chip.number(file.button.pin))),
        ("INPUTS_LOW", low),
        ("INPUTS_PULL", tuple(pulls)),
        ("SENSORS", repr(file.sensors.driver)),
        ("SENSORS_WIRING", sensors_wiring(file, chip)),
        ("OUTPUTS", (*lights, chip.number(file.button.light))),
        ("OUTPUTS_LOW", all_lights if file.lights.active == "low" else 0),
        ("LIGHTS", repr(file.lights.driver)),
        ("LIGHTS_WIRING", lights_wiring(file.lights, chip)),
        ("SENSOR_ON_MS", file.sensors.on_ms),
        ("SENSOR_OFF_MS", file.sensors.off_ms),
        ("SAFE_PATTERN", PATTERNS.index(file.lights.safe)),
        ("PORT", repr(port.kind)),
        ("PORT_ID", port.id),
        ("PORT_BAUD", port.baud),
        ("PORT_PINS", tuple(chip.number(pin) for pin in (port.tx, port.rx) if pin)),
    ]
    head = f"# {file.title}. Written by `feltlink` from {file.name}.toml: change that instead.\n"
    return head + "".join(f"{name} = {value}\n" for name, value in values)


def sensors_wiring(file: BoardFile, chip: Chip) -> tuple[object, ...]:
    """What the driver in `firmware/hal/inputs_*.py` takes apart."""
    sensors: Sensors = file.sensors
    if chain := sensors.hc165:
        pins = tuple(chip.number(pin) for pin in (chain.data, chain.clock, chain.latch))
        return (*pins, chain.count, int(chain.tied_high[1]), int(chain.tied_low[1]))
    if sensors.mcp23017:
        return tuple(
            (
                bus.id,
                chip.number(bus.sda),
                chip.number(bus.scl),
                bus.hz,
                tuple(bus.addresses),
                int(sensors.pull == "up"),
            )
            for bus in sensors.mcp23017
        )
    if adc := sensors.adc:
        emitter = chip.number(adc.emitter) if adc.emitter else None
        return (emitter, adc.on_counts, adc.off_counts)
    return ()


def lights_wiring(lights: Lights, chip: Chip) -> tuple[object, ...]:
    """What the driver in `firmware/hal/lights_*.py` takes apart."""
    if pwm := lights.pwm:
        return (pwm.brightness_percent * 65_535 // 100, pwm.hz)
    if pixels := lights.ws2812:
        return (chip.number(pixels.pin), pixels.count, pixels.brightness_percent * 255 // 100)
    return ()
