"""The outbox: part of the caller's transaction, kept until a back-up holds it."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlink.floor.outbox import Answer, Outbox, reader
from feltlink.floor.place import GENESIS, chained
from feltlink.money.meter_request import CloseRound, Contribute, KeyWinners, Winner
from feltlink.problem import Problem


def bet(seat: int) -> Contribute:
    return Contribute("uth-1", 1, seat, "progressive", 100)


@pytest.fixture
def db(tmp_path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(tmp_path / "record.db"))
    connection.execute("PRAGMA journal_mode = WAL")
    Outbox(connection).own("T1")
    return connection


def test_numbers_and_chain_go_on(db: apsw.Connection) -> None:
    box = Outbox(db)
    assert box.head() == (0, GENESIS)
    assert [box.put(bet(seat)) for seat in (1, 2, 3)] == [1, 2, 3]
    chain = chained(chained(chained(GENESIS, bet(1)), bet(2)), bet(3))
    assert Outbox(db).head() == (3, chain)
    assert [owed.request for owed in box.after(1)] == [bet(2), bet(3)]
    assert box.chain_at(0) == GENESIS
    assert box.chain_at(4) is None


def test_a_transaction_that_fails_owes_nothing_and_a_reader_never_sees_it(
    db: apsw.Connection, tmp_path: Path
) -> None:
    box, courier = Outbox(db), reader(tmp_path / "record.db")
    box.put(bet(1))
    db.execute("BEGIN IMMEDIATE")
    box.put(bet(2))
    assert courier.head()[0] == 1
    db.execute("ROLLBACK")
    assert box.put(bet(3)) == 2
    assert [owed.request for owed in courier.after(0)] == [bet(1), bet(3)]


def test_what_is_backed_up_goes_but_the_chain_stays(db: apsw.Connection) -> None:
    box = Outbox(db)
    for seat in range(1, 7):
        box.put(bet(seat))
    chain = box.chain_at(4)
    box.let_go(4)
    assert [owed.number for owed in box.after(0)] == [4, 5, 6]
    assert box.chain_at(4) == chain
    box.let_go(6)
    assert box.put(bet(7)) == 7


def test_winners_wait_for_their_answer(db: apsw.Connection) -> None:
    box = Outbox(db)
    keyed = KeyWinners("uth-1", 1, 1, (Winner(3, "royal flush", 100),))
    box.put(bet(1))
    box.put(keyed)
    box.put(CloseRound("uth-1", 1))
    assert [owed.request for owed in box.unanswered(3)] == [keyed]
    assert box.unanswered(1) == []
    data = {"meter": "uth-1", "round_id": 1, "awards": [{"award": 9}]}
    box.took(Answer("awards", data, 2))
    assert box.unanswered(3) == []
    assert [owed.answer for owed in box.answered_after(0)] == [data]
    assert box.awards() == {("uth-1", 9)}
    box.took(Answer("award_verified", {"meter": "uth-1", "award": 9}))
    assert box.awards() == set()


def test_winners_whose_answer_is_owed_outlive_a_backup(db: apsw.Connection) -> None:
    box = Outbox(db)
    keyed = KeyWinners("uth-1", 1, 1, (Winner(3, "royal flush", 100),))
    for request in (bet(3), keyed, bet(1), bet(2)):
        box.put(request)
    box.let_go(4)
    assert [owed.number for owed in box.after(0)] == [2, 4]
    assert [owed.request for owed in box.unanswered(4)] == [keyed]
    box.took(Answer("awards", {"meter": "uth-1", "round_id": 1, "awards": []}, 2))
    box.let_go(4)
    assert [owed.number for owed in box.after(0)] == [4]


def test_an_outbox_belongs_to_one_table(db: apsw.Connection) -> None:
    assert Outbox(db).table() == "T1"
    with pytest.raises(Problem, match="outbox of table 'T1'"):
        Outbox(db).own("T2")


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.data())
def test_the_chain_tells_any_two_histories_apart(seats: list[int], data: st.DataObject) -> None:
    def end(of: list[int]) -> str:
        chain = GENESIS
        for seat in of:
            chain = chained(chain, bet(seat))
        return chain

    other = list(seats)
    place = data.draw(st.integers(0, len(seats) - 1))
    other[place] = other[place] % 9 + 1
    assert end(seats) != end(other)
