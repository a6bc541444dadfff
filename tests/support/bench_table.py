"""What a bench test works on: a controller's lines, the host on its cable, and its board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from feltlink.link import messages as m
from feltlink.workshop.boards import Board
from feltwire import catalogue
from support.bench_host import BenchHost


class Wires(Protocol):
    """A fixture: drives the controller's inputs and reads its lights."""

    def hold(self, line: str, on: bool = True) -> None: ...

    def lit(self, line: str) -> bool: ...


@dataclass
class Table:
    """A controller on the bench, by whatever fixture.

    `slack_ms` is for what a busy machine adds in real time.
    """

    wires: Wires
    host: BenchHost
    board: Board
    slack_ms: int = 30

    @property
    def settle_ms(self) -> int:
        """Longer than any debounce of this board."""
        return max(self.board.file.sensors.on_ms, self.board.file.sensors.off_ms) + self.slack_ms

    def chip(self, seat: int, on: bool = True) -> None:
        """Put a chip on a seat, or take it off, and wait until it counts."""
        self.wires.hold(f"seat {seat}", on)
        self.host.run(self.settle_ms)

    def press(self, down_ms: int = 60) -> None:
        """Press the button and let it go."""
        self.wires.hold("button")
        self.host.run(down_ms)
        self.wires.hold("button", False)
        self.host.run(50 + self.slack_ms)

    def pause(self) -> None:
        """Wait until what was asked for shows."""
        self.host.run(self.slack_ms)

    def lit(self) -> list[int]:
        """The seats whose light is on."""
        return [seat for seat in self.board.seats if self.wires.lit(f"light {seat}")]

    def show(self, patterns: dict[int, int]) -> str:
        """Send a pattern for each seat named, off for the others."""
        nibbles = bytearray(15)
        for place in self.board.places:
            pattern = patterns.get(place.seat, catalogue.OFF)
            nibbles[place.input >> 1] |= pattern << 4 * (place.input & 1)
        return self.host.do(m.Lights(bytes(nibbles)))
