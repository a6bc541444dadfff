"""A rotated record goes on: numbers, chain, state, controller and all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.record import app
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.signing import make_keys
from feltlink.record.store import Record
from feltlink.sim.board import SimBoard
from feltlink.table import config
from feltlink.table.rotating import rotate_record
from support.host_desk import DEMO, Desk
from support.virtual_round import Felt, dealer, over, play


def moved(path: Path) -> config.Setup:
    """The demo's table with its record at `path`."""
    setup = config.load(DEMO)
    return config.Setup(**{**vars(setup), "record": path})


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """One round, played and ended."""
    path = tmp_path / "t.db"
    make_keys(path)
    with SimBoard(clock="virtual") as board:
        desk = Desk(path, board.now_us, dealer)
        play(board, desk.seen, Felt(board), over)
        desk.close()
    return path


def feltlink(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.stdout


def test_the_table_goes_on_in_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    make_keys(path)
    with SimBoard(clock="virtual") as board:
        felt = Felt(board)
        desk = Desk(path, board.now_us, dealer)
        play(board, desk.seen, felt, over)
        for seat in (1, 3, 5):
            board.chip(seat, False)
        end_us = board.now_us + 300_000
        play(board, desk.seen, felt, lambda view: board.now_us >= end_us)
        before = desk.host.view()["state"]
        last = desk.record.number
        desk.close()

        old = rotate_record(moved(path))
        desk = Desk(path, board.now_us, None)
        assert desk.host.view()["state"]["round_id"] == before["round_id"] == 2
        live = lambda view: view["controller"]["state"] == "live"  # noqa: E731
        play(board, desk.seen, felt, live)
        kinds = [entry.kind for entry in reading.between(desk.record.live, 1)]
        assert "edge" not in kinds  # nothing that the old file holds was taken again
        assert [
            e.data["gap"] for e in reading.between(desk.record.live, 1) if "gap" in e.body
        ] == []
        desk.close()

    assert old.name == f"t.db.to-{last + 2}"  # what was there, "rotated" and its checkpoint
    assert feltlink("verify", old, "--key", f"{path}.pub")[0] == 0
    code, said = feltlink("verify", path, "--before", old)
    assert code == 0, said
    assert f"from entry {last + 3} on" in said


def test_it_is_one_chain(played: Path) -> None:
    old = rotate_record(moved(played))
    connection = connect_to_read(old)
    number, chain = reading.head(connection)
    connection.close()
    record = Record(played)
    first = next(reading.between(record.live, 1))
    assert first.number == number + 1
    assert first.data["chain"] == chain.hex()
    batch = record.batch(1)
    assert batch.add("note", "more", {}) == record.number + 1
    record.commit(batch)
    record.close()


def test_another_file_before_it_is_told(played: Path) -> None:
    old = rotate_record(moved(played))
    connection = sqlite3.connect(old)
    connection.execute("DROP TRIGGER entry_no_delete")
    connection.execute("DELETE FROM entry WHERE number > 5")
    connection.commit()
    connection.close()
    code, said = feltlink("verify", played, "--before", old)
    assert code == 1
    assert "does not go on from entry 5" in said


def test_a_first_entry_that_was_made_up_is_found(played: Path) -> None:
    rotate_record(moved(played))
    connection = sqlite3.connect(played)
    connection.execute("DROP TRIGGER entry_no_update")
    body = (
        "UPDATE entry SET body = replace(body, '\"number\":', '\"number\": ') WHERE cause IS NULL"
    )
    connection.execute(body)
    connection.commit()
    connection.close()
    assert feltlink("verify", played)[0] == 1


def test_not_in_a_round_and_not_while_the_table_runs(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with SimBoard(clock="virtual") as board:
        desk = Desk(path, board.now_us, dealer)
        marking = lambda view: view["state"]["phase"] == "marking"  # noqa: E731
        play(board, desk.seen, Felt(board), marking)
        with pytest.raises(Problem, match="another table is writing"):
            rotate_record(moved(path))
        desk.close()
    before = path.read_bytes()
    with pytest.raises(Problem, match="a round is open"):
        rotate_record(moved(path))
    assert path.read_bytes() == before
    with pytest.raises(Problem, match="no table has run"):
        rotate_record(moved(tmp_path / "empty.db"))
