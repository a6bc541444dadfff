"""Durable inputs a second beside plain `sqlite3`, and contributions a second beside `pgbench`.

Inputs and plain inserts take turns in short rounds, both with a write-ahead log that has its
lasting size (in the first second after a start it grows, and the file system makes both wait). What
counts is the median of the rounds' own ratios; so do contributions and updates. PostgreSQL keeps
its defaults for durability (fsync on); its rows are left out where no server is installed.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from feltlink.floor.place import GENESIS, chained
from feltlink.floor.postgres import PostgresStore
from feltlink.money.meter_plan import Level, Plan
from feltlink.money.meter_request import Contribute
from feltlink.record.schema import PRAGMAS
from feltlink.record.store import Record
from measure.row import Row
from support import postgres

SECONDS = 1.0  # a turn of contributions or of updates
TURNS = 5
ACTS = 5  # in a round
ROUNDS = 201
WARM_UP = 1100  # by then both write-ahead logs have the size that they keep, and stop growing
GROUP = 8  # the link has at most 8 events in flight, so no commit of inputs holds more
TABLES = 8
SEATS = 6
SHARE = 0.7


Act = Callable[[], None]


def rows() -> list[Row]:
    return [*durable_inputs(), *contributions()]


def durable_inputs(seconds: float = 2 * SECONDS) -> list[Row]:
    """Inputs committed to the record one by one, and in groups as the link delivers them."""
    out = []
    for name, group in (("inputs_committed", 1), ("inputs_committed_grouped", GROUP)):
        with TemporaryDirectory() as folder:
            plain, ratio = _in_turn(
                *_plain_inserts(Path(folder) / "plain.db", group),
                *_record_inputs(Path(folder) / "record.db", group),
                seconds,
            )
        kind = "one a commit" if group == 1 else f"{group} a commit"
        out.append(
            Row(
                name,
                round(ratio * plain * group),
                f"durable inputs a second, {kind}",
                f"at least {SHARE:.0%} of plain sqlite3",
                ratio >= SHARE,
                f"plain sqlite3 inserts, same pragmas, {kind}",
                round(plain * group),
                less_is_better=False,
            )
        )
    return out


def _plain_inserts(path: Path, group: int) -> tuple[Act, Act]:
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(PRAGMAS)
    db.execute("CREATE TABLE t (number INTEGER PRIMARY KEY, at INTEGER, body TEXT)")

    def commit() -> None:
        db.execute("BEGIN IMMEDIATE")
        rows = ((time.time_ns(), '{"seat":3,"spot":"bonus","covered":true}') for _ in range(group))
        db.executemany("INSERT INTO t (at, body) VALUES (?, ?)", rows)
        db.execute("COMMIT")

    return commit, db.close


def _record_inputs(path: Path, group: int) -> tuple[Act, Act]:
    record = Record(path)
    body = {"seat": 3, "spot": "bonus", "covered": True}

    def commit() -> None:
        batch = record.batch(time.time_ns() // 1000)
        for _ in range(group):
            batch.add("input", "edge", body, source="controller", round_id=1)
        record.commit(batch)

    return commit, record.close


def contributions(seconds: float = SECONDS) -> list[Row]:
    """Eight tables on one meter, six wagers a lock, beside single-row updates by `pgbench`."""
    if postgres.missing():
        return []
    with postgres.folder() as root:
        server = postgres.Server(root, fsync=True).create().start()
        try:
            turns = [_turn(server, root, turn, seconds) for turn in range(TURNS)]
        finally:
            server.kill()
    bare = median(plain for plain, _ in turns)
    ratio = median(ours / plain for plain, ours in turns)
    return [
        Row(
            "contributions",
            round(ratio * bare),
            f"contributions a second, {TABLES} tables on one meter, {SEATS} a lock",
            "at least pgbench's single-row updates",
            ratio >= 1,
            f"pgbench, {TABLES} clients updating one row",
            round(bare),
            less_is_better=False,
        )
    ]


def _turn(server: postgres.Server, root: Path, turn: int, seconds: float) -> tuple[float, float]:
    """Updates of the peer and contributions of ours a second, one right after the other."""
    bare = _pgbench(server, root, turn, seconds)
    return bare, _tables(server, turn, seconds) * SEATS


def _pgbench(server: postgres.Server, root: Path, turn: int, seconds: float) -> float:
    script = root / "update.sql"
    script.write_text(f"UPDATE bare{turn} SET amount = amount + 1 WHERE id = 1;\n")
    script.chmod(0o644)
    with PostgresStore(server.url()) as store:
        store.rows(f"CREATE TABLE bare{turn} (id int PRIMARY KEY, amount bigint)")
        store.rows(f"INSERT INTO bare{turn} VALUES (1, 0)")
    told = subprocess.run(
        server.command("pgbench", "-n", "-h", str(server.socket), "-U", "feltlink", "-c",
                       str(TABLES), "-j", "2", "-T", str(max(1, round(seconds))), "-f",
                       str(script), "postgres"),
        check=True, capture_output=True, text=True, cwd="/",
    )  # fmt: skip
    found = re.search(r"tps = ([0-9.]+)", told.stdout)
    assert found is not None, told.stdout
    return float(found.group(1))


def _tables(server: postgres.Server, turn: int, seconds: float) -> float:
    """Locks a second of all tables together, on a meter of their own."""
    meter = f"bench{turn}"
    with PostgresStore(server.url()) as store:
        store.define(Plan(meter, 100, (Level("main", 100_000, 185_000, 50_000),)))
    counts = [0] * TABLES
    until = time.perf_counter() + seconds

    def play(table: int) -> None:
        with PostgresStore(server.url()) as store:
            last, chain, name = 0, GENESIS, f"{turn}T{table}"
            while time.perf_counter() < until:
                counts[table] += 1
                bets = [Contribute(meter, counts[table], s, "p", 100) for s in range(1, SEATS + 1)]
                told = store.deliver(name, last + 1, chain, bets)
                assert told == [""] * SEATS, told
                for bet in bets:
                    last, chain = last + 1, chained(chain, bet)

    threads = [threading.Thread(target=play, args=(table,)) for table in range(TABLES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def _in_turn(one: Act, end_one: Act, two: Act, end_two: Act, seconds: float) -> tuple[float, float]:
    """How often a second the first act is done, and how many times as often the second one: both
    the median of many short rounds, in which they take turns at being first. A moment in which the
    machine is busy hits a round, not a row, and a busy minute hits both sides of each round.
    """
    took: tuple[list[float], list[float]] = ([], [])
    for act in (one, two):
        for _ in range(WARM_UP):
            act()
    turn = 0
    while turn < ROUNDS or min(map(sum, took)) < seconds:
        for which in (0, 1) if turn % 2 else (1, 0):
            act = (one, two)[which]
            begun = time.perf_counter()
            for _ in range(ACTS):
                act()
            took[which].append(time.perf_counter() - begun)
        turn += 1
    end_one()
    end_two()
    return ACTS / median(took[0]), median(a / b for a, b in zip(*took, strict=True))
