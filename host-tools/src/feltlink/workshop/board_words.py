"""What a wiring table alone does not say: where the host goes, what a line does, the supply."""

from __future__ import annotations

from feltlink.workshop.board_wires import wires
from feltlink.workshop.boards import Board

__all__ = ["words"]

_INSIDE = {
    "up": "the pull-up is inside",
    "down": "the pull-down is inside",
    "none": "no pull inside",
}
_LEVEL = {"low": "pulled to ground", "high": "driven to 3.3 V"}


def words(board: Board) -> dict[str, str]:
    """Return what it is about -> a line for the technician, in the order of wiring."""
    file = board.file
    out = {
        "chip": f"{board.chip.title}, board digest {board.digest.hex()}",
        "host": _host(board),
    }
    for wire in wires(file, board.chip):
        if wire.path[0] in ("sensors", "lights"):  # what the drivers themselves stand on
            out[wire.what.removeprefix("the ")] = wire.name
    if file.sensors.driver == "adc":
        out["sensors"] = f"analogue, {file.sensors.active} where a chip lies"
    else:
        out["sensors"] = f"{_LEVEL[file.sensors.active]} by a chip; {_INSIDE[file.sensors.pull]}"
    out["button"] = f"{_LEVEL[file.button.active]} when pressed; {_INSIDE[file.button.pull]}"
    if file.lights.driver != "ws2812":
        out["lights"] = f"lit while {_LEVEL[file.lights.active]}"
    if file.power:
        out["supply"] = f"{file.power.supply_ma:g} mA; a light draws {file.power.light_ma:g} mA"
    return out


def _host(board: Board) -> str:
    port = board.file.port
    if port.kind == "uart":
        return (
            f"an adapter of 3.3 V, {port.baud:,} baud: {port.tx} to its RX, {port.rx} to its TX,"
            " ground to ground"
        )
    if port.kind == "usb":
        return "the chip's own USB"
    return "the board's USB socket, which is UART0"
