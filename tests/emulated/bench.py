"""`make bench-emulated`: the controller on a real RP2040 image, in emulated time at 125 MHz.

Prints a table, writes build/bench-emulated.json, exits 1 when a target is missed. All times are
simulated, so they repeat exactly.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from feltlink.link import messages as m
from feltlink.workshop import boards, filesystem, program
from feltlink.workshop.boards import Board
from feltwire import catalogue
from measure.row import Row
from measure.table import show
from support.bench_host import BenchHost
from support.pico import Pico
from support.pico_bench import EVERY_AT, HEAP_AT, PicoEnd, boot, many_inputs, polled

OUT = Path("build/bench-emulated.json")
BOARD = boards.load("pico-6seat")
INPUTS = 28
PULSES = 16
PULSE_US = 2_100
TROUBLE_SCANS = 300
PRESSES = 6


@dataclass(frozen=True)
class Busy:
    """What a loop of 28 inputs showed under traffic; from `troubled_per_s` on, with trouble."""

    scans_per_s: float
    troubled_per_s: float
    press_ms: float
    missed: int
    worst_gap_ms: float
    late: int
    heap_bytes: int  # in use
    heap_size: int


def main() -> int:
    image = os.environ.get("PICO_UF2", "")
    if not image:
        Console().print("no RP2040 image: set PICO_UF2=path of RPI_PICO-*.uf2")
        return 2
    kept = _busy(Path(image), BOARD)
    Console().print(kept)
    read = _busy(Path(image), polled(BOARD))
    Console().print(read)
    return show(
        [*_as_shipped(Path(image), kept.heap_size), *_rows(kept, read)], OUT, "An emulated RP2040"
    )


def _as_shipped(image: Path, heap_size: int) -> list[Row]:
    """Boot of the pico-6seat image as it is flashed; the heap's size is the image's own."""
    files = program.compiled(program.sources(BOARD), "armv6m")
    pico = Pico(image, filesystem.build(files, filesystem.PICO))
    host = BenchHost(PicoEnd(pico))
    host.find()
    welcome_ms = pico.first_byte_us(catalogue.WELCOME) / 1000
    used = heap_size - host.stats().free_bytes
    size = sum(len(data) for name, data in files.items() if name.endswith(".mpy"))
    whole = sum(map(len, files.values()))
    return [
        Row("boot_to_welcome", welcome_ms, "ms", "at most 1,500", welcome_ms <= 1500),
        Row("ram", used, "bytes of heap, pico-6seat", "at most 96 KiB", used <= 98_304),
        Row("firmware", size, f"bytes of .mpy ({whole} with main.py)", "64 KiB", size <= 65_536),
    ]


def _rows(kept: Busy, read: Busy) -> list[Row]:
    """Sampled by PIO and DMA; beside it the same loop reading the pins itself."""
    peer = "the pins polled"
    pulses = f"of {2 * PULSES}: pulses of {PULSE_US / 1000} ms"
    grain = "at least 1,000, to the clock's grain"
    return [
        Row(
            "scan_rate_28_inputs",
            kept.scans_per_s,
            "samples a second, traffic and lights on",
            grain,
            kept.scans_per_s >= 998,
        ),
        Row(
            "scan_rate_28_polled",
            read.scans_per_s,
            "scans a second, the same, the pins polled",
            grain,
            read.scans_per_s >= 998,
        ),
        Row(
            "scan_rate_in_trouble",
            kept.troubled_per_s,
            "samples a second, collector and files too",
            grain,
            kept.troubled_per_s >= 998,
            peer,
            read.troubled_per_s,
            less_is_better=False,
        ),
        Row(
            "press_to_first_byte",
            kept.press_ms,
            f"ms, worst of {PRESSES} in that trouble, 3 ms of confirmation in it",
            "at most 5",
            max(kept.press_ms, read.press_ms) <= 5,
            peer,
            read.press_ms,
        ),
        Row("edges_missed", kept.missed, pulses, "none", kept.missed == 0, peer, read.missed),
        Row(
            "worst_loop_gap",
            kept.worst_gap_ms,
            f"ms ({kept.late} over 2 ms): lights, collector, a file written",
            "no edge missed meanwhile",
            kept.missed == 0,
            peer,
            read.worst_gap_ms,
        ),
        Row(
            "ram_28_inputs",
            kept.heap_bytes,
            "bytes of heap, the measuring itself in it",
            "at most 96 KiB",
            0 < kept.heap_bytes <= 98_304,
            peer,
            read.heap_bytes,
        ),
    ]


def _busy(image: Path, board: Board) -> Busy:
    """28 inputs with traffic and all lights blinking; then files are written and the collector
    runs, too."""
    pico = boot(image, board, 0, many_inputs(INPUTS))
    host = BenchHost(PicoEnd(pico))
    host.find()
    host.run(100)
    rate = _pulses(pico, host)
    pico.put_word(EVERY_AT, TROUBLE_SCANS)
    host.do(m.Configure(key=3, value=0))
    edges = len(host.committed(m.Edge))
    troubled = _pulses(pico, host)
    edges = len(host.committed(m.Edge)) - edges
    presses = [_press(pico, host, arm_id) for arm_id in range(1, PRESSES + 1)]
    last = host.stats()
    return Busy(
        scans_per_s=rate,
        troubled_per_s=troubled,
        press_ms=max(presses) / 1000,
        missed=2 * PULSES - edges,
        worst_gap_ms=last.worst_gap_us / 1000,
        late=last.late_scans,
        heap_bytes=pico.word(HEAP_AT) - last.free_bytes,
        heap_size=pico.word(HEAP_AT),
    )


def _pulses(pico: Pico, host: BenchHost) -> float:
    """Short pulses on one sensor after the other, each while a command for all lights is carried
    out: when a loop is at its slowest. Return the scans a second."""
    before, began_us = host.stats(), pico.us
    for turn in range(PULSES):
        pin = 4 + turn
        host.session.command(m.Lights(bytes([catalogue.BLINK_FAST * 17] * 15)), pico.us)
        host.session.ask(m.AskIdentity())
        delay_us = 3_000 + 137 * turn  # at every phase of the scan
        pico.at(delay_us, lambda pin=pin: pico.drive(pin, False))  # type: ignore[misc]
        pico.at(delay_us + PULSE_US, lambda pin=pin: pico.drive(pin, None))  # type: ignore[misc]
        host.run(40)
    host.run(50)
    scans = host.stats().scans - before.scans
    return round(scans / (pico.us - began_us) * 1e6, 1)


def _press(pico: Pico, host: BenchHost, arm_id: int) -> int:
    """Microseconds from the button's contact to the first byte of PRESS on the wire."""
    host.session.command(m.Lights(bytes([catalogue.BLINK_FAST * 17] * 15)), pico.us)
    assert host.do(m.Arm(arm_id=arm_id, lease_ms=2_000)) == "ok"
    host.run(10)
    pico.sent.clear()
    pico.run(1_000 + 170 * arm_id)  # at every phase of the scan
    pressed_us = pico.us
    pico.drive(INPUTS, False)
    host.run(30)
    pico.drive(INPUTS, None)
    first_us = pico.first_byte_us(catalogue.PRESS)
    host.run(60)
    return first_us - pressed_us


if __name__ == "__main__":
    sys.exit(main())
