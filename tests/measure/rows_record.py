"""Checking a record entry by entry, and recalling the last ten games of a long one.

A fiftieth of the ten million entries of docs/record.md; `long_record.py` makes and measures those.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from feltlink.record.database import connect_to_read
from feltlink.record.signing import beside, public_key
from feltlink.record.verify import verify
from measure.long_record import A_ROUND, fill, recalled
from measure.row import Row

ENTRIES = 200_000
VERIFY_TARGET = 100_000
RECALL_TARGET_MS = 50.0
TRIES = 5


def rows() -> list[Row]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "r.db"
        fill(path, ENTRIES)
        return [_verify(path), _recall(path)]


def _verify(path: Path) -> Row:
    """Best of three, in time of one core: what it costs, whatever else the machine does."""
    best, plain = 0.0, 0.0
    for _ in range(3):
        connection = connect_to_read(path)
        begun = time.process_time()
        verdict = verify(connection, public_key(beside(path, ".pub")))
        best = max(best, verdict.entries / (time.process_time() - begun))
        assert verdict.fault is None
        connection.close()
        bare = sqlite3.connect(path)
        begun = time.process_time()
        count = sum(1 for _ in bare.execute("SELECT * FROM entry ORDER BY number"))
        plain = max(plain, count / (time.process_time() - begun))
        bare.close()
    return Row(
        "record_verified",
        round(best),
        "entries a second of one core",
        f"at least {VERIFY_TARGET:,}",
        best >= VERIFY_TARGET,
        "plain sqlite3 reading the same rows, checking nothing",
        round(plain),
        less_is_better=False,
    )


def _recall(path: Path) -> Row:
    took = []
    for _ in range(TRIES):
        begun = time.perf_counter()
        told = recalled(path)
        took.append((time.perf_counter() - begun) * 1000)
        assert len(told) > 9 * A_ROUND
    scanning = sqlite3.connect(path)
    begun = time.perf_counter()
    scanning.execute("SELECT * FROM entry NOT INDEXED WHERE round_id > 6656").fetchall()
    scan = (time.perf_counter() - begun) * 1000
    scanning.close()
    best = min(took)
    return Row(
        "recall_last_10",
        round(best, 2),
        f"ms for ten games out of {ENTRIES // A_ROUND:,}, told as a story",
        f"under {RECALL_TARGET_MS:g} ms",
        best < RECALL_TARGET_MS,
        "plain sqlite3 reading the record through for them",
        round(scan, 2),
    )
