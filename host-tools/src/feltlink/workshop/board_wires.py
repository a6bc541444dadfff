"""Each line that a board uses: its key in the file, its number, and what it is put to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from feltlink.toml_positions import Path
from feltlink.workshop.board_chip import Chip, Use
from feltlink.workshop.board_file import BoardFile
from feltlink.workshop.board_lines import light_line, light_names, sensor_line, sensor_names

_PULLS: dict[str, tuple[Use, ...]] = {"none": (), "up": ("pull_up",), "down": ("pull_down",)}


@dataclass(frozen=True)
class Wire:
    """`number` is None when the board has no such line; `what` names it for people."""

    path: Path
    name: str
    number: int | None
    uses: tuple[Use, ...]
    what: str
    expected: str


def wires(board: BoardFile, chip: Chip) -> Iterator[Wire]:
    """Every line that the file names, those of the drivers first."""
    pins = f"a pin of the {chip.name}, {chip.pin(0)} to {chip.pin(chip.pins - 1)}"

    def pin(path: Path, name: str, what: str, *uses: Use) -> Wire:
        return Wire(path, name, chip.number(name), uses, what, pins)

    port = board.port
    if port.tx:
        yield pin(("port", "tx"), port.tx, "the port's tx", "port")
    if port.rx:
        yield pin(("port", "rx"), port.rx, "the port's rx", "port")
    chain = board.sensors.hc165
    if chain:
        at = ("sensors", "hc165")
        yield pin((*at, "data"), chain.data, "the chain's data", "input")
        yield pin((*at, "clock"), chain.clock, "the chain's clock", "output")
        yield pin((*at, "latch"), chain.latch, "the chain's latch", "output")
    for i, bus in enumerate(board.sensors.mcp23017 or ()):
        on: Path = ("sensors", "mcp23017", i)
        yield pin((*on, "sda"), bus.sda, f"SDA of I2C{bus.id}", "input", "output")
        yield pin((*on, "scl"), bus.scl, f"SCL of I2C{bus.id}", "output")
    adc = board.sensors.adc
    if adc and adc.emitter:
        yield pin(("sensors", "adc", "emitter"), adc.emitter, "the emitters", "output")
    pixels = board.lights.ws2812
    if pixels:
        yield pin(("lights", "ws2812", "pin"), pixels.pin, "the LED chain", "output")
    button = board.button
    pressed: tuple[Use, ...] = ("input", *_PULLS[button.pull])
    yield pin(("button", "pin"), button.pin, "the spin button", *pressed)
    yield pin(("button", "light"), button.light, "the spin button's light", "output")
    yield from _spots(board, chip)


def _spots(board: BoardFile, chip: Chip) -> Iterator[Wire]:
    sensed: tuple[Use, ...] = ("input", *_PULLS[board.sensors.pull])
    if board.sensors.driver == "adc":
        sensed = ("analog",)
    for i, seat in enumerate(board.seat):
        for j, spot in enumerate(seat.spots):
            at: Path = ("seat", i, "spots", j)
            where = f"seat {seat.seat} {spot.name}"
            yield Wire(
                (*at, "sensor"),
                spot.sensor,
                sensor_line(board, chip, spot.sensor),
                sensed,
                f"the sensor of {where}",
                sensor_names(board, chip),
            )
            yield Wire(
                (*at, "light"),
                spot.light,
                light_line(board, chip, spot.light),
                ("output",),
                f"the light of {where}",
                light_names(board, chip),
            )
