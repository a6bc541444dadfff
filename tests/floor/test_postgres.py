"""What only PostgreSQL can do: many at once, a standby, notices, a server that goes away."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from feltlink.floor import sign
from feltlink.floor.courier import RETRY_MS
from feltlink.floor.place import GENESIS, LinkLost, Unconfirmed
from feltlink.money.meter_request import Contribute, KeyWinners, Winner
from feltlink.problem import Problem
from support import postgres
from support.meters import plan
from support.postgres import Opening
from support.tables import FakeTable

ROYAL = Winner(3, "royal flush", 100)


def bet(seat: int, round_id: int = 1) -> Contribute:
    return Contribute("uth-1", round_id, seat, "progressive", 100)


def test_stores_made_at_the_same_moment_agree_on_the_schema(
    database: str, opening: Opening
) -> None:
    stores = [opening(database) for _ in range(6)]
    threads = [threading.Thread(target=store.define, args=(plan(),)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stores[0].read("uth-1").number == 1


def test_a_silent_table_cannot_hold_the_meter(database: str, opening: Opening) -> None:
    """The server ends a transaction whose client has gone quiet."""
    first = opening(database)
    first.define(plan())
    ((limit,),) = first.rows("SHOW idle_in_transaction_session_timeout")
    assert limit == "5s"
    first.rows("SET idle_in_transaction_session_timeout = 50")
    other = opening(database)
    first.rows("BEGIN")
    first.lock("uth-1")
    assert other.deliver("T2", 1, GENESIS, [bet(1)]) == [""]
    with pytest.raises(LinkLost, match="does not answer"):
        first.rows("COMMIT")
    assert first.deliver("T1", 1, GENESIS, [bet(1)]) == [""]  # it connects again


def test_a_server_that_goes_away_is_told_and_found_again(
    own_server: postgres.Server, tmp_path: Path, opening: Opening
) -> None:
    store = opening(own_server.url())
    store.define(plan())
    table = FakeTable(store, tmp_path)
    table.bet(1)
    table.run()
    own_server.kill()
    table.bet(2, 3)
    table.run()
    assert "does not answer" in table.refusal()
    assert table.courier.state.waiting == 2
    own_server.start()
    table.run(ms=3 * RETRY_MS[1])
    assert table.refusal() == ""
    assert store.read("uth-1").levels["main"].amounts.contributed == 3 * 235_000


@pytest.mark.parametrize("ask", ["read", "meters", "pending", "define"])
def test_a_question_after_a_restart_of_the_server_is_answered_at_once(
    own_server: postgres.Server, opening: Opening, ask: str
) -> None:
    store = opening(own_server.url())
    store.define(plan())
    own_server.kill()
    own_server.start()
    asked = {
        "read": lambda: store.read("uth-1").state,
        "meters": store.meters,
        "pending": lambda: store.pending("T1"),
        "define": lambda: store.define(replace(plan(), meter="uth-2")),
    }
    expected = {"read": "open", "meters": ["uth-1"], "pending": [], "define": True}
    assert asked[ask]() == expected[ask]


def test_an_award_waits_for_the_standby_that_contributions_do_not_need(
    own_server: postgres.Server, tmp_path: Path, opening: Opening
) -> None:
    store = opening(own_server.url(), confirm_s=0.3)
    store.define(plan())
    standby_wanted(own_server, store, "'*'")
    assert store.deliver("T9", 1, GENESIS, [bet(1)]) == [""]
    with pytest.raises(Unconfirmed, match="standby"):
        store.deliver("T8", 1, GENESIS, [KeyWinners("uth-1", 1, 1, (ROYAL,))])
    table = FakeTable(store, tmp_path)
    table.bet(1)
    table.key(Winner(1, "straight flush", 10))
    assert [a.kind for a in table.run()] == ["award_waiting"]
    table.bet(2, round_id=2)
    table.run()
    assert table.courier.idle()
    standby_wanted(own_server, store, "''")
    assert [a.kind for a in table.run(8, 20_000)] == ["awards"]


def standby_wanted(server: postgres.Server, store: Any, names: str) -> None:
    server.configure(f"synchronous_standby_names = {names}")
    server.reload()
    for _ in range(200):
        ((now,),) = store.rows("SHOW synchronous_standby_names")
        if f"'{now}'" == names:
            return
        store.rows("SELECT pg_sleep(0.01)")
    pytest.fail("the server did not read its settings")


def test_a_failover_to_an_older_standby_is_made_whole(
    own_server: postgres.Server, tmp_path: Path, opening: Opening
) -> None:
    store = opening(own_server.url())
    store.define(plan())
    tables = [FakeTable(store, tmp_path, name) for name in ("T1", "T2", "T3")]
    for table in tables:
        table.bet(1, 2)
        table.run()
    standby = postgres.Server(own_server.root, "two")
    standby.copy_of(own_server)
    for table in tables:
        for round_id in range(2, 102):
            table.bet(1, round_id=round_id)
        table.run()
        assert table.courier.idle()
    exact = store.read("uth-1").levels["main"].amounts
    own_server.kill()  # 300 contributions that the standby has never seen
    standby.start()
    after = opening(standby.url())
    assert after.read("uth-1").levels["main"].amounts.contributed == 6 * 235_000
    for table in tables:
        table.run()
        table.courier._store = after
        table.run(8, 4 * RETRY_MS[1])
        assert table.refusal() == ""
    assert after.read("uth-1").levels["main"].amounts == exact
    standby.kill()


def test_a_sign_sees_each_change_and_a_lost_link(
    own_server: postgres.Server, tmp_path: Path, opening: Opening
) -> None:
    store, watched = opening(own_server.url()), opening(own_server.url())
    store.define(plan())
    stream = sign.changes(watched)
    assert next(stream)["meters"][0]["amounts_cents"] == {"main": 100_000}
    table = FakeTable(store, tmp_path)
    table.bet(1, 2, 3)
    table.run()
    assert next(stream)["meters"][0]["amounts_cents"] == {"main": 100_055}
    table.key(ROYAL)
    table.run()
    assert next(stream)["meters"][0]["state"] == "pending"
    own_server.kill()
    lost = next(stream)
    assert (lost["link"], lost["meters"][0]["state"]) == ("lost", "pending")
    own_server.start()
    assert next(stream)["link"] == "up"


def test_a_backup_holds_the_meters_and_lets_the_outboxes_go(
    database: str, tmp_path: Path, opening: Opening
) -> None:
    store = opening(database)
    store.define(plan())
    table = FakeTable(store, tmp_path)
    table.bet(1, 2, 3)
    table.run()
    target = tmp_path / "monday.dump"
    assert store.backup(target) == 3
    assert target.read_bytes()[:5] == b"PGDMP"
    table.run()
    assert table.courier.backed_up == 3


def test_a_password_is_never_shown(database: str, opening: Opening) -> None:
    store = opening("postgresql://felt:geheim@/nowhere?host=/nonexistent")
    with pytest.raises(LinkLost) as caught:
        store.meters()
    assert "geheim" not in str(caught.value)


def test_a_user_without_rights_is_told_apart_from_a_lost_link(
    database: str, opening: Opening
) -> None:
    store = opening(database)
    store.define(plan())
    store.rows("CREATE ROLE guest LOGIN")
    guest = opening(database.replace("feltlink@", "guest@"))
    with pytest.raises(Problem, match="permission denied") as caught:
        guest.read("uth-1")
    assert not isinstance(caught.value, LinkLost)
    store.rows("DROP ROLE guest")


def test_the_database_itself_refuses_books_that_do_not_balance(
    database: str, opening: Opening
) -> None:
    store = opening(database)
    store.define(plan())
    with psycopg.connect(database) as raw, pytest.raises(psycopg.errors.CheckViolation):
        raw.execute(
            "INSERT INTO meter_entry SELECT meter, number + 1, at_utc_us, kind, level, what,"
            " table_name, round_id, seat, percent, wagered_cents, of_entry, by_name, reason,"
            " trigger_micro, contributed, seeded + 1, adjusted, current, reserve, overflow, paid"
            " FROM meter_entry"
        )
