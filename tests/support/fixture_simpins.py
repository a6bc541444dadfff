"""The real `digitalio` with the pins of a simulated board behind it."""

from __future__ import annotations

import os
from typing import Any, ClassVar

from feltlink.sim.board import SimBoard
from feltlink.sim.lines import RELEASED


class SimPin:
    """What `digitalio` expects of a backend's pin. `id` is the controller's pin at the far end."""

    IN, OUT = 0, 1
    LOW, HIGH = 0, 1
    PULL_NONE, PULL_UP, PULL_DOWN = 0, 1, 2
    board: ClassVar[SimBoard]
    driven_high: ClassVar[list[int]] = []

    def __init__(self, id: int) -> None:
        self.id = id
        self._mode = self.IN

    def init(self, mode: int = IN, pull: int | None = None) -> None:
        self._mode = mode
        if mode == self.IN:
            self.board.set(self.id, RELEASED)

    def value(self, level: int | None = None) -> int | None:
        if level is None:
            return self.board.level(self.id)
        if level:
            self.driven_high.append(self.id)
        self.board.set(self.id, level)
        return None


def pins_of(board: SimBoard) -> Any:
    """Make `digitalio` use the simulated board's pins; return `pin_of` for `FixtureLines`."""
    os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    import digitalio

    SimPin.board = board
    SimPin.driven_high.clear()
    digitalio.Pin = SimPin  # DigitalInOut makes its pins through this name
    return SimPin
