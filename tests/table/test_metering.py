"""The table and its progressive: bets, winners, envy, verdicts, and every way to lose the link."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltlink.floor.opening import open_store
from feltlink.floor.reconcile import reconcile
from feltlink.floor.store import Store
from feltlink.link import messages as m
from feltlink.money.meter import awards
from feltlink.money.meter_request import SetState, Verify
from support.meters import plan
from support.progressive import METER, PLAIN, SEATS, Felt


@pytest.fixture
def store(tmp_path: Path) -> Store:
    opened = open_store(str(tmp_path / "meters.db"))
    opened.define(plan())
    return opened


@pytest.fixture
def felt(store: Store, tmp_path: Path) -> Felt:
    table = Felt(tmp_path / "record.db", store)
    table.connect()
    table.carry()
    return table


def contributed(store: Store) -> int:
    return store.read(METER).levels["main"].amounts.contributed


def confirm(store: Store) -> None:
    for award in store.undecided(METER):
        store.ask(Verify(METER, award.number, "confirmed", "Ann Lee"))


def test_two_winners_their_envy_and_the_reseed(felt: Felt, store: Store) -> None:
    felt.play()
    felt.carry()
    assert contributed(store) == 3 * 235_000
    calls = [e.data["why"] for e in felt.entries() if e.kind == "call"]
    assert [why[:6] for why in calls] == ["Seat 5", "Seat 2"]  # counter-clockwise
    for seat in (2, 5):
        felt.do("award", seat=seat, keyed=True)
    felt.carry()
    found = [(a.seat, a.percent, a.amount_cents) for a in store.undecided(METER)]
    assert found == [(5, 100, 100_055), (2, 10, 10_001)]  # 2 from the meter as 5 left it
    assert felt.host.view()["meters"]["meters"][0]["state"] == "pending"
    assert "progressive:5" not in felt.paid()
    answer = felt.act("close", round_id=1)
    assert "waits for its award" in answer["sentence"]
    confirm(store)
    felt.carry()
    assert felt.paid() == {
        "progressive:5": 100_055, "progressive:4": 0, "progressive:2": 10_001,
        "envy:5": 30_000, "envy:4": 100_000 + 30_000, "envy:2": 100_000,
    }  # fmt: skip
    felt.pay()
    felt.carry()
    assert store.entries(METER) is not None
    assert [e.kind for e in store.round(METER, "T1", 1)][-1] == "close"
    assert reconcile(store, METER).faults == ()


def test_pressing_again_takes_a_winner_back(felt: Felt, store: Store) -> None:
    felt.play()
    felt.do("award", seat=2, keyed=True)
    felt.carry()
    felt.do("award", seat=2, keyed=False)
    felt.carry()
    assert store.undecided(METER) == []
    felt.do("award", seat=5, keyed=True)
    felt.do("award", seat=2, keyed=True)
    felt.carry()
    assert [a.amount_cents for a in store.undecided(METER)] == [100_055, 10_001]


def test_a_voided_award_pays_nothing_and_gives_the_meter_back(felt: Felt, store: Store) -> None:
    felt.play()
    for seat in (2, 5):
        felt.do("award", seat=seat, keyed=True)
    felt.carry()
    first, second = store.undecided(METER)
    store.ask(Verify(METER, first.number, "voided", "Ann Lee", "a card too many"))
    store.ask(Verify(METER, second.number, "confirmed", "Ann Lee"))
    felt.carry()
    assert felt.paid()["progressive:5"] == 0
    felt.pay()
    assert reconcile(store, METER).faults == ()


def test_a_misdeal_takes_the_contributions_back(felt: Felt, store: Store) -> None:
    felt.bets()
    felt.lock()
    felt.do("misdeal", reason="three cards to seat 4")
    felt.carry()
    amounts = store.read(METER).levels["main"].amounts
    assert (amounts.contributed, amounts.current) == (0, 1_000_000_000)


def test_without_the_link_no_bet_is_taken_and_the_sensors_tell(
    store: Store, tmp_path: Path
) -> None:
    table = Felt(tmp_path / "record.db", store)
    table.bets()  # nothing has answered yet
    lights = [c for c in table.session.sent if isinstance(c, m.Lights)][-1]
    table.lock()
    assert "no bet" not in table.state
    assert "Seat 2, 4, 5: progressive closed" in table.state["notice"]
    assert table.state["progressive_closed"]
    wagers = {seat["seat"]: seat["wagers"] for seat in table.state["seats"] if seat["wagers"]}
    assert all("progressive" not in wagers[seat] for seat in SEATS)
    table.carry()
    assert contributed(store) == 0
    assert lights.patterns != bytes(len(lights.patterns))
    table.decide()
    table.pay()
    table.hands = PLAIN
    table.play()
    table.carry()
    assert contributed(store) == 3 * 235_000


def test_a_locked_meter_closes_the_next_round_and_keeps_this_one(felt: Felt, store: Store) -> None:
    felt.hands = PLAIN
    felt.bets()
    felt.lock()
    store.ask(SetState(METER, "locked", "Ann Lee", "sign is wrong"))
    felt.carry()
    assert contributed(store) == 3 * 235_000
    felt.decide()
    felt.pay()
    felt.do("new_game")
    answer = felt.act("wager", round_id=2, seat=2, wager="progressive", amount_cents=100)
    assert not answer["ok"]
    assert "meter uth-1 is locked" in felt.state["progressive_closed"]


def test_a_table_killed_anywhere_pays_and_counts_the_same(store: Store, tmp_path: Path) -> None:
    """The process dies after every step; the answers it had not recorded come again."""
    table = Felt(tmp_path / "record.db", store)

    def die() -> None:
        table.restart()
        table.connect()
        table.carry()

    table.connect()
    table.carry()
    table.bets()
    die()
    table.lock()
    die()
    table.decide()
    die()
    for seat in (2, 5):
        table.do("award", seat=seat, keyed=True)
        table.side.carry()  # booked, and the answer dies with the table
        die()
    confirm(store)
    table.side.carry()
    die()
    assert table.paid()["progressive:5"] == 100_055
    assert table.paid()["progressive:2"] == 10_001
    table.pay()
    die()
    assert [a.state for a in awards(store.entries(METER)) if a.state != "voided"] == [
        "confirmed",
        "confirmed",
    ]
    assert contributed(store) == 3 * 235_000
    assert reconcile(store, METER).faults == ()


def test_an_answer_is_kept_while_the_record_cannot_be_written(felt: Felt, store: Store) -> None:
    felt.play()
    felt.do("award", seat=5, keyed=True)
    felt.side.carry()
    assert felt.side.answers()
    felt.record.live.execute("PRAGMA query_only = ON")
    felt.run(100)
    assert not felt.host.view()["record"]["ok"]
    assert felt.side.answers()
    felt.run(3000)
    assert felt.host.view()["record"]["ok"]
    confirm(store)
    felt.connect()
    felt.carry()
    assert felt.paid()["progressive:5"] == 100_055
