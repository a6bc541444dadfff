"""What the outputs of a board do, with the times at which they did it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feltlink.sim.lines import RELEASED, Lines
from feltlink.workshop.board_lines import PIXEL


@dataclass(frozen=True, slots=True)
class Change:
    """A pin began to drive `level`, or none (`RELEASED`). True microseconds since first power."""

    at_us: int
    pin: int
    level: int
    name: str
    lit: bool


class Trace:
    """The levels now, and every change so far. `watchers` are called with each change."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self.levels: dict[int, int] = {}
        self.shades: dict[int, bytes] = {}  # colour or duty, of lights that have one
        self.changes: list[Change] = []
        self.watchers: list[Callable[[Change], None]] = []

    def put(self, at_us: int, pin: int, level: int, shade: bytes = b"") -> None:
        """Note that `pin` drives `level` from `at_us` on."""
        self.levels[pin] = level
        self.shades[pin] = shade
        change = Change(at_us, pin, level, self._lines.name(pin), self.lit(pin))
        self.changes.append(change)
        for watcher in self.watchers:
            watcher(change)

    def dark(self, at_us: int, *, with_chains: bool = False) -> None:
        """The chip is in reset: it drives nothing. LEDs in a chain keep what they show."""
        for pin, level in list(self.levels.items()):
            if level != RELEASED and (pin < PIXEL or with_chains):
                self.put(at_us, pin, RELEASED)

    def lit(self, pin: int) -> bool:
        """Tell whether the light on `pin` is on."""
        return self.levels.get(pin, RELEASED) == self._lines.asserted(pin)
