"""What a scan pass costs: time, and bytes of heap."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltwire import catalogue
from measure import naive
from measure.row import Row
from measure.wiring import rewire
from support.bench_host import BenchHost

PASSES = 5_000  # one a millisecond
SIZES = (6, 14, 28)
ROUNDS = 12
PEER = "a counter an input, JSON lines"


def rows() -> list[Row]:
    """The rows; an hour of virtual traffic runs beside the others, in a process of its own."""
    with subprocess.Popen(
        [sys.executable, "-m", "measure.hour"], stdout=subprocess.PIPE, text=True
    ) as hour:
        out = _rows()
        said, _ = hour.communicate()
    if hour.returncode:
        raise RuntimeError("the hour of virtual traffic failed, see above")
    return [*out, *(Row(**row) for row in json.loads(said))]


def _rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        peers = {size: naive.write(Path(folder) / str(size), size + 1) for size in (6, 28)}
        return [*_cost(peers), _allocated(peers[6])]


def _cpu_s(board: SimBoard) -> float:
    """Processor time that the interpreter took for PASSES passes: a busy machine does not show."""
    chip = board.device.chip
    assert chip is not None
    clock = Path(f"/proc/{chip.pid}/schedstat")
    before = int(clock.read_text().split()[0])
    board.run(PASSES * 1_000)
    return (int(clock.read_text().split()[0]) - before) / 1e9


def _cost(peers: dict[int, Path]) -> list[Row]:
    """One pass by number of inputs; ours and the plain loop's by turns, the best of each."""
    with ExitStack() as running:
        boards: dict[str, SimBoard] = {}
        for size in SIZES:
            ours = running.enter_context(SimBoard(clock="virtual", start=False))
            rewire(ours, size)
            boards[f"ours {size}"] = ours
        for size, peer in peers.items():
            theirs = SimBoard(clock="virtual", firmware=peer, start=False)
            boards[f"peer {size}"] = running.enter_context(theirs)
        for board in boards.values():
            board.start()
            board.run(1_000_000)
        best = dict.fromkeys(boards, 1e9)
        for _ in range(ROUNDS):
            for name, board in boards.items():
                best[name] = min(best[name], _cpu_s(board))
        for board in boards.values():
            assert board.ended == "", board.ended
    rate = round(PASSES / best["ours 6"])
    value = round(best["ours 28"] / best["ours 6"], 3)
    middle = round(best["ours 14"] / best["ours 6"], 3)
    return [
        Row(
            "scan_passes_per_second",
            rate,
            "passes a second of processor time",
            "at least 10,000, ten times what it runs at",
            rate >= 10_000,
            f"a loop over Pin objects, {PEER}",
            round(PASSES / best["peer 6"]),
            less_is_better=False,
        ),
        Row(
            "scan_cost_28_over_6",
            value,
            "times the cost of 6 inputs",
            f"flat within 10 % (14 inputs: {middle})",
            max(value, middle) <= 1.10,
            f"a loop over Pin objects, {PEER}",
            round(best["peer 28"] / best["peer 6"], 3),
        ),
    ]


def traffic(host: BenchHost, board: SimBoard, ms: int, pause_ms: int = 100) -> list[int]:
    """Chips, presses and commands both ways for `ms`, something each `pause_ms`.

    Begins and ends with every seat empty; returns when a chip was put down or taken.
    """
    end_us = board.now_us + ms * 1_000
    step = 0
    truth = []
    while board.now_us < end_us or step % 12:
        truth.append(board.now_us)
        board.chip(1 + step % 6, step // 6 % 2 == 0)
        host.session.command(m.Lights(bytes([step & 1] * 3)), board.now_us)
        board.button(step % 4 == 0)
        if step % 8 == 0:
            host.session.command(m.Lock(1 + step), board.now_us)
        if step % 8 == 4:
            host.session.command(m.Release(1 + step - 4), board.now_us)
        if step % 8 == 2:
            host.session.command(m.Arm(1 + step, 2_000), board.now_us)
        host.run(pause_ms)
        step += 1
    return truth


def _allocated(peer: Path) -> Row:
    with SimBoard(clock="virtual") as board:
        host = BenchHost(board)
        host.find()
        host.run(2_000)  # the digest of the boot is made
        traffic(host, board, 1_000)
        board.lock_heap()
        before = board.heap()[0]
        traffic(host, board, 10_000)
        grown = board.heap()[0] - before
        board.lock_heap(False)
        events = len(host.disk.rows)
        errors = [f for f in host.messages(m.Fault) if f.code == catalogue.LOOP_ERROR]
    with SimBoard(clock="virtual", firmware=peer) as board:
        board.run(1_000_000)
        before = board.heap(collect=True)[0]
        for step in range(5):  # few passes, so that its collector does not run
            board.set(step, step & 1)
            board.write(b"ping\n")
            board.run(100_000)
        naive_bytes = (board.heap()[0] - before) * 20
    return Row(
        "loop_bytes_allocated",
        grown,
        "bytes in 10,000 passes",
        f"0, with the heap locked and {events} events, commands and answers both ways",
        grown == 0 and not errors and events > 100,
        f"a loop over Pin objects, {PEER}",
        naive_bytes,
    )
