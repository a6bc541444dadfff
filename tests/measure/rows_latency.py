"""From the line to the host, in real time, nothing taken off: debounce, wire and all.

The peer reads the same button by mpremote's raw-REPL calls and also wants three equal readings
before it calls it a press. It opens the port as it opens a real one: by a name outside /dev/pts.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from mpremote.transport_serial import SerialTransport

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from measure.live import Live, connected
from measure.row import Row, percentile

PRESSES = 60
CHIPS = 40
PEER_PRESSES = 20
EQUAL = 3  # readings that make a press, here and there
TIMES = 5.0


def rows() -> list[Row]:
    press, chip = asyncio.run(_ours())
    peer = _mpremote()
    press_ms = percentile(press, 0.5)
    peer_ms = percentile(peer, 0.5)
    wire = "0.95 ms of wire"
    return [
        Row(
            "press_to_host_ms",
            round(press_ms, 2),
            f"ms median, with 3 equal scans and {wire}",
            f"mpremote takes {TIMES:g} times as long or more",
            press_ms * TIMES <= peer_ms,
            "mpremote raw REPL, 3 equal readings",
            round(peer_ms, 2),
        ),
        Row(
            "press_to_host_p99_ms",
            round(percentile(press, 0.99), 2),
            "ms",
            "less than mpremote's",
            percentile(press, 0.99) < percentile(peer, 0.99),
            "mpremote raw REPL, 3 equal readings",
            round(percentile(peer, 0.99), 2),
        ),
        _chip("chip_to_host_ms", "median", percentile(chip, 0.5), 40.0, wire),
        _chip("chip_to_host_p99_ms", "p99", percentile(chip, 0.99), 250.0, wire),
    ]


def _chip(name: str, word: str, value: float, most: float, wire: str) -> Row:
    unit = f"ms {word}, with 25 ms of debounce and {wire}"
    return Row(name, round(value, 2), unit, f"at most {most:g}", value <= most)


async def _ours() -> tuple[list[float], list[float]]:
    random = Random(1)
    with SimBoard() as board:
        async with connected(board) as live:
            press = [await _timed(live, random, "button", m.PressIgnored) for _ in range(PRESSES)]
            chip = [await _timed(live, random, f"seat {1 + i % 6}", m.Edge) for i in range(CHIPS)]
    return press, chip


async def _timed(live: Live, random: Random, line: str, kind: type[m.Message]) -> float:
    """Milliseconds from the line's edge to the event in the host; then let go again."""
    await asyncio.sleep(0.08 + random.random() * 0.02)  # at any phase of the scan
    before = live.seen(kind)
    begun = time.perf_counter()
    live.board.hold(line)
    await live.wait(lambda: live.seen(kind) > before)
    took = time.perf_counter() - begun
    live.board.hold(line, False)
    if kind is m.Edge:
        await live.wait(lambda: live.seen(kind) > before + 1)
    return took * 1_000


def _mpremote() -> list[float]:
    out = []
    random = Random(2)
    with TemporaryDirectory() as folder:
        (Path(folder) / "main.py").write_text("")
        with SimBoard(firmware=Path(folder), console=True) as board:
            board.run_until(lambda: board.ended != "", 10_000_000)
            repl = SerialTransport(str(board.folder / "console"), baudrate=115200)
            repl.enter_raw_repl(soft_reset=False)
            repl.exec("import machine; b = machine.Pin(8, machine.Pin.IN, machine.Pin.PULL_UP)")
            for _ in range(PEER_PRESSES):
                time.sleep(0.02 * random.random())
                begun = time.perf_counter()
                pressed = False
                equal = 0
                while equal < EQUAL:
                    if not pressed and time.perf_counter() - begun > 0.005 * random.random():
                        pressed = True
                        begun = time.perf_counter()
                        board.button(True)
                    equal = equal + 1 if repl.exec("print(b.value())").strip() == b"0" else 0
                out.append((time.perf_counter() - begun) * 1_000)
                board.button(False)
            repl.close()
    return out
