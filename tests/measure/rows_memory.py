"""What is in use after boot: as a share of the heap, and estimated for a 32-bit chip.

The heap is scaled for 64-bit words, and so is what lies in it, except for code. The estimate runs
all of the program as bytecode, halves what is not code, and puts the chip's machine code on top,
which lies in its heap and outside of this one.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from feltlink.sim.board import SimBoard
from feltlink.workshop import program
from feltlink.workshop.boards import load
from measure.row import Row

HEAP_BYTES = 192 * 1024
LIMIT_BYTES = 64 * 1024
CHIP_LIMIT_BYTES = 96 * 1024
CHIP = "armv6m"
_NATIVE = re.compile(rb"^ *@micropython\.(native|viper)\n", re.MULTILINE)


def rows() -> list[Row]:
    native = program.sources(load("pico-6seat"))
    plain = {name: _NATIVE.sub(b"", text) for name, text in native.items()}
    used, heap = _heap_after_boot(native)
    used_as_bytecode, _ = _heap_after_boot(plain)
    share = round(used / heap * HEAP_BYTES)
    on_chip = (used_as_bytecode - _code_bytes(plain)) // 2 + _code_bytes(native)
    return [
        Row(
            "boot_ram_bytes",
            share,
            f"bytes of {HEAP_BYTES:,}",
            f"at most {LIMIT_BYTES:,}",
            share <= LIMIT_BYTES,
        ),
        Row(
            "boot_ram_on_chip_bytes",
            on_chip,
            "bytes, estimated for the RP2040, machine code in it",
            f"at most {CHIP_LIMIT_BYTES:,}",
            on_chip <= CHIP_LIMIT_BYTES,
        ),
    ]


def _heap_after_boot(files: Mapping[str, bytes]) -> tuple[int, int]:
    """(bytes in use, bytes of heap) with `files` running, the simulation's share off."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        with SimBoard(clock="virtual", firmware=Path(folder)) as board:
            board.run(500_000)
            assert board.ended == "", board.ended
            used, free = board.heap(collect=True)
            return used - board.device.sim_heap_bytes, used + free


def _code_bytes(files: Mapping[str, bytes]) -> int:
    """How large the program is as .mpy files, main.py too (it is shipped as source)."""
    renamed = {name.replace("main.py", "entry.py"): text for name, text in files.items()}
    return sum(len(text) for text in program.compiled(renamed, CHIP).values())
