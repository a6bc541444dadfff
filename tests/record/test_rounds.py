"""A round is found by halving, whatever lies between the rounds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlink.record import reading
from feltlink.record.rounds import ANY_ROUND, rounds, start_of
from feltlink.record.store import Record
from feltlink.sim.board import SimBoard
from support.host_desk import Desk
from support.virtual_round import Felt, dealer, over, play

STEPS = st.lists(st.sampled_from([None, 0, 0, 0, 1, 3]), max_size=40)
"""How far the round's id rises at each entry; None is an entry of no round."""


def ids(steps: list[int | None]) -> list[int | None]:
    now, out = 0, []
    for step in steps:
        now += step or 0
        out.append(None if step is None else now)
    return out


@pytest.fixture
def record(tmp_path: Path) -> Record:
    return Record(tmp_path / "r.db")


def written(record: Record, base: int, wanted: list[int | None]) -> apsw.Connection:
    """The record with only these entries, behind a rotated-away `base`."""
    db = record.live
    db.execute("DROP TRIGGER IF EXISTS entry_no_delete")
    db.pragma("foreign_keys", 0)
    db.execute("DELETE FROM entry")
    record.number = base
    batch = record.batch(1000)
    for round_id in wanted:
        batch.add("note", "n", {}, round_id=round_id)
    record.commit(batch)
    return db


def test_it_finds_what_a_search_of_all_finds(record: Record) -> None:
    @given(STEPS, st.integers(0, 50))
    def check(steps: list[int | None], base: int) -> None:
        wanted = ids(steps)
        db = written(record, base, wanted)
        known = sorted({i for i in wanted if i})
        assert reading.last_rounds(db, 99) == known
        for round_id in [0, *known, 999]:
            found = [e.number for e in reading.of_round(db, round_id)]
            assert found == [base + n for n, i in enumerate(wanted, 1) if i == round_id]
        told = rounds(db, ANY_ROUND, 99)
        assert [(r.round_id, r.entries) for r in told] == [
            (i, wanted.count(i)) for i in known[::-1]
        ]
        for one, later in pairwise(known):
            assert [r.round_id for r in rounds(db, later, 1)] == [one]

    check()
    record.close()


def test_an_empty_record_has_none(record: Record) -> None:
    assert (start_of(record.live, 1), rounds(record.live, 9, 9)) == (1, [])
    assert reading.of_round(record.live, 1) == []
    record.close()


def test_a_long_record_is_not_read_through(record: Record) -> None:
    batch = record.batch(1)
    for number in range(20_000):
        batch.add("note", "n", {}, round_id=1 + number // 20)
    record.commit(batch)
    steps = []
    record.live.set_progress_handler(lambda: steps.append(1) is not None, 100)
    assert len(reading.of_round(record.live, 777)) == 20
    assert reading.last_rounds(record.live, 10) == list(range(991, 1001))
    assert len(rounds(record.live, 500, 10)) == 10
    record.live.set_progress_handler(None)
    assert len(steps) < 600  # of 100 steps each; reading it through once takes 1,000 and more
    record.close()


def test_a_played_rounds_id_never_falls(tmp_path: Path) -> None:
    with SimBoard(clock="virtual") as board:
        desk = Desk(tmp_path / "t.db", board.now_us, dealer)
        play(board, desk.seen, Felt(board), over)
        found = [e.round_id or 0 for e in reading.between(desk.record.live, 1)]
        desk.close()
    assert found == sorted(found)
    assert {0, 1} <= set(found)
