"""What the pages need of the running table and, in a demo, of the felt: nothing more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol


class Host(Protocol):
    """The running table (`feltlink.table.host.TableHost`). All calls in one thread."""

    def view(self) -> dict[str, Any]:
        """The whole truth as JSON, see docs/architecture.md, "The table host, as pages see it"."""
        ...

    def act(self, act: dict[str, Any], by: str) -> Any:
        """Carry out one act, or wait for it: `{"id", "ok", "sentence", "seq"}`.

        The same `id` again gives the first answer again and changes nothing.
        """
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed()` after each change of the view, until the returned function is called."""
        ...


class FeltPanel(Protocol):
    """The felt of a simulated board: chips, the button, the cable, the reset line."""

    def set_chip(self, seat: int, on: bool, spot: str = "") -> None:
        """Put a chip on the sensor, or take it off. `spot` may be left out where there is one."""
        ...

    def button(self, down: bool) -> None:
        """Hold the spin button down, or let it go."""
        ...

    def press(self, ms: int = 120) -> None:
        """Press the button for `ms` milliseconds."""
        ...

    def pull(self) -> None:
        """Pull the cable."""
        ...

    def plug(self) -> None:
        """Plug the cable in again."""
        ...

    def reset(self) -> None:
        """Reset the controller, as its reset pin does."""
        ...

    def state(self) -> Mapping[str, Any]:
        """What the felt shows now.

        `{"spots": [{"seat", "spot", "chip": bool, "light": bool}], "button": {"down": bool,
        "lamp": bool}, "cable": bool}`, read from the board's pins, in board order.
        """
        ...
