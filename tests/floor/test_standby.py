"""A server with a streaming standby: what pays waits for the second copy, which then takes over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from feltlink.floor.courier import RETRY_MS
from feltlink.floor.outbox import Answer
from feltlink.floor.place import Unconfirmed
from feltlink.floor.reconcile import reconcile
from feltlink.floor.store import Store
from feltlink.money.meter_request import Verify, Winner
from support import postgres
from support.meters import plan
from support.postgres import Opening, Server
from support.tables import FakeTable

NAME = "standby"
MANY = 2000  # looks, some with a wait of the store's own in them: minutes, where seconds are enough
SHARE = 235_000  # µ$ of a $1 wager


@pytest.fixture
def pair() -> Iterator[tuple[Server, Server]]:
    """(primary, standby), both running; the primary confirms nothing alone."""
    with postgres.running() as primary:
        standby = Server(primary.root, "two").standby_of(primary, NAME).start()
        try:
            primary.configure(f"synchronous_standby_names = '{NAME}'")
            primary.reload()
            until(lambda: _in_sync(primary))
            yield primary, standby
        finally:
            standby.kill()


def until(happened: Callable[[], object]) -> None:
    for _ in range(MANY):
        if happened():
            return
    pytest.fail("it did not come to that")


def _in_sync(server: Server) -> bool:
    with psycopg.connect(server.url()) as raw:
        return raw.execute("SELECT sync_state FROM pg_stat_replication").fetchall() == [("sync",)]


def both(pair: tuple[Server, Server]) -> str:
    """The address of whichever of the two is written to."""
    return f"postgresql://feltlink@/postgres?host={pair[0].socket},{pair[1].socket}"


def heard(table: FakeTable, kind: str) -> Answer:
    """Let the table's courier work until an answer of this kind has come."""
    found: list[Answer] = []

    def look() -> bool:
        found.extend(answer for answer in table.run() if answer.kind == kind)
        return bool(found)

    until(look)
    return found[0]


def on_standby(standby: Server, query: str) -> int:
    with psycopg.connect(standby.url()) as raw:
        row = raw.execute(query).fetchone()
        assert row is not None
        return int(row[0])


def test_an_award_is_told_when_the_standby_has_it_and_not_before(
    pair: tuple[Server, Server], tmp_path: Path, opening: Opening
) -> None:
    standby = pair[1]
    store = opening(both(pair), confirm_s=0.5)
    store.define(plan())
    table = FakeTable(store, tmp_path)

    def wins(round_id: int) -> None:
        table.bet(1, round_id=round_id)
        table.key(Winner(1, "straight flush", 10), round_id=round_id)

    def awards_of(round_id: int) -> list[str]:
        return [a.kind for a in table.answers if a.data["round_id"] == round_id]

    wins(1)
    assert len(heard(table, "awards").data["awards"]) == 1
    until(lambda: on_standby(standby, "SELECT count(*) FROM meter_open_award") == 1)
    for round_id, down, up in (
        (2, standby.pause, standby.resume),
        (3, standby.kill, standby.start),
    ):
        down()
        wins(round_id)
        waits = heard(table, "award_waiting").data
        assert (waits["round_id"], waits["meter"]) == (round_id, "uth-1")
        assert waits["why"] == "booked, but the standby database has not confirmed it"
        table.bet(2, 3, round_id=round_id)  # nothing but the award waits
        until(lambda: table.run() is not None and table.courier.idle())
        assert "awards" not in awards_of(round_id)
        up()
        heard(table, "awards")
        assert awards_of(round_id)[-1] == "awards"
    until(lambda: _in_sync(pair[0]))
    standby.pause()
    first = store.undecided("uth-1")[0].number
    with pytest.raises(Unconfirmed, match="has not confirmed it"):
        store.ask(Verify("uth-1", first, "confirmed", "Ann Lee"))
    table.run(steps=8, ms=4 * RETRY_MS[1])
    assert table.answers[-1].kind == "awards"  # booked, and no table pays on it
    with pytest.raises(Unconfirmed):
        store.assure(table.name)
    standby.resume()
    assert heard(table, "award_verified").data["verdict"] == "confirmed"
    until(lambda: on_standby(standby, "SELECT count(*) FROM meter_open_award") == 2)
    assert table.refusal() == ""
    assert exact(store) == 7 * SHARE


def exact(store: Store) -> int:
    """What was contributed in all (µ$), the books agreeing."""
    report = reconcile(store, "uth-1")
    assert report.faults == ()
    amounts = report.levels["main"]
    assert amounts.contributed + amounts.seeded + amounts.adjusted == (
        amounts.current + amounts.reserve + amounts.overflow + amounts.paid
    )
    return amounts.contributed


def test_the_standby_takes_over_and_the_outboxes_make_it_whole(
    pair: tuple[Server, Server], tmp_path: Path, opening: Opening
) -> None:
    primary, standby = pair
    store = opening(both(pair), confirm_s=0.5)
    store.define(plan())
    tables = [
        FakeTable(opening(both(pair), confirm_s=0.5), tmp_path, n) for n in ("T1", "T2", "T3")
    ]
    for seat, table in enumerate(tables, 1):
        table.bet(seat)
        table.key(Winner(seat, "straight flush", 10))
        heard(table, "awards")
    store.ask(Verify("uth-1", store.undecided("uth-1")[0].number, "confirmed", "Ann Lee"))
    told = {award.number: award.amount_cents for award in store.undecided("uth-1")}
    assert len(told) == 2

    standby.kill()  # from here on it is an old copy
    for table in tables:
        for round_id in range(2, 22):
            table.bet(1, 2, round_id=round_id)
        table.run()
        until(lambda t=table: t.run() is not None and t.courier.idle())  # type: ignore[misc]
    tables[0].key(Winner(1, "royal flush", 100), round_id=21)
    heard(tables[0], "award_waiting")
    assert exact(store) == (3 + 120) * SHARE
    primary.kill()
    tables[1].bet(5, round_id=22)  # locked while nobody answers
    tables[1].run()
    assert "does not answer" in tables[1].refusal()
    standby.start()
    tables[2].run()
    assert "progressive closed" in tables[2].refusal()  # a copy is read, and not written to

    standby.promote()
    store.close()  # a desk's: it looks again
    assert exact(opening(standby.url())) == 3 * SHARE
    for table in tables:
        until(lambda t=table: t.run() is not None and t.courier.idle() and not t.refusal())  # type: ignore[misc]
    assert exact(store) == (3 + 120 + 1) * SHARE
    now = {award.number: award.amount_cents for award in store.undecided("uth-1")}
    assert now.items() >= told.items()
    assert "awards" not in [a.kind for a in tables[0].answers if a.data["round_id"] == 21]
    # Booked again, and waiting again: the server that took over has no second copy yet.
    alone = psycopg.connect(standby.url(), autocommit=True)
    alone.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
    alone.execute("SELECT pg_reload_conf()")
    royal = heard(tables[0], "awards").data["awards"][0]
    assert now[royal["award"]] == royal["amount_cents"]
    assert exact(store) == (3 + 120 + 1) * SHARE

    primary.start()  # by mistake: the old one again, first in the address
    alone.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    alone.close()
    for table in tables:
        table.bet(6, round_id=23)
        table.run()
        assert "server of before the fail-over" in table.refusal()
    store.close()
    restarted = FakeTable(opening(both(pair)), tmp_path, "T2")
    restarted.run()
    assert "server of before the fail-over" in restarted.refusal()
    primary.kill()
    for table in tables:
        until(lambda t=table: t.run() is not None and t.courier.idle() and not t.refusal())  # type: ignore[misc]
    assert exact(store) == (3 + 120 + 1 + 3) * SHARE
