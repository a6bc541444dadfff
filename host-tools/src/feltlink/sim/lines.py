"""The wires of a board by name: `seat 3`, `seat 3 bonus_spin`, `button`, `light 3`, `lamp`."""

from __future__ import annotations

from feltlink.problem import Problem
from feltlink.workshop.board_lines import PIXEL
from feltlink.workshop.boards import Board

RELEASED = 2
"""The level of a line that nothing drives: the board's pull decides."""


class Lines:
    """Names to pins, and what the level of a pin means on this board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._names: dict[int, str] = {board.button: "button", board.button_light: "lamp"}
        self._pins: dict[str, int] = {"button": board.button, "lamp": board.button_light}
        for place in board.places:
            whole = f"{place.seat} {place.spot}"
            for word, pin in (("seat", place.sensor), ("light", place.light)):
                self._pins.setdefault(f"{word} {place.seat}", pin)
                self._pins[f"{word} {whole}"] = pin
                self._pins.setdefault(board.line(pin), pin)
                alone = sum(p.seat == place.seat for p in board.places) == 1
                self._names[pin] = f"{word} {place.seat if alone else whole}"

    def pin(self, name: str | int) -> int:
        """Return the pin's number. Raises a Problem that lists the names there are."""
        if isinstance(name, int):
            return name
        found = self._pins.get(name)
        if found is None:
            found = self.board.chip.number(name)
        if found is None:
            raise Problem(
                f"there is no line {name!r}",
                where=self.board.name,
                remedy=f"use one of: {', '.join(sorted(self._pins))}; or a pin's name",
            )
        return found

    def name(self, pin: int) -> str:
        """Return what the pin is on this board, or the pin's own name."""
        return self._names.get(pin) or self.board.line(pin)

    def asserted(self, pin: int) -> int:
        """Return the level that stands for a covered sensor, a pressed button or a lit light."""
        board = self.board
        if pin >= PIXEL:
            return 1
        if pin == board.button:
            return int(board.file.button.active == "high")
        if pin in board.sensors:
            return int(board.file.sensors.active == "high")
        return int(board.file.lights.active == "high")
