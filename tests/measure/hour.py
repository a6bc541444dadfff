"""Free heap after an hour of virtual traffic. Run by itself, beside the other measures."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from feltlink.sim.board import SimBoard
from measure.row import Row
from measure.rows_scan import traffic
from support.bench_host import BenchHost

HOUR_MS = 3_600_000
STEP_US = 20_000  # how often the host looks at its port: it must take part for an hour


def measure() -> Row:
    with SimBoard(clock="virtual") as board:
        host = BenchHost(board, step_us=STEP_US)
        host.find()
        traffic(host, board, 20_000, pause_ms=500)
        before = board.heap(collect=True)[0]
        traffic(host, board, HOUR_MS, pause_ms=500)
        grown = board.heap(collect=True)[0] - before
        events = len(host.disk.rows)
        host.stream_is_whole()
        alive = board.ended == "" and len(board.device.resets) == 1
    return Row(
        "heap_growth_bytes",
        grown,
        "bytes in an hour of virtual traffic",
        f"0, after {events} events without a hole",
        grown == 0 and alive and events > 5_000,
    )


if __name__ == "__main__":
    json.dump(asdict(measure()), sys.stdout)
