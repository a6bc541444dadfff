"""kill -9 at every commit: the round goes on where it was, and the record is the undisturbed one.

Real firmware on the virtual clock; the host is a process of its own that is killed for good.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from feltlink.record import reading
from feltlink.record.database import connect_to_read
from feltlink.record.entry import GENESIS, Entry, link
from feltlink.sim.board import SimBoard
from feltlink.table.audit import books
from support.host_desk import ForkedDesk, Killed
from support.virtual_round import Felt, dealer, play

# What depends on when a host was there, and not on what happened at the table.
COMINGS = {"controller", "snapshot", "enable_spin", "disarmed"}
COMMITS = 16


def entries(path: Path) -> list[Entry]:
    connection = connect_to_read(path)
    found = list(reading.between(connection, 1))
    connection.close()
    return found


def essence(found: list[Entry]) -> list[tuple[str, dict[str, Any]]]:
    """Inputs, outcomes and money, without times and numbers, and the acts of coming and going."""
    out = []
    for entry in found:
        data = {k: v for k, v in entry.data.items() if k not in ("at_utc_us", "arm_id")}
        if entry.kind == "settled" or (entry.role == "input" and entry.kind not in COMINGS):
            out.append((entry.kind, data))
    return out


def check_sound(path: Path) -> None:
    """Chained, each event once and none left out, each draw once, money right."""
    chain = GENESIS
    numbers: dict[tuple[str, int], list[int]] = {}
    for entry in entries(path):
        chain = link(chain, entry.row())
        assert entry.chain == chain
        if entry.origin:
            key = (entry.origin.uid, entry.origin.boot_id)
            numbers.setdefault(key, []).append(entry.origin.event)
    for seen in numbers.values():
        assert seen == list(range(len(seen)))
    connection = connect_to_read(path)
    sums = books(connection)
    connection.close()
    assert sums.faults == []
    assert (sums.lines, sums.stakes_cents) == (3, 1500)


def run(path: Path, kill_after: int = 0, down_us: int = 0) -> int:
    """Play the round, with one kill; return how many commits the last host made."""
    with SimBoard(clock="virtual") as board:
        felt = Felt(board)
        desk = ForkedDesk(path, board.now_us, dealer, kill_after)
        try:
            view = play(board, desk.step, felt)
        except Killed:
            board.run(down_us)
            desk = ForkedDesk(path, board.now_us, dealer)
            view = play(board, desk.step, felt)
        else:
            assert not kill_after, f"there is no commit {kill_after}"
        desk.end()
    return int(view["commits"])


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[Entry]:
    path = tmp_path_factory.mktemp("calm") / "t.db"
    assert run(path) == COMMITS  # so that the kills below are after every one of them
    check_sound(path)
    return entries(path)


def test_the_undisturbed_round(undisturbed: list[Entry]) -> None:
    kinds = Counter(kind for kind, _ in essence(undisturbed))
    assert kinds["press"] == kinds["drawn"] == kinds["winner_paid"] == 1
    assert kinds["edge"] == 3


@pytest.mark.parametrize("commit", range(1, COMMITS + 1))
@pytest.mark.parametrize("down_ms", [100, 1500])
def test_a_kill_after_each_commit(
    tmp_path: Path, undisturbed: list[Entry], commit: int, down_ms: int
) -> None:
    run(tmp_path / "t.db", commit, down_us=down_ms * 1000)
    check_sound(tmp_path / "t.db")
    assert essence(entries(tmp_path / "t.db")) == essence(undisturbed)
