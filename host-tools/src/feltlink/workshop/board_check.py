"""What one field of a board file alone does not show: pins against the chip and each other."""

from __future__ import annotations

from collections.abc import Iterator

from feltlink.problem import Problem
from feltlink.toml_locator import Flaw
from feltlink.toml_positions import Path
from feltlink.workshop.board_chip import Chip, Use, chip, names
from feltlink.workshop.board_file import BoardFile

MAX_SENSORS = 29  # catalogue.MAX_INPUTS less the button


def pins(board: BoardFile) -> Iterator[tuple[Path, str, tuple[Use, ...], str]]:
    """Each pin a board uses: key, pin, what it is put to, and a name for people."""
    pulls: dict[str, tuple[Use, ...]] = {"none": (), "up": ("pull_up",), "down": ("pull_down",)}
    yield ("port", "tx"), board.port.tx, ("port",), "the port's tx"
    yield ("port", "rx"), board.port.rx, ("port",), "the port's rx"
    button = board.button
    yield ("button", "pin"), button.pin, ("input", *pulls[button.pull]), "the spin button"
    yield ("button", "light"), button.light, ("output",), "the spin button's light"
    for i, seat in enumerate(board.seat):
        for j, spot in enumerate(seat.spots):
            path: Path = ("seat", i, "spots", j)
            where = f"seat {seat.seat} {spot.name}"
            sensor = ("input", *pulls[board.sensors.pull])
            yield (*path, "sensor"), spot.sensor, sensor, f"the sensor of {where}"
            yield (*path, "light"), spot.light, ("output",), f"the light of {where}"


def flaws(board: BoardFile) -> Iterator[Flaw]:
    """Every fault of a board whose single fields are sound."""
    yield from _places(board)
    try:
        its_chip = chip(board.chip)
    except Problem:
        yield Flaw(("chip",), f"expected one of: {', '.join(names())}; not {board.chip!r}")
        return
    yield from _pins(board, its_chip)
    yield from _port(board, its_chip)


def _places(board: BoardFile) -> Iterator[Flaw]:
    count = sum(len(seat.spots) for seat in board.seat)
    if count > MAX_SENSORS:
        yield Flaw(("seat",), f"{count} spots are more than the {MAX_SENSORS} the wire carries")
    seats: set[int] = set()
    for i, seat in enumerate(board.seat):
        if seat.seat in seats:
            yield Flaw(("seat", i, "seat"), f"seat {seat.seat} is there twice")
        seats.add(seat.seat)
        spots: set[str] = set()
        for j, spot in enumerate(seat.spots):
            if spot.name in spots:
                yield Flaw(
                    ("seat", i, "spots", j, "name"),
                    f"seat {seat.seat} has the spot {spot.name} twice",
                )
            spots.add(spot.name)


def _pins(board: BoardFile, its_chip: Chip) -> Iterator[Flaw]:
    taken: dict[int, str] = {}
    for path, pin, uses, what in pins(board):
        number = its_chip.number(pin)
        if number is None:
            last = its_chip.pin(its_chip.pins - 1)
            yield Flaw(
                path,
                f"{what}: expected a pin of the {its_chip.name}, "
                f"{its_chip.pin(0)} to {last}; not {pin!r}",
            )
            continue
        if number in taken:
            yield Flaw(path, f"{what}: {pin} is already {taken[number]}")
        taken.setdefault(number, what)
        for use in uses:
            rule = its_chip.against(number, use, board.module)
            if rule:
                yield Flaw(path, f"{what}: {pin}: {rule.text} [{rule.source}]")
                break
    for path, pull in (
        (("sensors", "pull"), board.sensors.pull),
        (("button", "pull"), board.button.pull),
    ):
        if pull not in its_chip.pulls:
            yield Flaw(path, f"the {its_chip.name} has no pull {pull!r}")


def _port(board: BoardFile, its_chip: Chip) -> Iterator[Flaw]:
    port = board.port
    uart = next((uart for uart in its_chip.uart if uart.id == port.id), None)
    if uart is None:
        ids = ", ".join(str(uart.id) for uart in its_chip.uart)
        yield Flaw(("port", "id"), f"expected one of the {its_chip.name}'s UARTs: {ids}")
        return
    for name, able in (("tx", uart.tx), ("rx", uart.rx)):
        pin = getattr(port, name)
        number = its_chip.number(pin)
        if number is not None and number not in able:
            names_able = ", ".join(its_chip.pin(n) for n in able)
            yield Flaw(
                ("port", name),
                f"expected one of {names_able} for {name} of UART{port.id}, not {pin} "
                f"[{uart.source}]",
            )
