"""The courier: in order, once each, through every loss; and it says why when it cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from feltlink.floor.link import LinkState, Shown
from feltlink.floor.opening import open_store
from feltlink.floor.outbox import Answer
from feltlink.floor.place import LinkLost, Unconfirmed
from feltlink.floor.sqlite import SqliteStore
from feltlink.money.meter_request import SetState, Verify, Winner
from support.meters import mystery_plan, plan
from support.tables import FakeTable

ROYAL = Winner(3, "royal flush", 100)


class Wire(SqliteStore):
    """A store behind a wire that can be cut: before a batch, or after it was booked."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.cut = False
        self.lose_answer = False
        self.standby = True

    def deliver(self, *given: Any) -> Any:
        if self.cut:
            raise LinkLost("no route to the database")
        answer = super().deliver(*given)
        if self.lose_answer:
            raise LinkLost("the answer was lost")
        return answer

    def place(self, table: str) -> Any:
        if self.cut:
            raise LinkLost("no route to the database")
        return super().place(table)

    def answer(self, *given: Any) -> Any:
        if not self.standby:
            raise Unconfirmed("booked, but the standby database has not confirmed it")
        return super().answer(*given)


@pytest.fixture
def wire(tmp_path: Path) -> Wire:
    opened = Wire(tmp_path / "meters.db")
    opened.define(plan())
    return opened


@pytest.fixture
def table(wire: Wire, tmp_path: Path) -> FakeTable:
    return FakeTable(wire, tmp_path)


def wagered(store: SqliteStore, meter: str = "uth-1") -> int:
    return sum(entry.wagered_cents for entry in store.entries(meter))


def kinds(answers: Sequence[Answer]) -> list[str]:
    return [answer.kind for answer in answers]


def test_what_is_owed_is_booked_once(table: FakeTable, wire: Wire) -> None:
    assert "not answered yet" in table.refusal()
    table.bet(1, 2, 3)
    table.run()
    table.run()
    assert wagered(wire) == 300
    assert table.courier.idle()
    assert table.refusal() == ""
    assert table.courier.state.meters["uth-1"].amounts_cents == {"main": 100_055}


def test_a_cut_link_closes_the_bets_and_keeps_what_is_locked(table: FakeTable, wire: Wire) -> None:
    table.run()
    wire.cut = True
    table.bet(1, 2)
    table.run()
    assert table.refusal() == "progressive closed: no route to the database"
    assert table.courier.state.waiting == 2
    wire.cut = False
    table.run()
    assert (wagered(wire), table.refusal()) == (200, "")


def test_lost_answers_are_asked_for_again(table: FakeTable, wire: Wire) -> None:
    seed = Random(7)
    for round_id in range(1, 40):
        wire.lose_answer = seed.random() < 0.4
        table.bet(1, 2, 3, round_id=round_id)
        table.run(2)
    wire.lose_answer = False
    table.run()
    assert wagered(wire) == 39 * 300


def test_an_award_waits_for_the_link_and_says_so(table: FakeTable, wire: Wire) -> None:
    table.bet(3)
    table.run()
    wire.cut = True
    table.key(ROYAL)
    assert kinds(table.run()) == ["award_waiting"]
    wire.cut = False
    (answer,) = table.run()
    assert answer.kind == "awards"
    assert [(a["seat"], a["amount_cents"]) for a in answer.data["awards"]] == [(3, 100_018)]
    assert table.run() == []


def test_an_award_waits_for_the_standby_while_contributions_go_on(
    table: FakeTable, wire: Wire
) -> None:
    wire.standby = False
    table.key(ROYAL)
    assert kinds(table.run()) == ["award_waiting"]
    table.bet(1, round_id=2)
    table.run()
    assert (wagered(wire), table.refusal()) == (100, "")
    wire.standby = True
    assert kinds(table.run(8, 20_000)) == ["awards"]


def test_pressing_again_is_answered_with_an_empty_list(table: FakeTable) -> None:
    table.key(ROYAL)
    table.run()
    table.key(revision=2)
    (answer,) = table.run()
    assert (answer.data["revision"], answer.data["awards"]) == (2, [])


def test_a_refused_list_says_why_even_after_a_restart(
    table: FakeTable, wire: Wire, tmp_path: Path
) -> None:
    table.key(ROYAL, Winner(3, "straight flush", 10))
    table.courier.step(0)  # booked; the answer dies with the table
    again = FakeTable(wire, tmp_path)
    (answer,) = again.run()
    assert "seat 3 is keyed twice" in answer.data["refused"]


def test_a_verdict_reaches_the_table_also_after_a_restart(
    table: FakeTable, wire: Wire, tmp_path: Path
) -> None:
    table.key(ROYAL)
    (answer,) = table.run()
    number = answer.data["awards"][0]["award"]
    assert table.courier.state.meters["uth-1"].state == "pending"
    wire.ask(Verify("uth-1", number, "confirmed", "Ann Lee"))
    again = FakeTable(wire, tmp_path)
    (verdict,) = again.run()
    assert verdict.kind == "award_verified"
    assert (verdict.data["verdict"], verdict.data["by"]) == ("confirmed", "Ann Lee")
    assert again.run() == []
    assert FakeTable(wire, tmp_path).run() == []


def test_an_award_keyed_anew_is_not_voided_by_the_old_ones_reversal(
    table: FakeTable, wire: Wire, tmp_path: Path
) -> None:
    for revision, winners in enumerate([(ROYAL,), (), (ROYAL,)], 1):
        table.key(*winners, revision=revision)
        table.run()
    again = FakeTable(wire, tmp_path)
    assert again.run() == []
    assert len(again.outbox.awards()) == 1


def test_a_locked_meter_takes_no_bets_but_books_what_was_locked(
    table: FakeTable, wire: Wire
) -> None:
    wire.ask(SetState("uth-1", "locked", "Ann Lee", "inspection"))
    table.bet(1)
    table.run()
    assert wagered(wire) == 100
    assert table.refusal() == "progressive closed: meter uth-1 is locked"


def test_a_mystery_is_told_to_the_table_that_hit_it(wire: Wire, tmp_path: Path) -> None:
    wire.define(mystery_plan())
    table = FakeTable(wire, tmp_path, meter="mystery-1")
    for round_id in range(1, 9):
        table.bet(*range(1, 8), round_id=round_id)
    table.run(40)
    hits = [a for a in table.answers if a.kind == "awards"]
    assert hits
    assert all(500 < a.data["awards"][0]["amount_cents"] <= 1000 for a in hits)
    assert len({a.data["awards"][0]["award"] for a in hits}) == len(hits)


def test_a_fall_back_to_an_older_copy_is_made_whole(wire: Wire, tmp_path: Path) -> None:
    tables = [FakeTable(wire, tmp_path, name) for name in ("T1", "T2")]
    for table in tables:
        table.bet(1, 2)
        table.run()
    wire.backup(tmp_path / "older.db")
    for table in tables:
        table.bet(3, 4)
        table.key(Winner(4, "straight flush", 10))
        table.run()
    exact = wire.read("uth-1").levels
    stale = Wire(tmp_path / "older.db")
    for table in tables:
        table.store = stale
        table.courier._store = stale
        table.courier._place = None
        table.run(8)
        assert table.refusal() == ""
    assert stale.read("uth-1").levels == exact
    assert wagered(stale) == 800


def test_an_award_that_comes_back_different_stops_the_table(wire: Wire, tmp_path: Path) -> None:
    first, second = (FakeTable(wire, tmp_path, name) for name in ("T1", "T2"))
    wire.backup(tmp_path / "older.db")
    first.key(Winner(4, "straight flush", 10))
    first.run()
    second.key(Winner(2, "royal flush", 100))
    second.run()
    stale = Wire(tmp_path / "older.db")
    for table in (second, first):  # in the other order now
        table.courier._store = stale
        table.courier._place = None
        table.run(8)
    assert second.courier.state.status == "stopped"
    assert "came back" in second.refusal() or "older copy" in second.refusal()


@pytest.mark.parametrize(
    ("own", "fault"), [(1, "its own outbox holds 1"), (3, "not those of its outbox")]
)
def test_an_outbox_that_is_not_the_tables_stops_it(
    wire: Wire, tmp_path: Path, own: int, fault: str
) -> None:
    table = FakeTable(wire, tmp_path)
    table.bet(1, 2)
    table.run()
    (tmp_path / "other").mkdir()
    other = FakeTable(wire, tmp_path / "other")
    other.bet(*range(3, 3 + own))
    other.run()
    assert fault in other.refusal()
    assert wagered(wire) == 200


def test_an_outbox_lets_go_of_what_is_backed_up(
    table: FakeTable, wire: Wire, tmp_path: Path
) -> None:
    table.bet(1, 2, 3)
    table.run()
    assert table.courier.backed_up == 0
    wire.backup(tmp_path / "copy.db")
    table.run()
    assert table.courier.backed_up == 3
    table.outbox.let_go(3)
    table.bet(4)
    table.run()
    assert wagered(wire) == 400


def test_a_store_older_than_its_backup_gets_nothing_out_of_order(
    table: FakeTable, wire: Wire, tmp_path: Path
) -> None:
    """What the outbox kept for its answer is no place to go on from: what followed it is gone."""
    table.bet(3)
    table.key(Winner(3, "royal flush", 100))
    table.courier._carry()  # booked, and the answer is not fetched yet
    wire.backup(tmp_path / "early.db")
    table.bet(1, 2, 4, round_id=2)
    table.courier._carry()
    wire.backup(tmp_path / "late.db")
    table.outbox.let_go(5)
    table.courier._store = Wire(tmp_path / "early.db")
    table.courier._place = None
    table.run()
    assert "the outbox begins after that" in table.refusal()
    assert table.courier._store.place("T1").last == 2


def test_a_file_that_is_another_is_refused(tmp_path: Path) -> None:
    table = FakeTable(open_store(str(tmp_path / "m.db")), tmp_path)
    with pytest.raises(Exception, match="not a store of meters"):
        open_store(str(table.path))


@pytest.mark.parametrize(
    ("state", "now_ms", "why"),
    [
        (LinkState(), 0, "not answered yet"),
        (LinkState().heard(0, {}, 0), 10, "no meter uth-1"),
        (LinkState().heard(0, {"uth-1": Shown("uth-1", "open", {})}, 0), 3001, "silent"),
        (LinkState().heard(0, {"uth-1": Shown("uth-1", "disabled", {})}, 0), 0, "is disabled"),
        (LinkState().heard(0, {"uth-1": Shown("uth-1", "pending", {}, 1)}, 0), 3000, ""),
        (LinkState().failed("cable", 2), 0, "cable"),
    ],
)
def test_when_bets_are_taken(state: LinkState, now_ms: int, why: str) -> None:
    refusal = state.refusal("uth-1", now_ms)
    assert why in refusal
    assert bool(why) == bool(refusal)
