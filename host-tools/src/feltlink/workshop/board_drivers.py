"""What each driver asks of a board: its own table, pins that its peripheral can stand on."""

from __future__ import annotations

from collections.abc import Iterator

from feltlink.toml_locator import Flaw
from feltlink.toml_positions import Path
from feltlink.workshop.board_chip import Chip
from feltlink.workshop.board_file import BoardFile


def flaws(board: BoardFile, chip: Chip) -> Iterator[Flaw]:
    """Every fault of port, sensor and light drivers."""
    yield from _tables(board)
    yield from _pulls(board)
    if board.port.kind == "uart":
        yield from _uart(board, chip)
    else:
        yield from _shared(board, chip)
    if board.sensors.driver == "pio" and chip.pio is None:
        yield Flaw(("sensors", "driver"), f'the {chip.name} has no PIO: expected "gpio"')
    yield from _chain(board)
    yield from _buses(board, chip)
    adc = board.sensors.adc
    if adc and adc.off_counts >= adc.on_counts:
        yield Flaw(
            ("sensors", "adc", "off_counts"),
            f"expected less than on_counts, {adc.on_counts}, or a chip at the edge chatters; "
            f"not {adc.off_counts}",
        )
    if board.lights.driver == "pwm":
        yield from _pwm(board, chip)


def _tables(board: BoardFile) -> Iterator[Flaw]:
    for name, part, drivers in (
        ("sensors", board.sensors, ("hc165", "mcp23017", "adc")),
        ("lights", board.lights, ("pwm", "ws2812")),
    ):
        for driver in drivers:
            there = getattr(part, driver) is not None
            if driver == part.driver and not there:
                yield Flaw((name, driver), f'is missing: the driver is "{driver}"')
            elif driver != part.driver and there:
                yield Flaw((name, driver), f'is not used: the driver is "{part.driver}"')


_NO_PULL = {
    "hc165": ("up", "down"),
    "mcp23017": ("down",),  # MCP23017 data sheet 3.5.7: GPPU pulls up
    "adc": ("up", "down"),
}


def _pulls(board: BoardFile) -> Iterator[Flaw]:
    sensors = board.sensors
    if sensors.pull in _NO_PULL.get(sensors.driver, ()):
        yield Flaw(
            ("sensors", "pull"),
            f'sensors on "{sensors.driver}" have no pull {sensors.pull!r} inside; '
            'wire resistors and set pull = "none"',
        )


def _uart(board: BoardFile, chip: Chip) -> Iterator[Flaw]:
    port = board.port
    uart = next((uart for uart in chip.uart if uart.id == port.id), None)
    if uart is None:
        ids = ", ".join(str(uart.id) for uart in chip.uart)
        says = f"expected one of the {chip.name}'s UARTs: {ids}"
        if port.id == 0 and chip.console:
            says += f'; UART0 is the prompt\'s, so for its pins kind = "prompt" [{chip.console}]'
        yield Flaw(("port", "id"), says)
        return
    for name, pin, able in (("tx", port.tx, uart.tx), ("rx", port.rx, uart.rx)):
        if pin is None:
            yield Flaw(("port", name), "is missing: a UART has two pins")
        else:
            where = f"{name} of UART{port.id}"
            yield from _stands(chip, ("port", name), pin, able, where, uart.source)


CONSOLE_BAUD = 115_200  # MicroPython, ports/esp32/mpconfigport.h: MICROPY_HW_UART_REPL_BAUD


def _shared(board: BoardFile, chip: Chip) -> Iterator[Flaw]:
    """A port that the prompt has too."""
    if board.port.kind == "prompt":
        if chip.console is None:
            yield Flaw(
                ("port", "kind"),
                f"the {chip.name}'s prompt is on no UART: expected one of uart, usb",
            )
        if board.port.baud != CONSOLE_BAUD:
            yield Flaw(("port", "baud"), f"the prompt's is {CONSOLE_BAUD}; not {board.port.baud}")
    elif chip.usb is None:
        yield Flaw(
            ("port", "kind"),
            f"MicroPython on the {chip.name} has no serial port on USB of its own: "
            "expected one of uart, prompt",
        )
    for name, pin in (("tx", board.port.tx), ("rx", board.port.rx)):
        if pin is not None:
            yield Flaw(("port", name), "is not used: this port has its own pins")


def _chain(board: BoardFile) -> Iterator[Flaw]:
    chain = board.sensors.hc165
    if chain is None:
        return
    if chain.tied_high == chain.tied_low:
        yield Flaw(
            ("sensors", "hc165", "tied_low"),
            f"{chain.tied_low} is tied high already: a broken chain reads all ones or all zeros, "
            "and only two inputs tied apart show it [74HC165 data sheet, function table]",
        )
    tied = {chain.tied_high: "high", chain.tied_low: "low"}
    for i, seat in enumerate(board.seat):
        for j, spot in enumerate(seat.spots):
            level = tied.get(spot.sensor.rpartition(".")[2])  # type: ignore[call-overload]
            if level and spot.sensor.startswith("U"):
                yield Flaw(
                    ("seat", i, "spots", j, "sensor"),
                    f"the sensor of seat {seat.seat} {spot.name}: {spot.sensor} is tied {level}, "
                    "as on every 74HC165 of the chain, so that a broken chain is seen",
                )


def _buses(board: BoardFile, chip: Chip) -> Iterator[Flaw]:
    ids: set[int] = set()
    taken: set[int] = set()
    for i, bus in enumerate(board.sensors.mcp23017 or ()):
        at: Path = ("sensors", "mcp23017", i)
        if bus.id in ids:
            yield Flaw((*at, "id"), f"I2C{bus.id} is there twice")
        ids.add(bus.id)
        for j, address in enumerate(bus.addresses):
            if address in taken:
                yield Flaw(
                    (*at, "addresses", j), f"address {address:#x} is there twice: sensors name it"
                )
            taken.add(address)
        pair = next((pair for pair in chip.i2c if pair.id == bus.id), None)
        if pair is None:
            yield Flaw((*at, "id"), f"the {chip.name} has no I2C{bus.id}")
            continue
        for name, pin, able in (("sda", bus.sda, pair.sda), ("scl", bus.scl, pair.scl)):
            where = f"{name} of I2C{bus.id}"
            yield from _stands(chip, (*at, name), pin, able, where, pair.source)


def _stands(
    chip: Chip, path: Path, pin: str, able: tuple[int, ...], where: str, source: str
) -> Iterator[Flaw]:
    number = chip.number(pin)
    if number is not None and number not in able:
        names = ", ".join(chip.pin(n) for n in able)
        yield Flaw(path, f"expected one of {names} for {where}, not {pin} [{source}]")


def _pwm(board: BoardFile, chip: Chip) -> Iterator[Flaw]:
    taken: dict[int, str] = {}
    for i, seat in enumerate(board.seat):
        for j, spot in enumerate(seat.spots):
            number = chip.number(spot.light)
            if number is None:
                continue
            at: Path = ("seat", i, "spots", j, "light")
            where = f"the light of seat {seat.seat} {spot.name}"
            channel = number % chip.pwm.channels if chip.pwm.by_pin else len(taken)
            if channel >= chip.pwm.channels:
                yield Flaw(at, f"{where}: all {channel} PWM channels are taken [{chip.pwm.source}]")
            elif channel in taken:
                yield Flaw(
                    at,
                    f"{where}: {spot.light} shares its PWM channel with {taken[channel]} "
                    f"[{chip.pwm.source}]",
                )
            taken.setdefault(channel, f"{spot.light}, {where}")
