"""Acts over HTTP and over the live channel: bounded, answered by id, done once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from feltlink.web.acts import MAX_MESSAGE, fault_of, parse
from feltlink.web.app import create_app
from support.pages import FakeHost, bonus_spin

ID = "0123456789ab"
LIVE = "ws://127.0.0.1/live"


def client_of(host: FakeHost, felt: Any = None) -> TestClient:
    return TestClient(create_app(host, felt), base_url="http://127.0.0.1")


@pytest.mark.parametrize(
    ("act", "names"),
    [
        (None, "JSON object"),
        ([], "JSON object"),
        ({"id": ID}, "`act`"),
        ({"act": 5, "id": ID}, "`act`"),
        ({"act": "New Game", "id": ID}, "`act`"),
        ({"act": "mark"}, "`id`"),
        ({"act": "mark", "id": "x"}, "`id`"),
        ({"act": "mark", "id": "x" * 65}, "`id`"),
        ({"act": "mark", "id": ID, "seat": 1.5}, "`seat`"),
        ({"act": "verify", "id": ID, "name": "n" * 201}, "`name`"),
        ({"act": "mark", "id": ID, **{f"k{n}": n for n in range(30)}}, "24 fields"),
    ],
)
def test_what_is_no_act_is_told_so(act: Any, names: str) -> None:
    assert names in fault_of(act)
    host = FakeHost()
    with client_of(host) as client:
        kind = {"content-type": "application/json"}
        answer = client.post("/api/act", content=json.dumps(act), headers=kind)
    assert answer.status_code == 409
    assert names in answer.json()["sentence"]
    assert host.acts == []


def test_a_good_act_has_no_fault() -> None:
    assert fault_of({"act": "mark", "id": ID, "seat": 3, "mark": "spin", "round_id": 7}) == ""


@pytest.mark.parametrize("text", ["", "{", "\xff", "[" * 9000, '{"a":' * 3000, "x" * 20_000])
def test_a_message_that_cannot_be_read_is_nothing(text: str) -> None:
    assert parse(text) is None
    assert parse(" " * MAX_MESSAGE + "{}") is None


def test_the_same_id_acts_once_over_both_ways() -> None:
    host = FakeHost()
    act = {"id": ID, "act": "winner_paid", "seat": 3, "round_id": 412}
    with client_of(host) as client:
        first = client.post("/api/act", json=act).json()
        with client.websocket_connect(LIVE) as socket:
            socket.receive_json()
            socket.send_json(act)
            assert socket.receive_json() == {"type": "answer", **first}
    assert host.acts == [(act, "dealer")]
    assert host.repeats == 1


def test_a_refusal_is_a_sentence_with_the_id() -> None:
    host = FakeHost()
    host.refuse_with = "Seat 2 has no locked bet."
    with client_of(host) as client:
        answer = client.post("/api/act", json={"id": ID, "act": "mark", "seat": 2})
    assert answer.status_code == 409
    body = {"id": ID, "ok": False, "sentence": "Seat 2 has no locked bet.", "seq": 1}
    assert answer.json() == body


def test_a_check_is_the_supervisors() -> None:
    host = FakeHost()
    with client_of(host) as client:
        client.post("/api/act", json={"id": ID, "act": "verify", "name": " Ann Lee "})
    assert [by for _, by in host.acts] == ["supervisor Ann Lee"]


def test_the_view_comes_on_connect_and_at_each_change_and_the_newest_only() -> None:
    host = FakeHost()

    def two_changes(act: dict[str, Any]) -> None:
        host.show(state=bonus_spin("bets"))
        host.show(state=bonus_spin("locking"))

    host.then = two_changes
    with client_of(host) as client, client.websocket_connect(LIVE) as socket:
        assert socket.receive_json() == {"type": "view", "view": host.view()}
        socket.send_json({"id": ID, "act": "begin_game"})
        heard = [socket.receive_json(), socket.receive_json()]
    views = [m["view"]["state"]["phase"] for m in heard if m["type"] == "view"]
    assert views == ["locking"]
    assert [m["id"] for m in heard if m["type"] == "answer"] == [ID]
    assert host.listeners == 0


def test_it_beats() -> None:
    with client_of(FakeHost()) as client, client.websocket_connect(LIVE) as socket:
        assert socket.receive_json()["type"] == "view"
        assert socket.receive_json() == {"type": "beat"}


def test_rubbish_on_the_channel_is_answered_and_the_channel_goes_on() -> None:
    host = FakeHost()
    with client_of(host) as client, client.websocket_connect(LIVE) as socket:
        socket.receive_json()
        for rubbish in ("", "[]", "{", '{"felt":"chip"}', '{"felt":{}}'):
            socket.send_text(rubbish)
        socket.send_bytes(b"\xff\x00")
        socket.send_json({"id": ID, "act": "new_game"})
        answers = [socket.receive_json() for _ in range(5)]
    assert [a["ok"] for a in answers] == [False, False, False, False, True]


def test_the_state_is_there_for_a_house_system() -> None:
    host = FakeHost()
    with client_of(host) as client:
        assert client.get("/api/state").json() == host.view()
