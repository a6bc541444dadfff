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
from feltlink.record.rotation import rotate
from feltlink.record.schema import COLUMNS
from feltlink.record.store import Record
from feltlink.record.verify import verify


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


def copied(*numbers_and_kinds: str) -> str:
    """Put copies of entry 3 in, with these numbers and kinds."""
    pairs = zip(numbers_and_kinds[::2], numbers_and_kinds[1::2], strict=True)
    return f"INSERT INTO entry ({COLUMNS}) " + " UNION ALL ".join(
        f"SELECT {number}, at_utc_us, role, {kind}, source, round_id, NULL, NULL, NULL, NULL, NULL,"
        " body, chain FROM entry WHERE number = 3"
        for number, kind in pairs
    )


def made_before(path: Path) -> None:
    """An empty record as versions before this one made it."""
    connection = apsw.Connection(str(path))
    connection.execute((Path(__file__).parent / "made_before.sql").read_text())
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET body = '{}' WHERE number = 2",
        "DELETE FROM entry WHERE number = 3",
        f"INSERT OR REPLACE INTO entry ({COLUMNS}) SELECT {COLUMNS} FROM entry WHERE number = 2",
        copied("number + 5", "kind"),
        copied("number - 3", "kind"),
        copied("number - 4", "kind"),
        copied("number + 5", "'carried_over'"),
        copied("number + 1", "kind", "number + 3", "kind"),
    ],
)
@pytest.mark.parametrize("old", [False, True], ids=["", "a file of before"])
def test_the_database_itself_is_append_only(tmp_path: Path, statement: str, old: bool) -> None:
    if old:
        made_before(tmp_path / "r.db")
    record = filled(tmp_path / "r.db")
    before = list(reading.between(record.live, 1))
    with pytest.raises(apsw.ConstraintError):
        record.live.execute(statement)
    assert list(reading.between(record.live, 1)) == before
    record.close()


def test_each_setting_is_in_force(tmp_path: Path) -> None:
    record = Record(tmp_path / "r.db")
    names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "recursive_triggers")
    assert [record.live.pragma(name) for name in names] == ["wal", 2, 1, 0, 1]
    record.close()


def test_a_record_begins_with_entry_1_or_with_what_was_carried_over(tmp_path: Path) -> None:
    record = Record(tmp_path / "r.db")
    row = "1, 'note', {}, 'x', NULL, NULL, NULL, NULL, NULL, NULL, '{{}}', zeroblob(32)"
    for number, kind in ((0, "'n'"), (2, "'n'"), (-1, "'carried_over'")):
        values = row.format(kind)
        with pytest.raises(apsw.ConstraintError):
            record.live.execute(f"INSERT INTO entry ({COLUMNS}) VALUES ({number}, {values})")
    values = row.format("'carried_over'")
    record.live.execute(f"INSERT INTO entry ({COLUMNS}) VALUES (17, {values})")
    values = row.format("'n'")
    for number in (1, 16, 19):
        with pytest.raises(apsw.ConstraintError):
            record.live.execute(f"INSERT INTO entry ({COLUMNS}) VALUES ({number}, {values})")
    record.close()


def test_a_file_of_before_goes_on_and_is_rotated(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    made_before(path)
    record = filled(path)
    old = rotate(record, 2000, [("configuration", {})])
    record = Record(path)
    batch = record.batch(3000)
    batch.add("note", "more", {})
    record.commit(batch)
    assert [e.number for e in reading.between(record.live, 1)] == [5, 6, 7]
    assert verify(record.live).fault is None
    record.close()
    assert old.name == "r.db.to-4"


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
