"""What a page of another origin, or under another name, must not be able to do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from feltlink.web.app import PAGES, create_app
from support.pages import FakeHost

HERE = "http://127.0.0.1:8080"
ACT = {"id": "0123456789ab", "act": "new_game", "round_id": 1}


@pytest.fixture
def host() -> FakeHost:
    return FakeHost()


@pytest.fixture
def client(host: FakeHost) -> Iterator[TestClient]:
    with TestClient(create_app(host, names=["table7.casino"]), base_url=HERE) as client:
        yield client


@pytest.mark.parametrize("path", [*PAGES, "/api/state", "/static/dealer.js", "/nowhere"])
def test_every_answer_carries_the_policy(client: TestClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] in ("no-cache", "no-store")


@pytest.mark.parametrize(
    ("host_header", "status"),
    [
        ("127.0.0.1:8080", 200),
        ("localhost:8080", 200),
        ("[::1]:8080", 200),
        ("192.168.1.20", 200),
        ("table7.casino", 200),
        ("TABLE7.casino:80", 200),
        ("evil.example", 403),
        ("[::1", 403),
        ("127.0.0.1.evil.example", 403),
        ("", 403),
    ],
)
def test_a_rebound_name_is_not_answered(client: TestClient, host_header: str, status: int) -> None:
    assert client.get("/api/state", headers={"host": host_header}).status_code == status


@pytest.mark.parametrize(
    ("headers", "taken"),
    [
        ({}, True),
        ({"origin": HERE}, True),
        ({"origin": HERE, "sec-fetch-site": "same-origin"}, True),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "http://127.0.0.1:9999"}, False),
        ({"origin": "null"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"content-type": "text/plain"}, False),
        ({"content-type": "application/x-www-form-urlencoded"}, False),
    ],
)
def test_a_post_of_another_origin_does_nothing(
    client: TestClient, host: FakeHost, headers: dict[str, str], taken: bool
) -> None:
    answer = client.post("/api/act", json=ACT, headers=headers)
    assert (answer.status_code == 200) is taken
    assert len(host.acts) == (1 if taken else 0)
    assert answer.json()["ok"] is taken


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[", "http://127.0.0.1:9999"]
)
def test_a_socket_of_another_origin_is_closed(client: TestClient, origin: str) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect("ws://127.0.0.1:8080/live", headers={"origin": origin}),
    ):
        pass
    assert closed.value.code == 1008


def test_there_is_no_other_door(client: TestClient) -> None:
    assert client.post("/api/state", json={}).status_code == 405
    assert client.put("/api/act", json=ACT).status_code == 405
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404
