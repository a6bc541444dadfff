# The chips beside the controller on this board, as the harness names them: each a model that
# watches pins, and the levels on those chips' own inputs.
import json
import uos

import simchip

WIRED = json.loads(uos.getenv("FELTLINK_SIM_PARTS") or "{}")
OUTSIDE = 64  # lines from here on are inputs of these chips (workshop/board_lines.py)
PIXEL = 128
RELEASED = 2

levels = bytearray([RELEASED] * 64)  # 0, 1 or RELEASED: what the harness drives
rest = WIRED.get("rest", 1)  # what a released line comes to, by its resistor
faults = {}  # kind (sim/parts.py) -> value; what is not in it is sound


def drive(line, level):
    levels[line - OUTSIDE] = level


def level(at):
    said = levels[at]
    return rest if said == RELEASED else said


def fault(kind, value, _n):
    "`value` is one more than the fault's; 0 mends."
    if value:
        faults[kind] = value - 1
    elif kind in faults:
        del faults[kind]


simchip.on_fault = fault
