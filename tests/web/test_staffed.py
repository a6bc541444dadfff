"""The login over a real table with people: recorded, locked out, named on every act."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from feltlink.table.door import TRIES, Door
from feltlink.table.people import Person
from feltlink.web.app import create_app
from support.idle_bench import bench_of
from support.table_rig import Rig

PIN = "2718"
HASHED = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PIN)
BASE = "http://127.0.0.1"


class Staffed(Rig):
    """A table with two supervisors, one dealer and one technician."""

    def door(self) -> Door:
        people = (
            *(("Ann Lee", "supervisor"), ("Cal Ray", "supervisor")),
            *(("Bo", "dealer"), ("Tom", "technician")),
        )
        persons = [Person.model_validate({"name": n, "role": r, "pin": HASHED}) for n, r in people]
        return Door(tuple(persons), None, lambda tries: None)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Staffed(tmp_path / "t.db")
    rig.connect()
    yield rig
    rig.record.close()


@pytest.fixture
def client(rig: Rig) -> Iterator[TestClient]:
    with TestClient(create_app(rig.host), base_url=BASE) as client:
        yield client


def log_in(client: TestClient, name: str, pin: str = PIN, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = client.post(
        "/api/login", json={"name": name, "pin": pin, **more}
    ).json()
    return answer


def test_an_act_stands_in_the_record_under_its_name(client: TestClient, rig: Rig) -> None:
    act = {"id": "first-act-0", "act": "open"}
    assert client.post("/api/act", json=act).status_code == 401
    assert log_in(client, "Bo")["person"] == {"name": "Bo", "role": "dealer"}
    assert client.post("/api/act", json=act).json()["ok"]
    assert log_in(client, "Ann Lee", lend=True)["lent"] == "Ann Lee"
    client.post("/api/act", json={"id": "second-act-0", "act": "verify", "name": "Sam"})
    by = {entry.kind: entry.source for entry in rig.entries() if entry.role == "input"}
    assert (by["open"], by["verify"]) == ("dealer Bo", "supervisor Ann Lee")
    assert not any(PIN in entry.body for entry in rig.entries())
    client.post("/api/logout", json={})
    kinds = [entry.kind for entry in rig.entries()]
    assert (kinds.count("sign_in"), kinds.count("sign_out")) == (2, 1)
    assert client.post("/api/act", json={**act, "id": "third-act-0"}).status_code == 401


def test_wrong_pins_lock_the_name_out(client: TestClient) -> None:
    for _ in range(TRIES):
        assert "do not belong together" in log_in(client, "Bo", "9999")["sentence"]
    assert "locked out" in log_in(client, "Bo")["sentence"]
    assert log_in(client, "Ann Lee")["ok"]


def test_a_second_supervisors_word_comes_by_its_own_way(client: TestClient, rig: Rig) -> None:
    word = {"name": "Cal Ray", "pin": PIN, "second": {"for": "resume_after_failure", "reason": "x"}}
    assert client.post("/api/login", json=word).status_code == 403
    log_in(client, "Bo")
    log_in(client, "Ann Lee", lend=True)
    client.post("/api/act", json={"id": "breaks-it-0", "act": "boom"})
    resume = {"act": "resume_after_failure"}
    alone = client.post("/api/act", json={**resume, "id": "alone-act-0"}).json()
    assert "two people" in alone["sentence"]
    aside = {"id": "aside-act-0", "act": "second_person", **word, **word["second"]}  # type: ignore[dict-item]
    assert client.post("/api/act", json=aside).json()["sentence"] == "Log in first."
    assert (
        "no supervisor" in client.post("/api/login", json={**word, "name": "Bo"}).json()["sentence"]
    )
    assert client.post("/api/login", json=word).json() == {"ok": True}
    assert client.post("/api/act", json={**resume, "id": "by-two-act-0"}).json()["ok"]
    assert not any(PIN in entry.body for entry in rig.entries())


def test_a_technician_who_logged_in_takes_the_table_out_of_play(rig: Rig, tmp_path: Path) -> None:
    begin = {"id": "begin-test-0", "do": "self_test", "name": "Ann Lee"}
    bench = bench_of(rig.host, tmp_path / "reports")
    with TestClient(create_app(rig.host, bench=bench), base_url=BASE) as client:
        log_in(client, "Bo")
        assert client.post("/api/bench", json=begin).status_code == 403
        log_in(client, "Tom")
        assert client.post("/api/bench", json=begin).json() == {"ok": True, "sentence": ""}
        again = client.post("/api/bench", json={**begin, "id": "begin-test-1"}).json()
        assert "running already, by technician Tom" in again["sentence"]
        log_in(client, "Bo")
        act = client.post("/api/act", json={"id": "first-act-0", "act": "open"}).json()
        assert "being tested by technician Tom" in act["sentence"]
        log_in(client, "Tom")
        assert client.post("/api/bench", json={"id": "stop-test-0", "do": "stop"}).json()["ok"]
        log_in(client, "Bo")
        assert client.post("/api/act", json={"id": "second-act-0", "act": "open"}).json()["ok"]
    notes = {entry.kind: entry for entry in rig.entries() if entry.role == "note"}
    assert notes["self_test"].source == notes["self_test_over"].source == "technician Tom"
    assert notes["self_test_over"].data["interrupted"] == "stopped by technician Tom"
