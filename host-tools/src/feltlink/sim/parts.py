"""The chips beside the controller on a board: what the simulated board is told of them."""

from __future__ import annotations

import json
from typing import Literal

from feltlink.workshop.board_compile import lights_wiring, sensors_wiring
from feltlink.workshop.boards import Board

Fault = Literal[
    "open chain",
    "stuck SDA",
    "shorted SDA",
    "missing chip",
    "reset chip",
    "ambient",
    "noise",
    "dead sensor",
]
"""`open chain`: 2 * the chips of the chain still there + the level read beyond.
`stuck SDA`: number of the bus; nine clocks free it. `shorted SDA`: the bus, for good.
`missing chip`: the expander's address. `reset chip`: it lost its settings, once.
`ambient`, `noise`: counts of 65535. `dead sensor`: its line, which reads 65535."""

KINDS: dict[Fault, int] = {
    "open chain": 1,
    "stuck SDA": 2,
    "shorted SDA": 3,
    "missing chip": 4,
    "reset chip": 5,
    "ambient": 6,
    "noise": 7,
    "dead sensor": 8,
}


def described(board: Board) -> str:
    """Return what `mp/simparts.py` reads: each driver's wiring as the firmware has it."""
    sensors, lights = board.file.sensors, board.file.lights
    parts: dict[str, object] = {
        "rest": int(sensors.active == "low"),
        "lit": int(lights.active == "high"),
        "port": board.file.port.kind,
    }
    if sensors.driver not in ("gpio", "pio"):
        parts[sensors.driver] = sensors_wiring(board.file, board.chip)
    if lights.driver != "gpio":
        parts[lights.driver] = lights_wiring(lights, board.chip)
    if sensors.driver == "adc":
        parts["sensors"] = board.sensors
    return json.dumps(parts)
