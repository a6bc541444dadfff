"""An hour of virtual traffic: free heap, and event times. Run beside the other measures."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from measure.row import Row
from measure.rows_scan import traffic
from support.bench_host import BenchHost

HOUR_MS = 3_600_000
STEP_US = 20_000  # how often the host looks at its port: it must take part for an hour
ANSWER_STEP_US = 500  # and while an answer is due: it is what the clock is set by
PPM = 100
TIME_US = 2_000


def measure() -> list[Row]:
    with SimBoard(clock="virtual", drift_ppm=PPM) as board:
        host = BenchHost(board, step_us=STEP_US)
        host.answer_step_us = ANSWER_STEP_US
        host.find()
        truth = traffic(host, board, 20_000, pause_ms=500)
        before = board.heap(collect=True)[0]
        truth += traffic(host, board, HOUR_MS, pause_ms=500)
        grown = board.heap(collect=True)[0] - before
        events = len(host.disk.rows)
        host.stream_is_whole()
        alive = board.ended == "" and len(board.device.resets) == 1
        told = [row.at_utc_us or 0 for row in host.committed(m.Edge, m.LateEdge)]
    late = [at - true for at, true in zip(told, truth, strict=False)]
    worst = max(abs(one) for one in late)
    return [
        Row(
            "heap_growth_bytes",
            grown,
            "bytes in an hour of virtual traffic",
            f"0, after {events} events without a hole",
            grown == 0 and alive and events > 5_000,
        ),
        Row(
            "event_time_error_ms",
            worst / 1_000,
            f"ms, the worst of {len(told)} edges in that hour",
            f"at most {TIME_US / 1_000:g}, the crystal {PPM} ppm fast",
            worst <= TIME_US and abs(len(told) - len(truth)) <= 1,
            "without the regression",
            HOUR_MS * PPM / 1e6,
        ),
    ]


if __name__ == "__main__":
    json.dump([asdict(row) for row in measure()], sys.stdout)
