"""The store's one face, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from feltlink.floor.opening import open_store
from feltlink.floor.place import GENESIS, Place, chained
from feltlink.floor.reading import shown
from feltlink.floor.store import Store
from feltlink.money.meter import awards, fold
from feltlink.money.meter_request import (
    Adjust,
    CloseRound,
    Contribute,
    KeyWinners,
    SetState,
    TableRequest,
    Verify,
    VoidRound,
    Winner,
)
from feltlink.problem import Problem
from support.meters import Desk, mystery_plan, plan


class Teller:
    """A table that sends requests one after the other and remembers its place."""

    def __init__(self, store: Store, table: str = "T1", meter: str = "uth-1") -> None:
        self.store, self.table, self.meter = store, table, meter
        self.last, self.chain = 0, GENESIS

    def send(self, *requests: TableRequest) -> list[str]:
        told = self.store.deliver(self.table, self.last + 1, self.chain, requests)
        assert isinstance(told, list), told
        for request in requests:
            self.last, self.chain = self.last + 1, chained(self.chain, request)
        return told

    def bet(self, *seats: int, round_id: int = 1) -> list[str]:
        return self.send(
            *(Contribute(self.meter, round_id, seat, "progressive", 100) for seat in seats)
        )

    def key(self, *winners: Winner, round_id: int = 1) -> list[str]:
        return self.send(KeyWinners(self.meter, round_id, 1, winners))


def test_a_new_meter_opens_with_its_seeds_and_never_changes(store: Store) -> None:
    assert store.define(plan())
    assert not store.define(plan())
    assert store.meters() == ["uth-1"]
    assert store.shown()["uth-1"].amounts_cents == {"main": 100_000}
    with pytest.raises(Problem, match="other settings"):
        store.define(plan(simultaneous="split"))


def test_what_is_stored_is_what_the_rules_say(store: Store) -> None:
    store.define(plan())
    desk = Desk(plan())
    teller = Teller(store)
    royal = Winner(3, "royal flush", 100)
    teller.bet(1, 2, 3)
    teller.key(royal, Winner(1, "straight flush", 10))
    teller.key(Winner(1, "straight flush", 10))
    teller.send(CloseRound("uth-1", 1))
    assert "closed" in teller.key(royal)[0]
    teller.bet(1, 2, round_id=2)
    teller.send(VoidRound("uth-1", 2, "no card to seat 2"))
    desk.with_contributions(3)
    desk.key(royal, Winner(1, "straight flush", 10))
    desk.key(Winner(1, "straight flush", 10))
    desk.close()
    desk.key(royal)
    for seat in (1, 2):
        desk.contribute(seat, round_id=2)
    desk.misdeal(round_id=2)

    def plain(entries: list) -> list:  # type: ignore[type-arg]
        return [(e.number, e.kind, e.level, e.amounts, e.of, e.seat, e.what) for e in entries]

    stored = list(store.entries("uth-1"))
    assert plain(stored) == plain(desk.entries)
    assert fold(plan(), stored).levels == store.read("uth-1").levels == desk.meter.levels
    assert all(e.at_utc_us > 1_700_000_000_000_000 for e in stored)


def test_a_repeat_and_a_gap_change_nothing_and_tell_the_place(store: Store) -> None:
    store.define(plan())
    teller = Teller(store)
    teller.bet(1, 2)
    before = store.read("uth-1").levels
    bet = Contribute("uth-1", 1, 3, "progressive", 100)
    place = Place(2, teller.chain)
    assert store.deliver("T1", 1, GENESIS, [bet]) == place
    assert store.deliver("T1", 4, teller.chain, [bet]) == place
    assert store.deliver("T1", 3, GENESIS, [bet]) == place
    assert store.read("uth-1").levels == before
    assert store.places() == {"T1": place}


def test_a_wager_under_another_number_is_still_one_wager(store: Store) -> None:
    store.define(plan())
    teller = Teller(store)
    teller.bet(1)
    teller.bet(1, 2)
    teller.bet(2, 2)
    assert store.read("uth-1").levels["main"].amounts.contributed == 2 * 235_000
    assert teller.last == 5


def test_a_cap_and_a_wrong_amount_are_left_to_the_rules(store: Store) -> None:
    store.define(plan(cap_cents=100_030))
    teller = Teller(store)
    teller.bet(1, 2, 3)
    amounts = store.read("uth-1").levels["main"].amounts
    assert (amounts.current, amounts.overflow) == (1_000_300_000, 255_000)
    (why,) = teller.send(Contribute("uth-1", 1, 4, "progressive", 500))
    assert "the meter takes 100" in why


def test_a_mystery_hits_through_the_store(store: Store) -> None:
    store.define(mystery_plan())
    teller = Teller(store, meter="mystery-1")
    rounds = 0
    while not (won := awards(store.entries("mystery-1"))):
        rounds += 1
        teller.bet(*range(1, 8), round_id=rounds)
    assert 500 < won[0].amount_cents <= 1000
    assert rounds <= 8


def test_an_award_is_pending_until_a_person_says(store: Store) -> None:
    store.define(plan())
    teller = Teller(store)
    teller.key(Winner(3, "royal flush", 100))
    (award,) = awards(store.round("uth-1", "T1", 1))
    assert store.shown()["uth-1"].state == "pending"
    store.ask(SetState("uth-1", "locked", "Ann Lee", "verification"))
    assert store.shown()["uth-1"].state == "locked"
    with pytest.raises(Problem, match="locked"):
        store.ask(Verify("uth-1", award.number, "confirmed", "Ann Lee"))
    store.ask(SetState("uth-1", "open", "Ann Lee", "verified"))
    store.ask(Verify("uth-1", award.number, "confirmed", "Ann Lee"))
    assert store.shown()["uth-1"].state == "open"
    assert awards(store.round("uth-1", "T1", 1))[0].verified_by == "Ann Lee"
    with pytest.raises(Problem, match="no award 99"):
        store.ask(Verify("uth-1", 99, "voided", "Ann Lee", "x"))


def test_two_tables_at_once_each_get_what_the_meter_held(store: Store) -> None:
    store.define(plan())
    first, second = Teller(store, "T1"), Teller(store, "T2")
    first.bet(1)
    second.key(Winner(2, "royal flush", 100))
    first.key(Winner(1, "royal flush", 100))
    assert awards(store.round("uth-1", "T2", 1))[0].amount_cents == 100_018
    assert awards(store.round("uth-1", "T1", 1))[0].amount_cents == 100_005


def test_nothing_can_be_changed_or_deleted(store: Store) -> None:
    store.define(plan())
    for statement in (
        "UPDATE meter_entry SET seat = 2",
        "DELETE FROM meter_entry",
        "UPDATE meter_level SET current = current + 1",
        "UPDATE meter_level SET current = -1, paid = paid + current + 1",
    ):
        with pytest.raises(Problem, match="refused") as caught:
            store.rows(statement)
        assert caught.value.code == 1


def test_the_witness_sees_a_record_that_was_cut_or_altered(store: Store) -> None:
    assert store.witnessed("T1") is None
    store.witness("T1", 10, "aa", "s1")
    store.witness("T1", 10, "aa", "s1")
    store.witness("T1", 20, "bb", "s2")
    seen = store.witnessed("T1")
    assert seen is not None
    assert (seen.number, seen.head, seen.signature) == (20, "bb", "s2")
    with pytest.raises(Problem, match="ends at entry 19, but was seen at 20"):
        store.witness("T1", 19, "cc", "s3")
    with pytest.raises(Problem, match="not the one that was seen"):
        store.witness("T1", 20, "cc", "s3")


def test_an_adjustment_and_reopening_keep_everything(store: Store, url: str) -> None:
    store.define(plan())
    store.ask(Adjust("uth-1", "main", "current", 5000, "Ann Lee", "float moved"))
    store.close()
    again = open_store(url)
    meter = again.read("uth-1")
    again.close()
    assert shown(meter, 0).amounts_cents == {"main": 105_000}
    assert meter.levels["main"].amounts.adjusted == 50_000_000


def test_a_new_store_is_opened_by_many_at_the_same_moment(tmp_path: Path) -> None:
    many = 6
    for number in range(10):
        url, gate = str(tmp_path / f"{number}.db"), Barrier(many)

        def opened(_: int, url: str = url, gate: Barrier = gate) -> bool:
            gate.wait()
            with open_store(url) as store:
                return store.define(plan())

        with ThreadPoolExecutor(many) as pool:
            assert sorted(pool.map(opened, range(many))) == [False] * (many - 1) + [True]


def test_an_unknown_meter_is_named(store: Store) -> None:
    with pytest.raises(Problem, match="no meter 'grand'"):
        store.read("grand")
    for request in (Contribute("grand", 1, 1, "p", 100), CloseRound("grand", 1)):
        with pytest.raises(Problem, match="no meter 'grand'"):
            store.deliver("T1", 1, GENESIS, [request])


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(Problem, match="no store of meters"):
        open_store("mysql://somewhere/x")
