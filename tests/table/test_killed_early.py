"""A signed table that is killed in its first moments leaves a record that can be proven."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import apsw
import pytest

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.signing import beside, head_in, make_keys, public_key
from feltlink.record.verify import Verdict, verify
from support.host_desk import DEMO, ForkedDesk, Killed

TABLE = [sys.executable, "-c", "from feltlink.cli.main import run; run()", "table", "run"]


def judged(path: Path) -> Verdict:
    head = beside(path, ".head")
    heads = [head_in(head)] if head.exists() else []
    connection = connect_to_read(path)
    try:
        return verify(connection, public_key(beside(path, ".pub")), heads)
    finally:
        connection.close()


def entries(path: Path) -> int:
    """How many are on the disk; none while the file is being made."""
    try:
        connection = connect_to_read(path)
    except Problem:
        return 0
    try:
        return reading.head(connection)[0]
    except apsw.Error:
        return 0
    finally:
        connection.close()


def test_killed_right_after_its_first_commit(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    make_keys(path)
    for life in (1, 2):  # the second one signs what the first one left
        desk = ForkedDesk(path, life * 1_000_000, lambda view: None, kill_after=1)
        with pytest.raises(Killed):
            desk.step(life * 1_000_000, None)
        verdict = judged(path)
        assert (verdict.fault, verdict.unproven, verdict.unsigned) == (None, "", 0)
        assert verdict.checkpoints == life


def test_a_table_process_killed_as_soon_as_there_is_an_entry(tmp_path: Path) -> None:
    shutil.copytree(DEMO.parent, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "table.db"
    make_keys(path)
    table = subprocess.Popen(
        [*TABLE, str(tmp_path / "table.toml"), "--port", "0"], stdout=subprocess.PIPE
    )
    assert table.stdout is not None
    try:
        until = time.monotonic() + 60
        while not entries(path) and time.monotonic() < until:
            assert table.poll() is None, "the table ended by itself"
            time.sleep(0.01)
    finally:
        table.kill()
        table.wait()
        table.stdout.close()
    verdict = judged(path)
    assert (verdict.fault, verdict.unproven) == (None, "")
    assert verdict.checkpoints == 1
    assert verdict.unsigned == verdict.last - verdict.signed_to - 1
