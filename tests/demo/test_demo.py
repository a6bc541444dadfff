"""The demo itself: one whole round on the real-time board, as `make demo SCRIPT=round` runs it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from feltlink.floor.opening import open_store
from feltlink.floor.reconcile import reconcile
from feltlink.record.database import connect_to_read
from feltlink.record.signing import beside, head_in, public_key
from feltlink.record.verify import verify
from feltlink.table.audit import books
from feltlink.table.witness import head_of

FELTLINK = [sys.executable, "-c", "from feltlink.cli.main import run; run()"]


def test_the_script_plays_a_round_that_balances(tmp_path: Path) -> None:
    file = tmp_path / "round.db"
    done = subprocess.run(
        [*FELTLINK, "demo", "--script", "round", "--record", str(file)],
        capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    *story, last = done.stdout.splitlines()
    connection = connect_to_read(file)
    sums = books(connection)
    verdict = verify(connection, public_key(beside(file, ".pub")), [head_in(beside(file, ".head"))])
    connection.close()
    assert (verdict.fault, verdict.checkpoints, verdict.unsigned) == (
        None,
        2,
        0,
    )
    assert last == f"balanced: {sums.inputs} inputs, {sums.lines} settlement lines"
    assert (sums.lines, sums.stakes_cents, sums.faults) == (3, 1500, [])
    assert all(re.match(r" *\d+  \d\d:\d\d:\d\d\.\d{3}  \w+", line) for line in story)
    told = "\n".join(story)
    for word in ("seat 1, seat 3, seat 5", "even money", "button pressed (arm 1)", "draw 1: stop"):
        assert word in told


def test_a_script_plays_again_on_the_record_of_an_earlier_run(tmp_path: Path) -> None:
    command = [*FELTLINK, "demo", "--script", "round", "--record", str(tmp_path / "round.db")]
    for lines in (3, 6):
        done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.rstrip().endswith(f"{lines} settlement lines")


def test_the_demo_serves_its_pages_until_it_is_told_to_end() -> None:
    demo = subprocess.Popen([*FELTLINK, "demo"], stdout=subprocess.PIPE, text=True)
    assert demo.stdout is not None
    try:
        address = re.search(r"http://\S+", demo.stdout.readline())
        assert address is not None
        with urllib.request.urlopen(address.group(), timeout=60) as page:
            assert page.status == 200
    finally:
        demo.send_signal(signal.SIGINT)
        assert demo.wait(60) == 0
        demo.stdout.close()


def test_the_progressive_has_two_winners_and_reconciles(tmp_path: Path) -> None:
    file = tmp_path / "round.db"
    done = subprocess.run(
        [*FELTLINK, "demo", "--script", "progressive", "--record", str(file)],
        capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    *story, reconciled, balanced = done.stdout.splitlines()
    assert reconciled.startswith("meter reconciled over 18 entries: contributions $2.115")
    assert reconciled.endswith("overflow $0.00 + paid $11,000.56")
    assert balanced.endswith("16 settlement lines")
    told = "\n".join(story)
    for words in (
        "CALL supervisor: Seat 5: royal flush, 100 % of the meter.",
        "winners keyed: nobody",  # pressed by accident, pressed again
        "seat 5 $10,000.55 (award 7), seat 2 $1,000.01 (award 9), to be verified",
        "pending, 2 being verified",
        "HAND PAY demo-progressive / 7",
        "award 7 of seat 5 confirmed by Demo Supervisor",
        "seat 4 envy of seat 5 $0: win ($1,000), handed over $1,000 by tray",
    ):
        assert words in told, words
    with open_store(str(tmp_path / "round-meters.db")) as store:
        assert reconcile(store, "demo-progressive").faults == ()
        seen = store.witnessed("Demo table")
    assert seen is not None
    connection = connect_to_read(file)
    verdict = verify(connection, public_key(beside(file, ".pub")), [head_of(seen)])
    connection.close()
    assert verdict.fault is None
