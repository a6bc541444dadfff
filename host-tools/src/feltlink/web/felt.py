"""What a demo's felt panel asks of the simulated board."""

from __future__ import annotations

from typing import Any

from feltlink.problem import Problem
from feltlink.web.host import FeltPanel


def carry_out_felt(felt: FeltPanel | None, given: dict[str, Any]) -> bool:
    """Do `{"felt": "chip"|"button"|"cable"|"reset", ...}`; False when it makes no sense.

    Absolute, as everything a page sends: `on` says whether the chip lies there, `down` whether
    the button is held, `plugged` whether the cable is in.
    """
    if felt is None:
        return False
    try:
        return _do(felt, given)
    except Problem:  # a seat or spot that this board has not
        return False


def _do(felt: FeltPanel, given: dict[str, Any]) -> bool:
    match given:
        case {"felt": "chip", "seat": int(seat), "spot": str(spot), "on": bool(on)}:
            felt.set_chip(seat, on, spot)
        case {"felt": "button", "down": bool(down)}:
            felt.button(down)
        case {"felt": "cable", "plugged": bool(plugged)}:
            felt.plug() if plugged else felt.pull()
        case {"felt": "reset"}:
            felt.reset()
        case _:
            return False
    return True
