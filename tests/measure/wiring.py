"""Boards that no file can describe, for measuring only: any number of sensors, any speed.

All lights share the last pin, so that a chip of 30 pins has room for 28 sensors.
"""

from __future__ import annotations

from dataclasses import replace

from feltlink.sim.board import SimBoard
from feltlink.workshop.boards import Board, compile_board, load

LIGHT = 29


def with_baud(board: Board, baud: int) -> Board:
    """The board with a quicker port, as a Pico's USB is."""
    port = board.file.port.model_copy(update={"baud": baud})
    return replace(board, file=board.file.model_copy(update={"port": port}))


def rewire(board: SimBoard, sensors: int) -> None:
    """Give a board that is not yet started `sensors` sensors on pins 0 up; the button is next."""
    names: dict[str, object] = {}
    exec(compile_board(load("pico-6seat")), names)
    pull = names["INPUTS_PULL"]
    assert isinstance(pull, tuple)
    inputs = tuple(range(sensors + 1))
    names["INPUTS"] = inputs
    names["INPUTS_LOW"] = (1 << len(inputs)) - 1
    names["INPUTS_PULL"] = pull[:1] * len(inputs)
    names["OUTPUTS"] = (LIGHT,) * len(inputs)
    names["PORT_BAUD"] = board.board.file.port.baud
    text = "".join(f"{name} = {value!r}\n" for name, value in names.items() if name.isupper())
    (board.flash.root / "board.py").write_text(text)
