"""The meters' store keeps each table's signed head, and tells a record that was cut off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.record import app
from feltlink.floor.opening import open_store
from feltlink.floor.store import Store
from feltlink.problem import Problem
from feltlink.record.copies import backup, restore
from feltlink.record.sealer import Sealer
from feltlink.record.signing import make_keys, signer_of
from feltlink.record.store import Record
from feltlink.table.witness import Deposit, head_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "meters.db")) as opened:
        yield opened


def write(path: Path, count: int) -> None:
    """Entries and a checkpoint, as a table writes them."""
    record = Record(path)
    batch = record.batch(1)
    for _ in range(count):
        batch.add("note", "n", {})
    record.commit(batch)
    Sealer(record, signer_of(path)).seal(1)
    record.close()


def test_each_new_head_is_deposited_once_a_second_at_most(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "t.db"
    deposit = Deposit(path, "T1")
    deposit.step(store, 0)
    assert store.witnessed("T1") is None
    make_keys(path)
    write(path, 5)
    deposit.step(store, 500)
    assert store.witnessed("T1") is None
    deposit.step(store, 1000)
    witness = store.witnessed("T1")
    assert witness is not None
    assert head_of(witness).number == 5
    write(path, 3)
    deposit.step(store, 2000)
    deposit.step(store, 3000)
    again = store.witnessed("T1")
    assert again is not None
    assert again.number == 9


def test_an_older_record_is_seen_by_the_store_and_by_verify(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "t.db"
    make_keys(path)
    write(path, 5)
    backup(path, tmp_path / "b.db")
    write(path, 5)
    Deposit(path, "T1").step(store, 0)
    restore(tmp_path / "b.db", path)
    args = ["verify", str(path), "--store", str(tmp_path / "meters.db"), "--table", "T1"]
    told = CliRunner().invoke(app, args)
    assert told.exit_code == 1
    assert "cut off: entries 7 to 11 were in it" in told.stdout
    write(path, 1)
    with pytest.raises(Problem, match="ends at entry 7, but was seen at 11"):
        Deposit(path, "T1").step(store, 0)


def test_a_table_that_deposited_nothing(tmp_path: Path, store: Store) -> None:
    write(tmp_path / "t.db", 1)
    args = ["verify", str(tmp_path / "t.db"), "--store", str(tmp_path / "meters.db")]
    assert "which table" in str(CliRunner().invoke(app, args).exception)
    assert "no head there" in str(CliRunner().invoke(app, [*args, "--table", "T9"]).exception)
