"""The disk fails at any one commit, before or after the entries have reached it: the round goes on.

Real firmware on the virtual clock. A commit that failed late may be on the disk all the same; what
the file then holds is the truth.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest

from feltlink.record import reading
from feltlink.record.store import Batch, Record
from feltlink.sim.board import SimBoard
from feltlink.table.audit import books
from support.host_desk import Desk
from support.virtual_round import Felt, dealer, over, play

COMMITS = 15  # of an undisturbed round


def fail_once(record: Record, at: int, monkeypatch: pytest.MonkeyPatch, *, late: bool) -> list[int]:
    """Let commit `at` fail; the list counts the commits."""
    commit = record.commit
    counted: list[int] = []

    def failing(batch: Batch) -> None:
        if batch.count:
            counted.append(batch.number)
        if len(counted) == at and batch.count:
            if late:
                commit(batch)
            record._break(apsw.IOError("injected"))
        commit(batch)

    monkeypatch.setattr(record, "commit", failing)
    return counted


def kinds(record: Record) -> list[tuple[str, Any]]:
    """The acts and events that make the round, with who and where, in order."""
    wanted = {"edge", "new_game", "begin_game", "locked", "mark", "proceed_to_spins", "press"}
    wanted |= {"drawn", "winner_paid", "settled"}
    return [
        (entry.kind, entry.data.get("seat") or entry.data.get("lines"))
        for entry in reading.between(record.live, 1)
        if entry.kind in wanted
    ]


def run(path: Path, monkeypatch: pytest.MonkeyPatch, at: int, *, late: bool) -> list[Any]:
    with SimBoard(clock="virtual") as board:
        desk = Desk(path, board.now_us, dealer)
        counted = fail_once(desk.record, at, monkeypatch, late=late)
        play(board, desk.seen, Felt(board), over)
        assert len(counted) == COMMITS if at == 0 else len(counted) > at
        sums = books(desk.record.live)
        assert (sums.faults, sums.lines, sums.stakes_cents) == ([], 3, 1500)
        mended = [e for e in reading.between(desk.record.live, 1) if e.kind == "record_mended"]
        assert len(mended) == (at > 0)
        found = kinds(desk.record)
        desk.close()
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch:
        return run(tmp_path_factory.mktemp("calm") / "t.db", patch, 0, late=False)


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, COMMITS + 1))
def test_a_failed_commit_loses_and_doubles_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    undisturbed: list[Any],
    at: int,
    late: bool,
) -> None:
    assert run(tmp_path / "t.db", monkeypatch, at, late=late) == undisturbed
