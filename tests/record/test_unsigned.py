"""A record of which nothing is signed yet is told from a forged one and from a proven one."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from feltlink.cli.record import app
from feltlink.record.entry import GENESIS, link
from feltlink.record.schema import COLUMNS
from feltlink.record.sealer import Sealer
from feltlink.record.signing import Head, beside, head_in, make_keys, signer_of
from feltlink.record.store import Record

SECOND = 1_000_000
DAY = 1_790_000_000 * SECOND  # 2026-09-21T14:13:20Z


def feltlink(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def written(path: Path, count: int, every_s: int = 1) -> None:
    """Entries of a table that never signed."""
    record = Record(path)
    for i in range(count):
        batch = record.batch(DAY + i * every_s * SECOND)
        batch.add("note", "n", {"i": i})
        record.commit(batch)
    record.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    make_keys(tmp_path / "t.db")
    return tmp_path / "t.db"


def test_a_short_record_without_a_signature_is_neither_sound_nor_called_forged(path: Path) -> None:
    written(path, 5)
    told = feltlink("verify", path)
    assert told.exit_code == 1
    assert told.stdout.startswith(
        "NOT SIGNED: the chain of its 5 entries (since 2026-09-21T14:13:20.000000Z) is whole, but"
    )
    as_json = json.loads(feltlink("verify", path, "--json").stdout)
    assert (as_json["sound"], as_json["fault"], as_json["unsigned"]) == (False, None, 5)
    assert as_json["unproven"] in told.stdout


def test_an_empty_record_has_nothing_to_prove(path: Path) -> None:
    Record(path).close()
    told = feltlink("verify", path)
    assert (told.exit_code, told.stdout) == (1, "NOT SIGNED: no entry is in this record yet\n")


def test_an_altered_entry_is_named_all_the_same(path: Path) -> None:
    written(path, 5)
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entry_no_update")
    connection.execute("UPDATE entry SET source = 'x' WHERE number = 3")
    connection.commit()
    connection.close()
    assert feltlink("verify", path).stdout.startswith("NOT SOUND, from entry 3 on")


@pytest.mark.parametrize(("count", "every_s"), [(5, 60), (2001, 0)])
def test_what_a_table_would_have_signed_by_then_is_a_fault(
    path: Path, count: int, every_s: int
) -> None:
    written(path, count, every_s)
    told = feltlink("verify", path)
    assert told.exit_code == 1
    assert told.stdout.startswith(f"NOT SOUND, from entry 1 on: none of its {count} entries")


def stripped(path: Path) -> None:
    """What a forger does: no checkpoint left, an entry altered, the chain mended."""
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entry_no_update")
    connection.execute("UPDATE entry SET kind = 'n' WHERE kind = 'checkpoint'")
    connection.execute("UPDATE entry SET body = '{}' WHERE number = 2")
    chain = GENESIS
    for row in connection.execute(f"SELECT {COLUMNS} FROM entry ORDER BY number").fetchall():
        chain = link(chain, row)
        connection.execute("UPDATE entry SET chain = ? WHERE number = ?", (chain, row[0]))
    connection.commit()
    connection.close()


def test_a_short_record_whose_checkpoints_were_taken_out_is_found(
    path: Path, tmp_path: Path
) -> None:
    written(path, 5)
    record = Record(path)
    Sealer(record, signer_of(path)).seal(DAY + 6 * SECOND)
    record.close()
    assert feltlink("verify", path).exit_code == 0
    witness = beside(path, ".head").rename(tmp_path / "kept.head")
    stripped(path)
    alone = feltlink("verify", path)  # only the key: not proven, and it says what that may mean
    assert alone.exit_code == 1
    assert "their signatures were taken away" in alone.stdout
    told = feltlink("verify", path, "--witness", witness)
    assert told.exit_code == 1
    assert "the witness of entry 5 says otherwise" in told.stdout


def test_a_witness_proves_what_it_covers(path: Path, tmp_path: Path) -> None:
    written(path, 5)
    record = Record(path)
    signer = signer_of(path)
    assert signer is not None
    head = signer.sign(record.number, record.chain, DAY)
    record.close()
    kept = tmp_path / "kept.head"
    kept.write_text(json.dumps(asdict(head)))
    good = feltlink("verify", path, "--witness", kept)
    assert (good.exit_code, good.stdout) == (
        0, "sound: 5 entries, 0 signed checkpoints, 0 entries after the last\n",
    )  # fmt: skip
    kept.write_text(json.dumps(asdict(Head(**{**asdict(head), "signature": "00"}))))
    assert "NOT SIGNED" in feltlink("verify", path, "--witness", kept).stdout


def test_keys_for_a_record_that_is_there_sign_it_at_once(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    written(path, 5, every_s=3600)
    assert feltlink("init", path).exit_code == 0
    assert feltlink("verify", path).stdout.startswith("sound: 6 entries, 1 signed checkpoints")


def test_keys_for_a_table_that_runs(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    record = Record(path)
    told = feltlink("init", path)
    assert told.exit_code == 0
    assert "from its next start on" in told.stdout
    assert record.number == 0
    record.close()


def test_another_record_under_a_signed_ones_name_is_not_signed(path: Path) -> None:
    """Signing it would put its head in the place of the one that tells what is gone."""
    written(path, 5)
    record = Record(path)
    Sealer(record, signer_of(path)).seal(DAY)
    record.close()
    path.unlink()
    written(path, 3)
    record = Record(path)
    sealer = Sealer(record, signer_of(path))
    assert "it lacks entry 5 as it was signed last" in sealer.why
    sealer.seal(DAY)
    assert (record.number, head_in(beside(path, ".head")).number) == (3, 5)
    record.close()
    assert "cut off" in feltlink("verify", path).stdout


def test_a_head_that_is_broken_or_not_ours_keeps_nobody_from_signing(path: Path) -> None:
    written(path, 3)
    for text in ("", "{}", json.dumps(asdict(Head(9, "00", 1, "k", "00")))):
        beside(path, ".head").write_text(text)
        record = Record(path)
        sealer = Sealer(record, signer_of(path))
        sealer.seal(DAY)
        record.close()
        assert sealer.why == ""
        assert feltlink("verify", path).exit_code == 0
