"""Acts of several people and tables on one meter at the same instant: one order, exact books."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing

from feltlink.floor.opening import open_store
from feltlink.floor.place import Place
from feltlink.floor.reconcile import reconcile
from feltlink.floor.store import Store
from feltlink.money.meter import MYSTERY
from feltlink.money.meter_request import (
    Adjust,
    Contribute,
    KeyWinners,
    SetState,
    TableRequest,
    Verify,
    VoidRound,
    Winner,
)
from feltlink.problem import Problem
from support.meters import mystery_plan, plan


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Carry the acts out in threads that begin together; what each gave or raised."""
    out: list[object] = [None] * len(acts)
    begin = threading.Barrier(len(acts))

    def run(i: int) -> None:
        begin.wait()
        try:
            out[i] = acts[i]()
        except Problem as problem:
            out[i] = problem

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return out


def desk(url: str, request: Verify | Adjust | SetState) -> Callable[[], object]:
    def ask() -> object:
        with closing(open_store(url)) as store:
            return store.ask(request).number

    return ask


def table(url: str, name: str, *requests: TableRequest) -> Callable[[], object]:
    """A table that asks for one thing after the other."""

    def carry() -> object:
        with closing(open_store(url)) as store:
            why: list[str] = []
            for request in requests:
                place = store.place(name)
                told = store.deliver(name, place.last + 1, place.chain, [request])
                assert not isinstance(told, Place)
                why += told
            return why

    return carry


def exact(store: Store, meter: str = "uth-1") -> None:
    assert reconcile(store, meter).faults == ()


def bets(meter: str, count: int, seat: int = 1) -> list[TableRequest]:
    return [Contribute(meter, i, seat, "progressive", 100) for i in range(1, count + 1)]


def test_of_a_confirmation_and_a_void_one_holds(url: str, store: Store) -> None:
    store.define(plan())
    for i in range(1, 5):
        table(url, "T1", Contribute("uth-1", i, 1, "progressive", 100))()
        table(url, "T1", KeyWinners("uth-1", i, 1, (Winner(1, "royal flush", 100),)))()
        (award,) = store.undecided("uth-1")
        said = at_once(
            desk(url, Verify("uth-1", award.number, "confirmed", "Ann Lee", "seen")),
            desk(url, Verify("uth-1", award.number, "voided", "Bo Ray", "not seen")),
        )
        refused = [one for one in said if isinstance(one, Problem)]
        assert len(refused) == 1, said
        assert "is already" in refused[0].what
        assert store.undecided("uth-1") == []
        exact(store)


def test_a_win_a_misdeal_an_adjustment_and_a_lock_at_once(url: str, store: Store) -> None:
    store.define(plan())
    for name in ("T1", "T2"):
        table(url, name, *bets("uth-1", 3))()
    royal = (Winner(1, "royal flush", 100),)
    at_once(
        table(url, "T1", KeyWinners("uth-1", 3, 1, royal)),
        table(url, "T2", KeyWinners("uth-1", 3, 1, royal), VoidRound("uth-1", 3, "two cards")),
        desk(url, Adjust("uth-1", "main", "current", -99_000, "Ann Lee", "moved")),
        desk(url, Adjust("uth-1", "main", "reserve", -10, "Bo Ray", "moved")),
        desk(url, SetState("uth-1", "locked", "Cal", "sign differs")),
    )
    exact(store)
    (award,) = store.undecided("uth-1")  # T2's went back with its misdeal
    assert award.table == "T1"
    (locked,) = at_once(desk(url, Verify("uth-1", award.number, "confirmed", "Ann", "seen")))
    assert isinstance(locked, Problem)
    desk(url, SetState("uth-1", "disabled", "Cal", "as well"))()
    desk(url, Verify("uth-1", award.number, "voided", "Ann", "not seen"))()
    exact(store)
    (amounts,) = (level.amounts for level in store.read("uth-1").levels.values())
    assert amounts.paid == 0


def test_a_mystery_that_two_tables_reach_is_hit_by_one(url: str, store: Store) -> None:
    count = 30
    store.define(mystery_plan())
    said = at_once(*(table(url, name, *bets("mystery-1", count)) for name in ("T1", "T2")))
    assert said == [[""] * count] * 2
    exact(store, "mystery-1")
    entries = list(store.entries("mystery-1"))
    hits = [e for e in entries if e.what == MYSTERY and e.kind == "award"]
    reseeds = [e.of for e in entries if e.kind == "reseed"]
    assert reseeds == [e.number for e in hits]
    assert len(hits) >= 1  # $6 went on a mystery that starts at $5 and must hit by $10
    assert all(e.amounts.paid <= 10_000_000 for e in hits)
    held = store.read("mystery-1").levels["mystery"].amounts
    assert held.contributed == 2 * count * 100_000
    assert held.current < 10_000_000
