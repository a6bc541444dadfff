"""Disk full, read-only, damaged, locked: each is told plainly, and no entry is half there."""

from __future__ import annotations

import os
import resource
import sqlite3
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.store import Record


def write(record: Record, count: int = 1, size: int = 10) -> None:
    batch = record.batch(1)
    for _ in range(count):
        batch.add("note", "n", {"x": "y" * size})
    record.commit(batch)


def fill(record: Record) -> None:
    """Let the file grow no further: what a full disk is to SQLite."""
    pages = record.live.pragma("page_count")
    record.live.pragma("max_page_count", pages)


def test_a_full_disk_refuses_the_whole_batch_and_mends(tmp_path: Path) -> None:
    record = Record(tmp_path / "r.db")
    write(record)
    fill(record)
    with pytest.raises(Problem, match="the disk is full") as caught:
        write(record, 50, 1000)
    assert "make room" in caught.value.remedy
    assert record.broken is caught.value
    with pytest.raises(Problem, match="the disk is full"):
        write(record)
    assert record.mend()  # the limit is the connection's, so opening anew is the room made
    write(record)
    assert [e.number for e in reading.between(record.live, 1)] == [1, 2]
    record.close()


def test_a_disk_that_takes_no_more_bytes(tmp_path: Path) -> None:
    """The operating system itself refuses the write, in the middle of a batch."""
    record = Record(tmp_path / "r.db")
    write(record)
    log = tmp_path / "r.db-wal"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 10_000, hard))
    try:
        with pytest.raises(Problem, match=r"disk"):
            write(record, 50, 1000)
        assert not record.mend() or record.number == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert record.mend()
    write(record)
    assert [e.number for e in reading.between(record.live, 1)] == [1, 2]
    record.close()


def test_a_new_record_on_a_disk_that_takes_nothing(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, hard))
    try:
        with pytest.raises(Problem, match="disk") as caught:
            Record(tmp_path / "r.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "rollback" not in str(caught.value)


def taken_away(path: Path, take: Callable[[Path], object]) -> Record:
    """A record of three entries whose file is taken from under it, as it then stands."""
    record = Record(path)
    write(record, 3)
    take(path)
    with pytest.raises(Problem, match="moved, deleted, replaced or cut") as caught:
        write(record)
    assert "r.db.kept-3" in caught.value.remedy
    assert not record.mend()
    assert not path.exists(), "a new record would forget the round"
    return record


def goes_on(record: Record) -> None:
    assert record.mend()
    write(record)
    assert [e.number for e in reading.between(record.live, 1)] == [1, 2, 3, 4]
    record.close()


def test_a_record_that_was_moved_away_goes_on_when_it_is_back(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record = taken_away(path, lambda path: path.rename(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere").rename(path)
    goes_on(record)


def test_a_record_that_was_deleted_is_kept_and_no_other_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record = taken_away(path, lambda path: path.unlink())
    for left in tmp_path.glob("r.db-*"):
        left.unlink()
    other = Record(tmp_path / "another")
    write(other)
    other.close()
    other.path.rename(path)
    assert not record.mend()
    assert record.broken is not None
    assert "lacks entry 3" in record.broken.what
    (tmp_path / "r.db.kept-3").replace(path)
    goes_on(record)


def drop_log(path: Path) -> None:
    path.with_name("r.db-wal").unlink()


def other_log(path: Path) -> None:
    log = path.with_name("r.db-wal")
    log.rename(path.with_name("moved"))
    log.write_bytes(path.with_name("moved").read_bytes())


@pytest.mark.parametrize("quiet", [False, True], ids=["new folder", "quiet folder"])
@pytest.mark.parametrize("take", [drop_log, other_log])
def test_entries_whose_log_is_gone_are_saved_and_the_record_goes_on(
    take: Callable[[Path], None], quiet: bool, tmp_path: Path
) -> None:
    """The newest entries are in the `-wal` alone: a table that wrote on would lose them."""
    path = tmp_path / "r.db"
    record = Record(path)
    write(record, 2)
    if quiet:  # no name in it has changed for long: the log is not looked at
        os.utime(tmp_path, (1, 1))
    write(record)
    take(path)
    with pytest.raises(Problem, match="its -wal was moved, deleted, replaced or cut"):
        write(record)
    goes_on(record)


def test_the_log_is_looked_at_only_when_a_name_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record(tmp_path / "r.db")
    os.utime(tmp_path, (1, 1))
    write(record)
    looked: list[str] = []
    stat = os.stat
    monkeypatch.setattr(os, "stat", lambda name: (looked.append(str(name)), stat(name))[1])
    write(record)
    assert [Path(name).name for name in looked] == [tmp_path.name, "r.db"]
    (tmp_path / "another").touch()
    write(record)
    assert Path(looked[-1]).name == "r.db-wal"
    monkeypatch.undo()
    record.close()


def test_a_record_that_was_cut_under_the_table_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record = Record(path)
    write(record, 3)
    os.truncate(path, 0)
    with pytest.raises(Problem, match="replaced or cut") as told:
        write(record)
    assert "r.db.kept-3" in told.value.remedy
    record.close()
    kept = Record(tmp_path / "r.db.kept-3")
    assert [e.number for e in reading.between(kept.live, 1)] == [1, 2, 3]
    kept.close()


def test_an_empty_file_is_not_taken_for_a_new_record(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    path.touch()
    for opened in (Record, connect_to_read):
        with pytest.raises(Problem, match="is empty: what was in it is lost") as told:
            opened(path)
        assert "restore the last backup" in told.value.remedy
    assert path.stat().st_size == 0


def test_a_folder_is_told_as_one(tmp_path: Path) -> None:
    for opened in (Record, connect_to_read):
        with pytest.raises(Problem, match="a folder is no record"):
            opened(tmp_path)


def test_a_read_only_folder(tmp_path: Path) -> None:
    record = Record(tmp_path / "r.db")
    write(record)
    record.live.pragma("query_only", 1)
    with pytest.raises(Problem, match=r"read-only|readonly"):
        write(record)
    assert record.mend()
    write(record)
    record.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(Problem, match="cannot be opened"):
        Record(tmp_path / "r.db")
    tmp_path.chmod(0o700)


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be opened") as caught:
        Record(tmp_path / "no" / "r.db")
    assert str(tmp_path / "no") in caught.value.where


def test_a_file_that_is_no_record(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("This is a letter, not a database. " * 100)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE stamps (x)")
    connection.close()
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(Problem, match="not a record"):
            Record(path)
        with pytest.raises(Problem, match="not a record"):
            connect_to_read(path)
        assert path.read_bytes() == before


def test_a_record_of_another_format_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record = Record(path)
    write(record)
    record.live.pragma("user_version", 7)
    record.close()
    before = path.read_bytes()
    with pytest.raises(Problem, match="has format 7, this Feltlink reads format 1"):
        Record(path)
    with pytest.raises(Problem, match="has format 7"):
        connect_to_read(path)
    assert path.read_bytes() == before


def test_a_damaged_file_is_told_and_never_mended_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record = Record(path)
    write(record, 200, 500)
    record.close()
    data = bytearray(path.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(Problem, match="damaged") as caught:
        Record(path)
    assert "restore the last backup" in caught.value.remedy


def test_damage_under_a_running_table(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record = Record(path)
    write(record, 200, 500)
    record.live.pragma("wal_checkpoint", "TRUNCATE")
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(path.stat().st_size - 4096))
    record.live.pragma("shrink_memory")
    with pytest.raises(Problem, match="damaged"):
        record.ask(lambda connection: list(reading.between(connection, 1)))
    assert record.hopeless
    assert not record.mend()
    record.close()


def test_another_program_that_holds_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("feltlink.record.database.BUSY_MS", 1)
    path = tmp_path / "r.db"
    record = Record(path)
    write(record)
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Problem, match="another program has locked"):
        write(record)
    other.execute("ROLLBACK")
    other.close()
    assert record.mend()
    write(record)
    assert record.number == 2
    record.close()
