"""`feltlink record`: what the supervisor and the auditor type."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from feltlink.cli.record import app
from feltlink.problem import Problem
from feltlink.record.entry import Origin
from feltlink.record.sealer import Sealer
from feltlink.record.signing import beside, signer_of
from feltlink.record.store import Record

DAY = 1_790_000_000_000_000  # 2026-09-21T14:13:20Z


def feltlink(*words: object) -> Result:
    """Run the command; a Problem it raises is in `exception`."""
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three games, signed."""
    path = tmp_path / "t.db"
    assert feltlink("init", path).exit_code == 0
    record = Record(path)
    for game in (1, 2, 3):
        batch = record.batch(DAY + game * 60_000_000)
        body = {"seat": game, "spot": "bonus_spin", "covered": True}
        late = {**body, "at_utc_us": DAY + game * 60_000_000 - 1500}
        batch.add(
            "input", "late_edge", late, source="controller", round_id=game,
            origin=Origin("aa", 1, game - 1),
        )  # fmt: skip
        batch.add("input", "winner_paid", {"seat": game}, source="dealer", round_id=game)
        record.commit(batch)
    Sealer(record, signer_of(path)).seal(DAY)
    record.close()
    return path


def test_verify_tells_a_damaged_index_though_every_entry_is_whole(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    ask = "SELECT rootpage FROM sqlite_master WHERE name = 'entry_origin'"
    (page,) = connection.execute(ask).fetchone()
    connection.close()
    content = bytearray(path.read_bytes())
    content[page * size - 8 : page * size] = b"\xa5" * 8  # the index keeps its cells at its end
    path.write_bytes(content)
    bad = feltlink("verify", path)
    assert bad.exit_code == 1
    assert "NOT SOUND: each entry is whole, but the file is damaged" in bad.stdout
    assert "restore a backup" in bad.stdout


def test_verify_says_sound_or_names_the_entry(path: Path) -> None:
    good = feltlink("verify", path)
    assert (good.exit_code, good.stdout) == (
        0, "sound: 7 entries, 1 signed checkpoints, 0 entries after the last\n",
    )  # fmt: skip
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entry_no_update")
    connection.execute("UPDATE entry SET source = 'Dealer' WHERE number = 4")
    connection.commit()
    connection.close()
    bad = feltlink("verify", path)
    assert bad.exit_code == 1
    assert bad.stdout.startswith("NOT SOUND, from entry 4 on: entry 4 (winner_paid) was altered")
    told = json.loads(feltlink("verify", path, "--json").stdout)
    assert (told["sound"], told["first_bad"]) == (False, 4)


def test_verify_takes_the_auditors_key_and_witness(path: Path, tmp_path: Path) -> None:
    kept = tmp_path / "auditor"
    kept.mkdir()
    for suffix in (".pub", ".head"):
        beside(path, suffix).rename(kept / suffix)
    good = feltlink("verify", path, "--key", kept / ".pub", "--witness", kept / ".head")
    assert good.exit_code == 0
    assert "not checked" in feltlink("verify", path).stdout


@pytest.mark.parametrize(
    ("words", "games"),
    [([], [3]), (["1"], [3]), (["2"], [2]), (["--last", "2"], [2, 3]), (["--round", "1"], [1])],
)
def test_recall_tells_games_as_a_story(path: Path, words: list[str], games: list[int]) -> None:
    told = feltlink("recall", path, *words)
    assert told.exit_code == 0
    heads = [line for line in told.stdout.splitlines() if line.startswith("round")]
    assert heads == [f"round {game}, 2026-09-21 (UTC)" for game in games]
    first = games[0]
    expected = f"LATE, after the lock: seat {first}: chips put on bonus_spin"
    assert expected in told.stdout
    minute = f"14:{13 + first}:19.998"  # the first edge, not when it was written
    assert minute in told.stdout


@pytest.mark.parametrize("words", [["9"], ["--round", "77"]])
def test_a_game_that_is_not_there(path: Path, words: list[str]) -> None:
    told = feltlink("recall", path, *words)
    assert isinstance(told.exception, Problem)
    assert told.exception.code == 1


def test_export_writes_all_or_a_span(path: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in feltlink("export", path).stdout.splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3, 4, 5, 6, 7]
    assert lines[0]["body"]["seat"] == 1
    span = ("--from", "2026-09-21T14:15:00", "--to", "2026-09-21T14:16:20+00:00")
    out = feltlink("export", path, "--format", "csv", *span).stdout
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["number"] for row in rows] == ["3", "4"]
    assert rows[0]["utc"] == "2026-09-21T14:15:20.000000Z"
    into = tmp_path / "out.jsonl"
    assert feltlink("export", path, "-o", into).exit_code == 0
    again = feltlink("export", path, "-o", into)
    assert isinstance(again.exception, Problem)
    for wrong in (["--from", "yesterday"], ["--format", "xml"]):
        assert isinstance(feltlink("export", path, *wrong).exception, Problem)


def test_backup_and_restore(path: Path, tmp_path: Path) -> None:
    assert "7 entries" in feltlink("backup", path, tmp_path / "b.db").stdout
    path.unlink()
    assert "7 entries" in feltlink("restore", tmp_path / "b.db", path).stdout
    assert feltlink("verify", path).exit_code == 0


@pytest.mark.parametrize("command", ["verify", "recall", "export"])
def test_a_record_that_is_not_there(tmp_path: Path, command: str) -> None:
    told = feltlink(command, tmp_path / "no.db")
    assert isinstance(told.exception, Problem)
    assert "no.db" in told.exception.where
