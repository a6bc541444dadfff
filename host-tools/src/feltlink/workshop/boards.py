"""A board: which pin is which seat's sensor and light. `load` reads and checks one.

Inputs are numbered as on the wire: the sensors in the order of seats and spots, the button last.
Light *i* stands beside sensor *i*.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from feltlink import assets
from feltlink.problem import Problem
from feltlink.toml_locator import load_toml
from feltlink.workshop import board_check
from feltlink.workshop.board_chip import Chip, chip
from feltlink.workshop.board_compile import source
from feltlink.workshop.board_file import BoardFile
from feltlink.workshop.board_lines import light_line, line_name, sensor_line

__all__ = ["Board", "Place", "compile_board", "load", "names"]


@dataclass(frozen=True)
class Place:
    """A spot and its lines (`board_lines`). `input` is its number on the wire and its light's."""

    input: int
    seat: int
    spot: str
    sensor: int
    light: int


@dataclass(frozen=True)
class Board:
    """A checked board. Lines are numbers; `line(n)` is what is printed beside one."""

    path: Path
    file: BoardFile
    chip: Chip
    places: tuple[Place, ...]
    button: int
    button_light: int
    digest: bytes
    """4 bytes over the meaning of the file (not its comments); the controller tells the same."""

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def seats(self) -> tuple[int, ...]:
        """Seat numbers, in order of the file."""
        return tuple(seat.seat for seat in self.file.seat)

    @property
    def sensors(self) -> tuple[int, ...]:
        """Lines of the sensors, in order of input."""
        return tuple(place.sensor for place in self.places)

    @property
    def lights(self) -> tuple[int, ...]:
        """Lines of the seat lights, in order of input."""
        return tuple(place.light for place in self.places)

    @property
    def button_input(self) -> int:
        return len(self.places)

    @property
    def inputs(self) -> int:
        """How many inputs there are, the button among them."""
        return len(self.places) + 1

    def spot_of(self, number: int) -> tuple[int, str]:
        """Return (seat, spot) of a sensor's input number; KeyError for the button and beyond."""
        if not 0 <= number < len(self.places):
            raise KeyError(number)
        place = self.places[number]
        return place.seat, place.spot

    def input_of(self, seat: int, spot: str) -> int:
        """Return the input number of a seat's spot; KeyError when the board has none."""
        for place in self.places:
            if (place.seat, place.spot) == (seat, spot):
                return place.input
        raise KeyError((seat, spot))

    def pin_of(self, number: int) -> str:
        """Return the name of an input's line, `GP2`; KeyError beyond the last input."""
        if number == self.button_input:
            return self.chip.pin(self.button)
        if not 0 <= number < len(self.places):
            raise KeyError(number)
        return self.line(self.places[number].sensor)

    def line(self, number: int) -> str:
        """Return what is printed beside a line: `GP2`, `U1.D3`, `0x20.A3`, `LED4`."""
        return line_name(self.file, self.chip, number)


def names() -> list[str]:
    """The boards that come with Feltlink."""
    return sorted(file.stem for file in assets.boards().glob("*.toml"))


def load(path_or_name: str | Path) -> Board:
    """Return the board of a name that `names()` lists, or of a TOML file.

    Raises a Problem that lists every fault as `file:line:column: key: expected`.
    """
    path = _find(path_or_name)
    file = load_toml(path, BoardFile, board_check.flaws)
    its_chip = chip(file.chip)

    def known(number: int | None) -> int:
        assert number is not None  # board_check has seen to it
        return number

    spots = [(seat.seat, spot) for seat in file.seat for spot in seat.spots]
    places = tuple(
        Place(
            i,
            seat,
            spot.name,
            known(sensor_line(file, its_chip, spot.sensor)),
            known(light_line(file, its_chip, spot.light)),
        )
        for i, (seat, spot) in enumerate(spots)
    )
    return Board(
        path=path,
        file=file,
        chip=its_chip,
        places=places,
        button=known(its_chip.number(file.button.pin)),
        button_light=known(its_chip.number(file.button.light)),
        digest=_digest(file),
    )


def compile_board(board: Board) -> str:
    """Return the source of `board.py`, the module of tuples and small integers for the device."""
    return source(board.file, board.chip, board.digest)


def _digest(file: BoardFile) -> bytes:
    text = json.dumps(file.model_dump(mode="json", exclude_none=True), sort_keys=True)
    return hashlib.sha256(text.encode()).digest()[:4]


def _find(path_or_name: str | Path) -> Path:
    path = Path(path_or_name)
    if path.suffix == ".toml" or path.exists():
        return path
    inside = assets.boards() / f"{path_or_name}.toml"
    if inside.exists():
        return inside
    raise Problem(
        f"there is no board {str(path_or_name)!r}",
        where=str(assets.boards()),
        remedy=f"use one of: {', '.join(names())}; or the path of a .toml file",
    )
