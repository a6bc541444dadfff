"""A round through trouble, on the real firmware: resets, a pulled cable, a full disk, two hosts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.entry import Entry
from feltlink.sim.board import SimBoard
from feltlink.table.audit import books
from support.host_desk import Desk
from support.virtual_round import Felt, dealer, over, play

Until = Callable[[dict[str, Any]], bool]


class Round:
    """A board, a host and the people; `to` plays on until the view is so."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "t.db"
        self.board = SimBoard(clock="virtual")
        self.felt = Felt(self.board)
        self.desk = Desk(self.path, self.board.now_us, dealer)

    def to(self, until: Until) -> dict[str, Any]:
        return play(self.board, self.desk.seen, self.felt, until)

    def entries(self) -> list[Entry]:
        return list(reading.between(self.desk.record.live, 1))

    def count(self, kind: str) -> int:
        return sum(entry.kind == kind for entry in self.entries())

    def finish(self) -> None:
        """Play to the end; the round is paid once and the record balances."""
        self.to(over)
        sums = books(self.desk.record.live)
        assert (sums.faults, sums.lines, sums.stakes_cents) == ([], 3, 1500)
        assert (self.count("press"), self.count("drawn"), self.count("winner_paid")) == (1, 1, 1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Round]:
    one = Round(tmp_path)
    yield one
    one.desk.close()
    one.board.close()


def phase(name: str) -> Until:
    return lambda view: bool(view["state"]["phase"] == name)


def controller(state: str) -> Until:
    return lambda view: bool(view["controller"]["state"] == state)


def resets(table: Round) -> list[dict[str, Any]]:
    return [e.data for e in table.entries() if e.data.get("state") == "reset"]


@pytest.mark.parametrize("cause", ["power", "watchdog", "brown-out", "hard", "soft"])
@pytest.mark.parametrize("when", ["marking", "offer", "armed", "spun"])
def test_a_controller_reset_in_the_round(table: Round, when: str, cause: Any) -> None:
    table.to(phase(when))
    table.board.reset(cause)
    table.finish()
    table.to(lambda view: len(resets(table)) == 2)  # the first power-up, and this one
    told = resets(table)[1]
    assert told["gap"] is None or told["gap"]["new_boot_id"] == told["boot_id"]


def test_a_reset_is_an_explicit_gap_with_both_boots(table: Round) -> None:
    table.to(phase("armed"))
    table.board.reset("power")
    table.finish()
    first, second = resets(table)
    assert second["cause"] == "power on"
    assert second["gap"]["old_boot_id"] == first["boot_id"]
    assert second["gap"]["new_boot_id"] == second["boot_id"] != first["boot_id"]


def test_locked_bets_are_restored_and_their_lights_burn(table: Round) -> None:
    table.to(phase("marking"))
    for seat in (1, 3, 5):
        table.board.chip(seat, False)
    table.board.reset("power")
    table.to(controller("live"))
    table.board.run(50_000)
    table.to(lambda view: table.board.lit("light 1"))
    assert not table.board.lit("light 2")
    assert table.count("locked") == 1
    table.finish()


@pytest.mark.parametrize("when", ["locking", "marking", "armed", "spun"])
def test_a_pulled_cable_is_told_within_1500_ms_and_the_round_resumes(
    table: Round, when: str
) -> None:
    table.to(phase(when))
    table.board.pull()
    at_us = table.board.now_us
    view = table.to(controller("lost"))
    assert table.board.now_us - at_us <= 1_500_000
    assert "Bets that are locked stay locked" in view["controller"]["why"]
    answer = table.desk.host.act({"id": "t", "act": "winner_paid", "round_id": 1}, "dealer")
    assert not answer["ok"]
    table.board.run(3_000_000)
    table.board.plug()
    table.finish()


def test_a_silent_controller_is_lost_within_1500_ms(table: Round) -> None:
    table.to(phase("armed"))
    at_us = table.board.now_us
    table.board.off()
    view = table.to(controller("lost"))
    assert table.board.now_us - at_us <= 1_500_000
    assert view["state"]["phase"] == "offer"
    table.board.start()
    table.finish()


@pytest.mark.parametrize("when", ["marking", "offer", "armed", "spun"])
def test_a_full_disk_makes_a_safe_table_that_goes_on_by_itself(
    table: Round, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = table.desk.record
    table.to(phase(when))
    room = False
    mend = record.mend
    monkeypatch.setattr(record, "mend", lambda: room and mend())
    record.live.pragma("max_page_count", record.live.pragma("page_count"))
    long = {"act": "nonsense", "x": "y" * 3900}
    answers = [table.desk.host.act({"id": f"n{i}", **long}, "dealer") for i in range(20)]
    assert "the disk is full" in answers[-1]["sentence"]

    view = table.to(controller("lost"))
    assert not view["record"]["ok"]
    assert "the disk is full" in view["state"]["notice"]
    act = {"id": "t", "act": "winner_paid", "round_id": 1}
    assert "the disk is full" in table.desk.host.act(act, "dealer")["sentence"]
    end_us = table.board.now_us + 3_000_000
    table.to(lambda view: table.board.now_us >= end_us)
    assert table.board.lit("light 1")  # locked, and kept so

    room = True
    table.to(lambda view: bool(view["record"]["ok"]))
    assert table.count("record_mended") == 1
    table.finish()


def test_a_second_host_on_the_same_record_is_refused(table: Round) -> None:
    table.to(phase("marking"))
    with pytest.raises(Problem, match="another table is writing this record"):
        Desk(table.path, 0)
    table.finish()
