"""The felt of a simulated board, as a demo's page shows it: chips, button, cable, lit lights.

What is lit is read from the board's pins; what lies on the felt is known only here, as on a real
table it is known only to who laid it there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from feltlink.problem import Problem
from feltlink.workshop.boards import Board

SHORTEST_US = 40_000  # a tap on a screen may be over within the 3 ms that make a press


class Simulated(Protocol):
    """What is used of `feltlink.sim.board.SimBoard`."""

    @property
    def board(self) -> Board: ...

    @property
    def now_us(self) -> int: ...

    def chip(self, seat: int, on: bool = True, spot: str | None = None) -> None: ...

    def button(self, down: bool) -> None: ...

    def lit(self, line: str | int) -> bool: ...

    def call_at(self, at_us: int, act: Callable[[], None]) -> None: ...

    def pull(self) -> None: ...

    def plug(self) -> None: ...

    def reset(self) -> None: ...


class SimFelt:
    """A person's hands at a simulated board (`feltlink.web.host.FeltPanel`)."""

    def __init__(self, sim: Simulated) -> None:
        self._sim = sim
        self._places = [(place.seat, place.spot) for place in sim.board.places]
        self._chips: set[tuple[int, str]] = set()
        self._down = False
        self._down_us = 0
        self._cable = True

    def set_chip(self, seat: int, on: bool, spot: str = "") -> None:
        """Put a chip on the sensor, or take it off. Problem: no such seat or spot."""
        wanted = [p for p in self._places if p[0] == seat and spot in ("", p[1])]
        if len(wanted) != 1:
            raise Problem(
                f"there is no sensor for seat {seat}{f', {spot}' if spot else ''}",
                where=self._sim.board.name,
                remedy="use a seat and spot of the board's file",
            )
        place = wanted[0]
        self._sim.chip(place[0], on, place[1])
        (self._chips.add if on else self._chips.discard)(place)

    def button(self, down: bool) -> None:
        """Hold the spin button down, or let it go: not before `SHORTEST_US`, as no finger does."""
        now_us = self._sim.now_us
        if down and not self._down:
            self._down_us = now_us
        if not down and self._down and now_us - self._down_us < SHORTEST_US:
            self._sim.call_at(self._down_us + SHORTEST_US, self._let_go)
            return
        self._put(down)

    def _put(self, down: bool) -> None:
        self._sim.button(down)
        self._down = down

    def press(self, ms: int = 120) -> None:
        """Press the button for `ms` milliseconds of the board's time."""
        self.button(True)
        self._sim.call_at(self._sim.now_us + ms * 1000, self._let_go)

    def _let_go(self) -> None:
        self._put(False)

    def pull(self) -> None:
        """Pull the cable."""
        if self._cable:
            self._sim.pull()
        self._cable = False

    def plug(self) -> None:
        """Plug the cable in again."""
        if not self._cable:
            self._sim.plug()
        self._cable = True

    def reset(self) -> None:
        """Reset the controller, as its reset pin does. Chips stay where they lie."""
        self._sim.reset()

    def state(self) -> dict[str, Any]:
        """What the felt shows now (`FeltPanel.state`)."""
        return {
            "spots": [
                {
                    "seat": seat,
                    "spot": spot,
                    "chip": (seat, spot) in self._chips,
                    "light": self._sim.lit(f"light {seat} {spot}"),
                }
                for seat, spot in self._places
            ],
            "button": {"down": self._down, "lamp": self._sim.lit("lamp")},
            "cable": self._cable,
        }
