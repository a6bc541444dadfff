"""A bench fixture's lines through adafruit-blinka's `digitalio`, on an adapter or simulated.

Lines are driven like an open drain: asserted is an output at low, released is an input. So no
adapter needs pulls, nothing is ever driven high, and `digitalio`'s habit of driving low first when
a pin becomes an output cannot place a false bet: low is what is meant.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from feltlink.sim.lines import Lines
from feltlink.workshop.boards import Board


class FixtureLines:
    """`pin_of` turns a pin number of the controller into what `digitalio` takes for a pin."""

    def __init__(self, board: Board, pin_of: Callable[[int], Any]) -> None:
        import digitalio

        if board.file.sensors.active != "low" or board.file.button.active != "low":
            raise ValueError(f"{board.name}: an open drain can only pull a line low")
        self._digital = digitalio.DigitalInOut
        self._lines = Lines(board)
        self._pin_of = pin_of
        self._open: dict[int, Any] = {}

    def hold(self, line: str, on: bool = True) -> None:
        """Cover a sensor or press the button; or let it go."""
        pin = self._pin(line)
        if on:
            pin.switch_to_output(value=False)
        else:
            pin.switch_to_input()

    def lit(self, line: str) -> bool:
        """Tell whether a light is on."""
        number = self._lines.pin(line)
        return int(self._pin(line).value) == self._lines.asserted(number)

    def close(self) -> None:
        """Let every line go."""
        for pin in self._open.values():
            pin.switch_to_input()
            pin.deinit()
        self._open.clear()

    def _pin(self, line: str) -> Any:
        number = self._lines.pin(line)
        if number not in self._open:
            pin = self._digital(self._pin_of(number))
            pin.switch_to_input()
            self._open[number] = pin
        return self._open[number]


def adapter(kind: str) -> Callable[[int], Any]:
    """Return the pins of a real adapter wired pin to pin: the controller's GP4 to its GP4.

    `kind` is Blinka's name (`u2if`); its pins need the names of the controller's. Must be called
    before anything imports `digitalio`.
    """
    os.environ["BLINKA_" + kind.upper()] = "1"
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")  # it may ask on a terminal
    import board

    return lambda number: getattr(board, f"GP{number}")
