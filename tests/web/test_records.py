"""What the record tells a page and a house system, while the table writes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from feltlink.web.app import create_app
from feltlink.web.records import Records
from support.table_rig import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "t.db")
    rig.play_three()
    yield rig
    rig.record.close()


@pytest.fixture
def client(rig: Rig) -> Iterator[TestClient]:
    app = create_app(rig.host, records=Records(rig.path))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def get(client: TestClient, path: str) -> dict[str, Any]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_rounds_are_listed_newest_first_and_by_pages(client: TestClient) -> None:
    rounds = get(client, "/api/rounds")["rounds"]
    assert [one["round_id"] for one in rounds] == [3, 2, 1]
    assert [one["round_id"] for one in get(client, "/api/rounds?count=1&below=3")["rounds"]] == [2]
    assert get(client, "/api/rounds?below=1")["rounds"] == []
    assert {(one["paid_cents"], one["lines"], one["refused"]) for one in rounds} == {(1000, 1, 1)}


def test_a_round_is_a_story_in_order(client: TestClient) -> None:
    story = get(client, "/api/rounds/2")
    numbers = [entry["number"] for entry in story["entries"]]
    assert numbers == sorted(numbers)
    kinds = [entry["kind"] for entry in story["entries"]]
    order = ["open", "arm", "press", "drawn", "settled", "nonsense", "refused"]
    assert [kind for kind in kinds if kind in order] == ["open", "arm", "arm", *order[2:]]
    (press,) = (entry for entry in story["entries"] if entry["kind"] == "press")
    assert press["sentence"] == "button pressed (arm 2)"
    assert (press["who"], press["role"], press["day"]) == ("controller", "input", "2026-09-21")
    assert [line["amount_cents"] for line in story["lines"]] == [1000]


@pytest.mark.parametrize("number", [99, 10**30, "9" * 5000, "x", "-1", "%C2%B2"])
def test_a_round_that_never_was_is_not_found(client: TestClient, number: object) -> None:
    answer = client.get(f"/api/rounds/{number}")
    assert (answer.status_code, answer.json()["sentence"]) == (404, "There is no such round.")


def test_a_number_of_thousands_of_digits_is_the_largest_there_is(client: TestClient) -> None:
    many = "9" * 5000
    assert len(get(client, f"/api/rounds?below={many}&count={many}")["rounds"]) == 3
    assert get(client, f"/api/entries?after={many}")["entries"] == []


def test_a_house_system_reads_along(client: TestClient, rig: Rig) -> None:
    seen: list[int] = []
    while batch := get(client, f"/api/entries?after={len(seen)}&count=7")["entries"]:
        assert len(batch) <= 7
        seen += [entry["number"] for entry in batch]
    assert seen == list(range(1, rig.record.number + 1))
    rig.act("open")
    later = get(client, f"/api/entries?after={len(seen)}")
    assert later["entries"][0]["kind"] == "open"
    assert later["head"] == rig.record.number


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=9e9", "count=0", "count=²"])
def test_a_strange_question_has_a_plain_answer(client: TestClient, query: str) -> None:
    assert set(get(client, f"/api/entries?{query}")) == {"entries", "head"}


def test_the_check_reads_chain_and_books(client: TestClient, rig: Rig) -> None:
    sums = get(client, "/api/check")
    assert (sums["inputs"], sums["lines"]) == (len(rig.kinds()), 3)
    assert (sums["entries"], sums["signed"]) == (rig.record.number, False)
    assert sums["faults"] == []


def test_the_check_names_the_entry_that_was_changed(client: TestClient, rig: Rig) -> None:
    connection = rig.record.live
    connection.execute("DROP TRIGGER entry_no_update")
    connection.execute("UPDATE entry SET source = 'nobody' WHERE number = 5")
    assert any("entry 5" in fault for fault in get(client, "/api/check")["faults"])


def test_a_missing_record_is_a_sentence(rig: Rig, tmp_path: Path) -> None:
    app = create_app(rig.host, records=Records(tmp_path / "none.db"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        answer = client.get("/api/rounds")
    assert answer.status_code == 503
    assert "none.db: there is no record here" in answer.json()["sentence"]
