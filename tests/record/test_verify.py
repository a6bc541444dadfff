"""Whoever changes a record is found, and the first bad entry is named."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.entry import GENESIS, Origin, link
from feltlink.record.schema import COLUMNS
from feltlink.record.sealer import Sealer
from feltlink.record.signing import (
    Head,
    Signer,
    beside,
    head_in,
    make_keys,
    public_key,
    signer_of,
)
from feltlink.record.store import Record
from feltlink.record.verify import Verdict, verify

MINUTE = 60_000_000


@pytest.fixture
def signed_record(made_once: Path, tmp_path: Path) -> Path:
    """40 entries over ten minutes, a checkpoint each minute, ended in order."""
    for file in made_once.parent.iterdir():
        shutil.copy(file, tmp_path)
    return tmp_path / "r.db"


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("signed") / "r.db"
    make_keys(path)
    record = Record(path)
    sealer = Sealer(record, signer_of(path))
    for minute in range(10):
        now = minute * MINUTE + 1
        batch = record.batch(now)
        first = batch.add(
            "input", "edge", {"seat": minute}, source="controller", round_id=minute + 1,
            origin=Origin("aabb", 7, minute),
        )  # fmt: skip
        batch.add("result", "refused", {"sentence": "no"}, cause=first)
        batch.add("input", "mark", {"seat": 1}, source="dealer", act_id=f"tap{minute}")
        record.commit(batch)
        sealer.tick(now, now)
        sealer.tick(now + MINUTE, now + MINUTE)
    record.close()
    return path


def tamper(path: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    """What somebody with the file and no respect can do: the triggers are only a courtesy."""
    connection = sqlite3.connect(path)
    for trigger in ("entry_no_update", "entry_no_delete", "entry_in_order"):
        connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
    connection.execute("DROP INDEX IF EXISTS entry_first")
    connection.execute("PRAGMA ignore_check_constraints = 1")
    change(connection)
    connection.commit()
    connection.close()


def reseal(connection: sqlite3.Connection) -> None:
    """Make the chain whole again, as a forger would who cannot sign."""
    chain = GENESIS
    for row in connection.execute(f"SELECT {COLUMNS} FROM entry ORDER BY number").fetchall():
        chain = link(chain, row)
        connection.execute("UPDATE entry SET chain = ? WHERE number = ?", (chain, row[0]))


def judge(path: Path, *witnesses: Head, key: Path | None = None) -> Verdict:
    connection = connect_to_read(path)
    try:
        return verify(connection, public_key(key or beside(path, ".pub")), witnesses)
    finally:
        connection.close()


def test_a_sound_record(signed_record: Path) -> None:
    verdict = judge(signed_record, head_in(beside(signed_record, ".head")))
    assert verdict == Verdict(
        checked_signatures=True, last=40, checkpoints=10, signed_to=39, unsigned=0,
        last_utc_us=10 * MINUTE + 1,
    )  # fmt: skip


def test_an_entry_taken_out_is_named(signed_record: Path) -> None:
    tamper(signed_record, lambda c: c.execute("DELETE FROM entry WHERE number IN (5, 6)"))
    fault = judge(signed_record).fault
    assert fault is not None
    assert (fault.number, fault.what) == (5, "entries 5 to 6 are missing")


def test_two_entries_that_changed_places(signed_record: Path) -> None:
    def swap(connection: sqlite3.Connection) -> None:
        for old, new in ((9, -1), (10, 9), (-1, 10)):
            connection.execute("UPDATE entry SET number = ? WHERE number = ?", (new, old))

    tamper(signed_record, swap)
    fault = judge(signed_record).fault
    assert fault is not None
    assert fault.number == 9


def test_an_altered_seal_is_told_from_an_altered_entry(signed_record: Path) -> None:
    tamper(
        signed_record,
        lambda c: c.execute("UPDATE entry SET chain = zeroblob(32) WHERE number = 6"),
    )
    fault = judge(signed_record).fault
    assert fault is not None
    assert "seal of entry 6" in fault.what


def test_a_forger_who_mends_the_chain_is_found_by_the_signature(signed_record: Path) -> None:
    def forge(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE entry SET body = '{\"seat\":9}' WHERE number = 10")
        reseal(connection)

    tamper(signed_record, forge)
    fault = judge(signed_record).fault
    assert fault is not None
    assert fault.number == 8  # the last good checkpoint covers up to 7
    assert "forged" in fault.what


def drop_checkpoints(connection: sqlite3.Connection, after: int) -> None:
    connection.execute(
        "UPDATE entry SET kind = 'note' WHERE number > ? AND role = 'note'", (after,)
    )
    connection.execute("UPDATE entry SET body = '{}' WHERE number = 10")
    reseal(connection)


@pytest.mark.parametrize(("after", "bad"), [(0, 1), (8, 9)])
def test_a_forger_who_drops_the_checkpoints_is_found(
    signed_record: Path, after: int, bad: int
) -> None:
    beside(signed_record, ".head").unlink()
    tamper(signed_record, lambda c: drop_checkpoints(c, after))
    fault = judge(signed_record).fault
    assert fault is not None
    assert fault.number == bad
    assert "sign" in fault.what


@pytest.mark.parametrize("left", [39, 36, 20, 1])
def test_a_cut_off_end_is_found_by_the_head(signed_record: Path, left: int) -> None:
    tamper(signed_record, lambda c: c.execute("DELETE FROM entry WHERE number > ?", (left,)))
    alone = judge(signed_record).fault
    assert alone is None or left == 1  # a chain alone does not show it
    head = head_in(beside(signed_record, ".head"))
    fault = judge(signed_record, head).fault
    if left == 39:
        assert fault is None  # the head is of entry 39: only its own checkpoint is gone
        return
    assert fault is not None
    assert fault.number == left + 1
    assert "cut off" in fault.what or left == 1


def test_a_witness_finds_a_record_that_was_written_anew_with_the_same_key(
    signed_record: Path,
) -> None:
    """Whoever has the machine has its key; what was handed out before still tells."""
    witness = head_in(beside(signed_record, ".head"))
    signer = Signer(signed_record)

    def forge(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE entry SET body = '{\"seat\":9}' WHERE number = 10")
        chain = GENESIS
        for row in connection.execute(f"SELECT {COLUMNS} FROM entry ORDER BY number").fetchall():
            fields = list(row)
            if fields[3] == "checkpoint":
                fields[11] = json.dumps(asdict(signer.sign(fields[0] - 1, chain, fields[1])))
            chain = fields[12] = link(chain, tuple(fields))
            connection.execute(
                "UPDATE entry SET body = ?, chain = ? WHERE number = ?",
                (fields[11], chain, fields[0]),
            )

    tamper(signed_record, forge)
    assert judge(signed_record).fault is None
    fault = judge(signed_record, witness).fault
    assert fault is not None
    assert "witness" in fault.what


def test_another_key_is_not_this_records(signed_record: Path, tmp_path: Path) -> None:
    make_keys(tmp_path / "other.db")
    fault = judge(signed_record, key=tmp_path / "other.db.pub").fault
    assert fault is not None
    assert "another key" in fault.what


def test_keys_are_made_once_and_kept_private(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    make_keys(path)
    assert beside(path, ".key").stat().st_mode & 0o077 == 0
    before = beside(path, ".key").read_text()
    with pytest.raises(Problem, match="has keys already"):
        make_keys(path)
    assert beside(path, ".key").read_text() == before
    beside(path, ".key").write_text("nonsense")
    with pytest.raises(Problem, match="private key cannot be read"):
        signer_of(path)
    assert signer_of(tmp_path / "unsigned.db") is None


def test_a_thousand_entries_are_signed_without_waiting(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    make_keys(path)
    record = Record(path)
    sealer = Sealer(record, signer_of(path))
    for count in (999, 1):
        batch = record.batch(1)
        for _ in range(count):
            batch.add("note", "n", {})
        record.commit(batch)
        sealer.tick(1, 1)
    assert record.number == 1001
    sealer.tick(10 * MINUTE, 1)
    assert record.number == 1001  # nothing new: nothing to sign
    last = reading.last_note(record.live, "checkpoint")
    assert last is not None
    assert last.number == 1001
    record.close()


def test_a_head_that_cannot_be_published_is_told(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    make_keys(path)
    record = Record(path)
    sealer = Sealer(record, signer_of(path))
    beside(path, ".head").mkdir()
    batch = record.batch(1)
    batch.add("note", "n", {})
    record.commit(batch)
    sealer.seal(1)
    assert "signed head cannot be written" in sealer.why
    assert record.number == 2
    record.close()
