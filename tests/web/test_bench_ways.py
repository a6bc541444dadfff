"""The bench's acts: by a technician and under a name; the reports that they leave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from feltlink.web.app import create_app
from feltlink.web.bench import Bench
from feltlink.workshop.boards import load
from support.idle_bench import IdleLine, bench_of
from support.pages import PIN, FakeHost

BASE = "http://127.0.0.1"
STAFF = {"Tom": "technician", "Dee": "dealer", "Ada": "auditor"}
BEGIN = {"id": "begin-test-1", "do": "self_test"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "reports").mkdir()
    return tmp_path / "reports"


def served(host: FakeHost, folder: Path) -> TestClient:
    return TestClient(create_app(host, bench=bench_of(host, folder)), base_url=BASE)


@pytest.fixture
def host() -> FakeHost:
    return FakeHost(people=STAFF)


@pytest.fixture
def staffed(host: FakeHost, folder: Path) -> Iterator[TestClient]:
    with served(host, folder) as client:
        client.headers["origin"] = BASE
        yield client


def log_in(client: TestClient, name: str) -> None:
    assert client.post("/api/login", json={"name": name, "pin": PIN}).status_code == 200


def report(folder: Path, day: int, **more: Any) -> str:
    name = f"selftest-e661-2026-11-{day}T101500+0000.json"
    step = {"name": "button switch (GP8)", "result": "failed", "detail": "did not answer"}
    plain = {"at_utc": f"2026-11-{day}", "by": "technician Tom", "uid": "e661", "board": "pico"}
    body = {**plain, "passed": False, "key": "ab12", "interrupted": "", "steps": [step], **more}
    (folder / name).write_text(json.dumps(body))
    (folder / name).with_suffix(".txt").write_text("✗ button switch (GP8): did not answer")
    return name


def test_an_act_is_done_under_the_technicians_name(staffed: TestClient, host: FakeHost) -> None:
    log_in(staffed, "Tom")
    assert staffed.post("/api/bench", json=BEGIN).json()["ok"]
    assert host.acts == [({"id": BEGIN["id"], "act": "self_test"}, "technician Tom")]
    host.refuse_with = "A round is open: do this when it is over."
    again = staffed.post("/api/bench", json={**BEGIN, "id": "begin-test-2"})
    assert (again.status_code, again.json()["sentence"]) == (409, host.refuse_with)


@pytest.mark.parametrize("name", ["Dee", "Ada"])
def test_others_do_nothing_here(staffed: TestClient, name: str) -> None:
    assert staffed.post("/api/bench", json=BEGIN).status_code == 401
    log_in(staffed, name)
    assert staffed.post("/api/bench", json=BEGIN).status_code == 403
    reading = staffed.get("/api/bench/reports").status_code
    assert reading == (200 if name == "Ada" else 403)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"do": "self_test"}, "carries an `id`"),
        ({"id": "begin-test-1"}, "names what to do"),
        ([1], "JSON object"),
        ({**BEGIN, "name": "  "}, "Say who you are"),
        ({**BEGIN, "name": "Tom", "do": "dance"}, "no act of the bench"),
        ({**BEGIN, "name": "Tom", "do": "answer", "step": 1, "seen": True}, "No self-test"),
    ],
)
def test_what_is_no_act_is_refused(folder: Path, given: Any, sentence: str) -> None:
    host = FakeHost()
    with served(host, folder) as client:
        answer = client.post("/api/bench", json=given)
    assert answer.status_code in (400, 409)
    assert sentence in answer.json()["sentence"]
    assert host.acts == []


def test_at_an_open_table_a_name_is_typed(folder: Path) -> None:
    host = FakeHost()
    with served(host, folder) as client:
        assert client.post("/api/bench", json={**BEGIN, "name": " Tom "}).json()["ok"]
    assert host.acts[0][1] == "technician Tom"


def test_reports_are_listed_newest_first_and_handed_out(staffed: TestClient, folder: Path) -> None:
    log_in(staffed, "Tom")
    assert staffed.get("/api/bench/reports").json() == {"reports": []}
    older, newer = report(folder, 28), report(folder, 29, passed=True, steps=[])
    (folder / "selftest-e661-2026-11-30T101500+0000.json").write_text("half a rep")
    found = staffed.get("/api/bench/reports").json()["reports"]
    assert [one["file"] for one in found] == [newer, older]
    assert found[1]["failed"] == ["button switch (GP8) did not answer"]
    got = staffed.get(f"/api/bench/reports/{older.replace('+', '%2B')}")
    assert got.json()["by"] == "technician Tom"
    assert older in got.headers["content-disposition"].replace("%2B", "+")
    page = staffed.get(f"/api/bench/reports/{older.replace('.json', '.txt')}")
    assert page.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    "name", ["..%2Fworkshop.key", "workshop.key", "selftest-1-2.json", "selftest-e661-x.exe"]
)
def test_nothing_else_is_handed_out(staffed: TestClient, folder: Path, name: str) -> None:
    (folder / "workshop.key").write_text("secret")
    (folder.parent / "workshop.key").write_text("secret")
    log_in(staffed, "Tom")
    assert staffed.get(f"/api/bench/reports/{name}").status_code in (403, 404)


def test_a_page_that_looks_is_counted_and_one_that_logged_out_lights_nothing(
    folder: Path,
) -> None:
    host = FakeHost(people=STAFF)
    line = IdleLine()
    bench = bench_of(host, folder, line)
    assert bench.workbench is not None
    with TestClient(create_app(host, bench=bench), base_url=BASE) as client:
        client.headers["origin"] = BASE
        log_in(client, "Tom")
        with client.websocket_connect("ws://127.0.0.1/bench/live") as socket:
            assert socket.receive_json()["calibration"] == {"needed": False, "driver": "pio"}
            assert bench.workbench.looked_at
            client.post("/api/logout", json={})
            socket.send_json({"light": 1, "pattern": "on"})
            socket.receive_json()
            socket.receive_json()
        client.get("/login")
        assert not bench.workbench.looked_at
    assert line.sent == []


def test_an_adc_board_shows_its_thresholds_and_the_command() -> None:
    line = IdleLine(path="/dev/ttyUSB0")
    found = Bench(load("esp32-7seat-adc"), line, line).state(0)["calibration"]
    assert found["needed"]
    assert (found["on_counts"], found["off_counts"]) == (16000, 10000)
    assert found["command"] == "feltlink calibrate /dev/ttyUSB0 --board esp32-7seat-adc"
