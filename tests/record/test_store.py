"""The record keeps what it was given, in order, and nothing can be taken out again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.entry import GENESIS, Origin, canonical, link
from feltlink.record.store import Record


def filled(path: Path, count: int = 3) -> Record:
    record = Record(path)
    batch = record.batch(1000)
    for i in range(count):
        batch.add("input", "edge", {"i": i}, origin=Origin("aa", 1, i), round_id=1)
    record.commit(batch)
    return record


def test_entries_come_back_as_they_went_in(tmp_path: Path) -> None:
    record = Record(tmp_path / "r.db")
    batch = record.batch(5)
    first = batch.add("input", "mark", {"b": 1, "a": [None, "é"]}, source="dealer", act_id="x")
    batch.add("result", "refused", {"sentence": "no"}, cause=first)
    record.commit(batch)
    record.close()
    record = Record(tmp_path / "r.db")
    mark, refused = reading.between(record.live, 1)
    assert (mark.number, mark.data, mark.source, mark.act_id) == (
        1, {"a": [None, "é"], "b": 1}, "dealer", "x",
    )  # fmt: skip
    assert mark.body == canonical(mark.data)
    assert reading.results_of(record.live, 1) == [refused]
    assert reading.by_act(record.live, "x") == mark
    record.close()


def test_each_entry_covers_the_one_before(tmp_path: Path) -> None:
    record = filled(tmp_path / "r.db")
    chain = GENESIS
    for entry in reading.between(record.live, 1):
        chain = link(chain, entry.row())
        assert entry.chain == chain
    assert record.chain == chain
    record.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET body = '{}' WHERE number = 2",
        "DELETE FROM entry WHERE number = 3",
        "INSERT OR REPLACE INTO entry SELECT * FROM entry WHERE number = 2",
        "INSERT INTO entry SELECT number + 5, at_utc_us, role, kind, source, round_id, cause, NULL,"
        " NULL, NULL, NULL, body, chain FROM entry WHERE number = 3",
    ],
)
def test_the_database_itself_is_append_only(tmp_path: Path, statement: str) -> None:
    record = filled(tmp_path / "r.db")
    before = list(reading.between(record.live, 1))
    with pytest.raises(apsw.Error):
        record.live.execute(statement)
    assert list(reading.between(record.live, 1)) == before
    record.close()


@pytest.mark.parametrize("twice", ["event", "act"])
def test_an_event_or_act_twice_refuses_the_whole_batch(tmp_path: Path, twice: str) -> None:
    record = filled(tmp_path / "r.db")
    first = record.batch(1)
    first.add("input", "mark", {}, act_id="x")
    record.commit(first)
    batch = record.batch(1)
    batch.add("input", "edge", {})
    if twice == "event":
        batch.add("input", "edge", {}, origin=Origin("aa", 1, 2))
    else:
        batch.add("input", "mark", {}, act_id="x")
    with pytest.raises(Problem, match="refused an entry"):
        record.commit(batch)
    record.close()
    record = Record(tmp_path / "r.db")
    assert record.number == 4
    record.close()


def test_next_event_and_last_boot(tmp_path: Path) -> None:
    record = filled(tmp_path / "r.db")
    assert reading.next_event(record.live, "aa", 1) == 3
    assert reading.next_event(record.live, "aa", 2) == 0
    assert (reading.last_boot(record.live, "aa"), reading.last_boot(record.live, "bb")) == (1, None)
    record.close()


def test_a_second_writer_is_refused_and_named(tmp_path: Path) -> None:
    record = filled(tmp_path / "r.db")
    with pytest.raises(Problem, match=rf"another table .*process {os.getpid()}") as caught:
        Record(tmp_path / "r.db")
    assert "r.db" in caught.value.where
    record.close()
    Record(tmp_path / "r.db").close()


def test_a_killed_writer_leaves_no_lock(tmp_path: Path) -> None:
    script = (
        "import sys, os, signal, pathlib\n"
        "from feltlink.record.store import Record\n"
        "r = Record(pathlib.Path(sys.argv[1]))\n"
        "b = r.batch(1); b.add('input', 'edge', {}); r.commit(b)\n"
        "b = r.batch(1); b.add('input', 'lost', {})\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "r.db")], check=False)
    assert done.returncode == -9
    record = Record(tmp_path / "r.db")
    assert [e.kind for e in reading.between(record.live, 1)] == ["edge"]
    record.close()


def test_readers_see_a_running_record_and_cannot_write(tmp_path: Path) -> None:
    record = filled(tmp_path / "r.db")
    reader = connect_to_read(tmp_path / "r.db")
    assert reading.head(reader) == (3, record.chain)
    with pytest.raises(apsw.ReadOnlyError):
        reader.execute("DELETE FROM entry")
    batch = record.batch(2)
    batch.add("note", "more", {})
    record.commit(batch)
    assert reading.head(reader)[0] == 4
    reader.close()
    record.close()
