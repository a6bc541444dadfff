"""The emulated RP2040 on the bench: the host's session on its UART, boards made for measuring."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from feltlink.workshop import filesystem, program
from feltlink.workshop.boards import Board, compile_board
from support.pico import Pico

HEAP_AT = 0x40058014  # watchdog scratch register 2: here it tells the heap's size
EVERY_AT = 0x40058018  # and 3: here it is told how many scans lie between two troubles
LIGHT = 29

# The firmware's own main, and beside it what makes trouble, so many scans apart (0: never): a file
# is written, the collector runs, and for `stall_ms` nothing is done at all.
TROUBLE = """
import gc, machine, time
import table_main as table
chore = table.Loop.chore
told = [False]
due = [0, 0]
def more(self):
    parts = self.controller.parts
    scans = parts.stats.scans
    playing = parts.arming.armed or parts.bets.locked  # then the firmware puts off all of it, too
    if not told[0]:
        told[0] = True
        gc.collect()
        machine.mem32[{heap_at}] = gc.mem_alloc() + gc.mem_free()
    elif machine.mem32[{every_at}] and scans >= due[0] and not playing:
        due[0] = scans + machine.mem32[{every_at}] // 2
        due[1] ^= 1
        if due[1]:
            gc.collect()
            time.sleep_ms({stall_ms})
        else:
            with open("/scratch", "wb") as file:
                file.write(bytes(600))
    else:
        chore(self)
table.Loop.chore = more
table.run()
"""


class PicoEnd:
    """The host's end of the chip's UART, and its clock."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico

    @property
    def now_us(self) -> int:
        return self.pico.us

    def run(self, us: int) -> None:
        self.pico.run(us)

    def read(self) -> bytes:
        return self.pico.take()

    def write(self, data: bytes) -> int:
        self.pico.write(data)
        return len(data)


def polled(board: Board) -> Board:
    """The board with its pins read by the loop."""
    sensors = board.file.sensors.model_copy(update={"driver": "gpio"})
    return replace(board, file=board.file.model_copy(update={"sensors": sensors}))


def boot(
    image: Path,
    board: Board,
    every: int,
    changes: dict[str, object] | None = None,
    stall_ms: int = 0,
) -> Pico:
    """Start the chip with the firmware and the trouble; `changes` are names of `board.py`.

    `every` may be changed while it runs: put another number at EVERY_AT.
    """
    files = program.sources(board)
    if changes:
        files["board.py"] = changed(board, changes).encode()
    files["table_main.py"] = files["main.py"]
    files["main.py"] = TROUBLE.format(
        every_at=EVERY_AT, heap_at=HEAP_AT, stall_ms=stall_ms
    ).encode()
    pico = Pico(image, filesystem.build(program.compiled(files, "armv6m"), filesystem.PICO))
    pico.put_word(EVERY_AT, every)
    return pico


def changed(board: Board, changes: dict[str, object]) -> str:
    """The board's module with other values: what no board file can say."""
    names: dict[str, object] = {}
    exec(compile_board(board), names)
    names |= changes
    return "".join(f"{name} = {value!r}\n" for name, value in names.items() if name.isupper())


def many_inputs(count: int) -> dict[str, object]:
    """`count` inputs, the button last, from GP2 on; the first two share a pin, for want of pins.
    All lights share the last pin. One scan counts: each edge that is sampled is an event."""
    pins = (2, *range(2, count + 1))
    return {
        "INPUTS": pins,
        "INPUTS_LOW": (1 << count) - 1,
        "INPUTS_PULL": (1,) * count,
        "OUTPUTS": (LIGHT,) * count,
        "SENSOR_ON_MS": 1,
        "SENSOR_OFF_MS": 1,
    }
