"""The demo itself: one whole round on the real-time board, as `make demo SCRIPT=round` runs it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from feltlink.record.database import connect_to_read
from feltlink.record.signing import beside, head_in, public_key
from feltlink.record.verify import verify
from feltlink.table.audit import books

FELTLINK = [sys.executable, "-c", "from feltlink.cli.main import run; run()"]


def test_the_script_plays_a_round_that_balances(tmp_path: Path) -> None:
    file = tmp_path / "round.db"
    done = subprocess.run(
        [*FELTLINK, "demo", "--script", "round", "--record", str(file)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    *story, last = done.stdout.splitlines()
    connection = connect_to_read(file)
    sums = books(connection)
    verdict = verify(connection, public_key(beside(file, ".pub")), [head_in(beside(file, ".head"))])
    connection.close()
    assert (verdict.fault, verdict.checkpoints, verdict.unsigned) == (None, 1, 0)
    assert last == f"balanced: {sums.inputs} inputs, {sums.lines} settlement lines"
    assert (sums.lines, sums.stakes_cents, sums.faults) == (3, 1500, [])
    assert all(re.match(r" *\d+  \d\d:\d\d:\d\d\.\d{3}  \w+", line) for line in story)
    told = "\n".join(story)
    for word in ("seat 1, seat 3, seat 5", "even money", "button pressed (arm 1)", "draw 1: stop"):
        assert word in told


def test_the_demo_serves_its_pages_until_it_is_told_to_end() -> None:
    demo = subprocess.Popen([*FELTLINK, "demo"], stdout=subprocess.PIPE, text=True)
    assert demo.stdout is not None
    try:
        address = re.search(r"http://\S+", demo.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address.group(), timeout=10) as page:
            assert page.status == 200
    finally:
        demo.send_signal(signal.SIGINT)
        assert demo.wait(20) == 0
        demo.stdout.close()
