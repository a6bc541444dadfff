"""`feltlink record drop`: at a table that has ended, and at one that runs; signed, and a period."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.main import app
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.signing import beside, head_in, make_keys
from feltlink.record.store import Record
from support.real_table import real_table
from support.staffed_folder import staff


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A demo table with a supervisor and a dealer, and keys."""
    staff(tmp_path, {"Ann Lee": "2718", "Bo": "3141"})
    make_keys(tmp_path / "table.db")
    return tmp_path


def drop(folder: Path, by: str = "Ann Lee", pin: str = "2718") -> str:
    words = ["record", "drop", str(folder / "table.toml"), "--by", by, "--pin-stdin"]
    done = CliRunner().invoke(app, words, input=f"{pin}\n")
    if isinstance(done.exception, Exception):
        raise done.exception
    return done.stdout


def dropped(folder: Path) -> list[tuple[str, str]]:
    """(source, kind) of each drop and of the entry behind it."""
    connection = connect_to_read(folder / "table.db")
    entries = list(reading.between(connection, 1))
    connection.close()
    last = [entries[i : i + 2] for i, entry in enumerate(entries) if entry.kind == "drop"]
    return [(pair[0].source, pair[1].kind) for pair in last]


def signed_to(folder: Path) -> int:
    return head_in(beside(folder / "table.db", ".head")).number


def test_at_a_table_that_has_ended(folder: Path) -> None:
    Record(folder / "table.db").close()
    for by, pin, words in (
        ("Ann Lee", "0000", "do not belong together"),
        ("Bo", "3141", "Bo is no supervisor"),
    ):
        with pytest.raises(Problem, match=words):
            drop(folder, by, pin)
    assert "drop by Ann Lee is recorded" in drop(folder)
    assert dropped(folder) == [("supervisor Ann Lee", "checkpoint")]
    assert signed_to(folder) == 7  # two that were refused and her PIN, each signed; the drop


@pytest.fixture
def running(folder: Path) -> Iterator[Path]:
    with real_table(folder, iter(range(9))) as table:
        file = folder / "table.toml"
        file.write_text(file.read_text().replace("port = 8080", f"port = {table.port}"))
        yield folder


def test_at_a_table_that_runs(running: Path) -> None:
    with pytest.raises(Problem, match="do not belong together"):
        drop(running, pin="0000")
    with pytest.raises(Problem, match="Only a supervisor"):
        drop(running, "Bo", "3141")
    assert "drop by Ann Lee is recorded" in drop(running)
    assert dropped(running) == [("supervisor Ann Lee", "checkpoint")]


def test_a_table_that_runs_and_does_not_answer(running: Path) -> None:
    file = running / "table.toml"
    file.write_text(file.read_text().replace("[web]\nport = ", "[web]\nport = 1 # "))
    with pytest.raises(Problem, match="the table runs, and does not answer"):
        drop(running)
