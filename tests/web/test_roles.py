"""Every way into the table has a role, and nobody else takes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Mount
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from feltlink.table.desk import Desk
from feltlink.table.people import ROLES
from feltlink.web import visits
from feltlink.web.app import create_app
from feltlink.web.records import Records
from feltlink.web.ways import ANYONE, WAYS, ways_to
from support.idle_bench import bench_of
from support.pages import PIN, FakeHost

BASE = "http://127.0.0.1"
ACT = {"id": "0123456789ab", "act": "new_game", "round_id": 1}


class Clock:
    """The door's clock, moved by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def host() -> FakeHost:
    return FakeHost(people={f"Some {role}": role for role in ROLES})


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(visits.Visits.__init__, "__defaults__", (clock,))
    return clock


@pytest.fixture
def client(host: FakeHost, clock: Clock, tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(
        host,
        records=Records(tmp_path / "t.db"),
        bench=bench_of(host, tmp_path),
        desk=Desk(None, lambda by: ""),
    )
    with TestClient(app, base_url=BASE, follow_redirects=False) as client:
        yield client


def log_in(client: TestClient, role: str, pin: str = PIN, **more: Any) -> Any:
    client.headers["origin"] = BASE
    return client.post("/api/login", json={"name": f"Some {role}", "pin": pin, **more})


def all_ways(client: TestClient) -> list[str]:
    app: Any = client.app
    return [
        f"{r.path}/dom.js" if isinstance(r, Mount) else r.path.replace("{round_id:int}", "1")
        for r in app.routes
    ]


def passes(client: TestClient, path: str) -> bool:
    """Whether the door lets through; what is behind it may still refuse."""
    if path.endswith("live"):
        try:
            with client.websocket_connect(f"ws://127.0.0.1{path}"):
                return True
        except WebSocketDisconnect:
            return False
    method = "POST" if path in ("/api/act", "/api/login", "/api/logout", "/api/bench") else "GET"
    answer = client.request(method, path, json={} if method == "POST" else None)
    return answer.status_code not in (401, 403) and not (
        answer.status_code == 303 and "/login" in answer.headers["location"]
    )


@pytest.mark.parametrize("role", ["nobody", *ROLES])
def test_every_route_is_taken_by_its_roles_alone(client: TestClient, role: str) -> None:
    ways = all_ways(client)
    assert len(ways) >= len(WAYS)
    if role != "nobody":
        assert log_in(client, role).status_code == 200
    for path in ways:
        assert ways_to(path), f"{path} has no role"
        if path in ("/api/login", "/api/logout"):
            continue  # they end the visit that is tried here
        assert passes(client, path) is (role in ways_to(path)), path


def test_what_is_not_listed_is_closed(client: TestClient) -> None:
    log_in(client, "supervisor")
    assert client.get("/api/secret").status_code == 403
    assert ways_to("/staticky") == frozenset()
    assert ways_to("/static/x.js") == ANYONE


def test_a_page_is_sent_to_the_login_and_a_program_is_told(client: TestClient) -> None:
    answer = client.get("/dealer")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?to=/dealer")
    assert client.get("/api/state").json() == {"ok": False, "sentence": "Log in first."}


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client: TestClient) -> None:
    cookie = log_in(client, "dealer").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_acts_are_recorded_by_role_and_name(client: TestClient, host: FakeHost) -> None:
    log_in(client, "dealer")
    client.post("/api/act", json=ACT)
    log_in(client, "supervisor")
    client.post("/api/act", json={**ACT, "id": "another-act-1", "act": "verify"})
    assert [by for _, by in host.acts] == ["dealer Some dealer", "supervisor Some supervisor"]


@pytest.mark.parametrize("role", ["nobody", "technician", "auditor"])
def test_others_may_look_at_the_wheel_but_not_act(
    client: TestClient, host: FakeHost, role: str
) -> None:
    if role != "nobody":
        log_in(client, role)
    with client.websocket_connect("ws://127.0.0.1/live") as socket:
        assert socket.receive_json()["type"] == "view"
        socket.send_json(ACT)
        answer = socket.receive_json()
    assert (answer["ok"], answer["sentence"]) == (False, "Log in first.")
    assert host.acts == []


def test_a_supervisor_lends_a_pin_for_two_minutes(
    client: TestClient, host: FakeHost, clock: Clock
) -> None:
    log_in(client, "dealer")
    assert log_in(client, "auditor", lend=True).status_code == 403
    assert log_in(client, "supervisor", lend=True).json()["lent"] == "Some supervisor"
    for number, at_s in enumerate((0.0, 119.0, 121.0)):
        clock.now_s = at_s
        act = {**ACT, "id": f"verify-{number}-0", "act": "verify", "name": "Ann"}
        client.post("/api/act", json=act)
    client.post("/api/act", json={**ACT, "id": "own-act-00"})
    assert [by.split()[0] for _, by in host.acts] == ["supervisor", "supervisor", *["dealer"] * 2]


def test_log_out_by_hand_and_by_idleness(client: TestClient, clock: Clock) -> None:
    log_in(client, "auditor")
    for at_s, there in ((1700.0, True), (3400.0, True), (5300.0, False)):
        clock.now_s = at_s
        assert (client.get("/api/state").status_code == 200) is there
    log_in(client, "auditor")
    client.post("/api/logout", json={})
    assert client.get("/api/state").status_code == 401


def test_a_desk_that_asks_of_itself_keeps_nobody_logged_in(
    client: TestClient, clock: Clock
) -> None:
    log_in(client, "supervisor")
    for at_s, status in ((0.0, 200), (300.0, 200), (599.0, 200), (601.0, 401)):
        clock.now_s = at_s
        assert client.get("/api/desk").status_code == status


def test_whom_the_table_has_signed_out_is_not_told_to_be_logged_in(
    client: TestClient, host: FakeHost
) -> None:
    log_in(client, "supervisor")
    assert client.get("/api/me").json()["person"]["role"] == "supervisor"
    host.act({"id": "idle-0001", "act": "sign_out", "name": "Some supervisor"}, "host")
    assert client.get("/api/me").json()["person"] is None


@pytest.mark.parametrize("body", [{}, [], {"name": "x"}, {"name": 1, "pin": PIN}, {"pin": PIN}])
def test_a_strange_login_is_refused(client: TestClient, body: Any) -> None:
    assert client.post("/api/login", json=body).status_code == 400
