"""Backups of a running record, checked before they are called so; restoring only what is sound."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.copies import backup, restore
from feltlink.record.database import connect_to_read
from feltlink.record.store import Record


def write(record: Record, count: int) -> None:
    batch = record.batch(1)
    for _ in range(count):
        batch.add("note", "n", {"x": record.number})
    record.commit(batch)


def size(path: Path) -> int:
    connection = connect_to_read(path)
    number, _chain = reading.head(connection)
    connection.close()
    return number


def test_a_running_record_is_backed_up_and_goes_on(tmp_path: Path) -> None:
    record = Record(tmp_path / "r.db")
    write(record, 50)
    assert backup(tmp_path / "r.db", tmp_path / "b.db").entries == 50
    write(record, 5)
    assert (size(tmp_path / "b.db"), record.number) == (50, 55)
    record.close()


def test_a_backup_is_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    """No -wal beside it: a disk that was closed for writing holds the whole."""
    record = Record(tmp_path / "r.db")
    write(record, 5)
    (tmp_path / "media").mkdir()
    backup(tmp_path / "r.db", tmp_path / "media" / "b.db")
    assert size(tmp_path / "media" / "b.db") == 5
    assert [f.name for f in (tmp_path / "media").iterdir()] == ["b.db"]
    record.close()


def test_a_backup_replaces_nothing(tmp_path: Path) -> None:
    record = Record(tmp_path / "r.db")
    write(record, 5)
    (tmp_path / "b.db").write_text("last week's")
    with pytest.raises(Problem, match="never replaces"):
        backup(tmp_path / "r.db", tmp_path / "b.db")
    with pytest.raises(Problem) as caught:
        backup(tmp_path / "r.db", tmp_path / "no" / "b.db")
    assert "no/b.db" in caught.value.where
    record.close()


def test_restoring_keeps_what_was_there_and_goes_on_from_the_backup(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record = Record(path)
    write(record, 5)
    backup(path, tmp_path / "b.db")
    write(record, 5)
    with pytest.raises(Problem, match="another table is writing"):
        restore(tmp_path / "b.db", path)
    record.close()
    assert restore(tmp_path / "b.db", path).entries == 5
    kept = [f for f in tmp_path.glob("r.db.replaced-*") if f.suffix not in (".wal", ".shm")]
    assert [size(f) for f in kept if not f.name.endswith(("-wal", "-shm"))] == [10]
    record = Record(path)
    write(record, 1)
    assert record.number == 6
    record.close()


def test_an_unsound_backup_is_not_restored(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record = Record(path)
    write(record, 5)
    backup(path, tmp_path / "b.db")
    record.close()
    connection = sqlite3.connect(tmp_path / "b.db")
    connection.execute("DROP TRIGGER entry_no_update")
    connection.execute("UPDATE entry SET body = '{}' WHERE number = 3")
    connection.commit()
    connection.close()
    with pytest.raises(Problem, match="not sound: entry 3") as caught:
        restore(tmp_path / "b.db", path)
    assert caught.value.code == 1
    assert size(path) == 5
    with pytest.raises(Problem, match="no backup here"):
        restore(tmp_path / "missing.db", path)
