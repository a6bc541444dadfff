"""What one field of a board file alone does not show: lines against the chip and each other."""

from __future__ import annotations

from collections.abc import Iterator

from feltlink.problem import Problem
from feltlink.toml_locator import Flaw
from feltlink.workshop import board_drivers, board_power
from feltlink.workshop.board_chip import Chip, chip, names
from feltlink.workshop.board_file import BoardFile
from feltlink.workshop.board_lines import OUTSIDE
from feltlink.workshop.board_wires import wires

MAX_SENSORS = 29  # catalogue.MAX_INPUTS less the button


def flaws(board: BoardFile) -> Iterator[Flaw]:
    """Every fault of a board whose single fields are sound."""
    yield from _places(board)
    try:
        its_chip = chip(board.chip)
    except Problem:
        yield Flaw(("chip",), f"expected one of: {', '.join(names())}; not {board.chip!r}")
        return
    yield from _lines(board, its_chip)
    yield from _pulls(board, its_chip)
    yield from board_drivers.flaws(board, its_chip)
    yield from board_power.flaws(board, its_chip)


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


def _lines(board: BoardFile, its_chip: Chip) -> Iterator[Flaw]:
    taken: dict[int, str] = {}
    for wire in wires(board, its_chip):
        number = wire.number
        if number is None:
            yield Flaw(wire.path, f"{wire.what}: expected {wire.expected}; not {wire.name!r}")
            continue
        if number in taken:
            yield Flaw(wire.path, f"{wire.what}: {wire.name} is already {taken[number]}")
        taken.setdefault(number, wire.what)
        if number >= OUTSIDE:
            continue
        for use in wire.uses:
            rule = its_chip.against(number, use, board.module)
            if rule:
                yield Flaw(wire.path, f"{wire.what}: {wire.name}: {rule.text} [{rule.source}]")
                break
        if "analog" in wire.uses and number not in its_chip.analog.pins:
            able = ", ".join(its_chip.pin(n) for n in its_chip.analog.pins)
            yield Flaw(
                wire.path,
                f"{wire.what}: {wire.name} has no analogue converter, these have: {able} "
                f"[{its_chip.analog.source}]",
            )


def _pulls(board: BoardFile, its_chip: Chip) -> Iterator[Flaw]:
    for table, pull in (("sensors", board.sensors.pull), ("button", board.button.pull)):
        if pull not in its_chip.pulls:
            yield Flaw((table, "pull"), f"the {its_chip.name} has no pull {pull!r}")
