"""The bench: it looks on, tries lights only between rounds, and leaves them as they should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.web.app import create_app
from feltlink.web.bench import FRAMES_KEPT, Bench
from feltlink.workshop.boards import load
from feltwire import catalogue
from support.pages import FakeHost

LIVE = "ws://127.0.0.1/bench/live"


class Wire:
    """A line that remembers."""

    def __init__(self) -> None:
        self.watch: Callable[[link.LinkEvent], None] = lambda event: None
        self.connected = True
        self.sent: list[m.Command] = []
        self.asked: list[m.Message] = []
        self.round_open = False
        self.tested = False
        self.path = ""
        self.refusal = ""
        self.asked_by: list[tuple[str, str]] = []

    def command(self, command: m.Command) -> bool:
        if self.connected:
            self.sent.append(command)
        return self.connected

    def ask(self, question: m.AskStats | m.AskSnapshot) -> bool:
        self.asked.append(question)
        return True

    def counters(self) -> dict[str, int]:
        return {"frames_in": 7}

    def act(self, act: Any, by: str) -> dict[str, Any]:
        self.asked_by.append((act["act"], by))
        return {"ok": not self.refusal, "sentence": self.refusal}


def snapshot(**fields: int) -> link.Traffic:
    names = m.Snapshot.__slots__
    return link.Traffic(False, 0, m.Snapshot(**{**dict.fromkeys(names, 0), **fields}))


@pytest.fixture
def wire() -> Wire:
    return Wire()


@pytest.fixture
def bench(wire: Wire) -> Bench:
    return Bench(load("pico-6seat"), wire, wire)


def test_pins_are_named_and_told_as_the_controller_last_told_them(wire: Wire, bench: Bench) -> None:
    assert "raw" not in bench.state(0)["inputs"][0]
    wire.watch(snapshot(raw=0b0000100, inputs=0b1000000, latched=0b10, faulted=0b100))
    inputs = {one["name"]: one for one in bench.state(0)["inputs"]}
    assert inputs["seat 3 bonus_spin"]["raw"]
    assert inputs["seat 3 bonus_spin"]["faulted"]
    assert not inputs["seat 3 bonus_spin"]["debounced"]
    assert inputs["seat 2 bonus_spin"]["latched"]
    assert inputs["button"]["debounced"]
    assert inputs["button"]["pin"] == bench.board.pin_of(bench.board.button_input)
    wire.watch(link.ControllerLost("silent"))
    assert "raw" not in bench.state(0)["inputs"][0]


def test_frames_come_once_each_and_the_newest_are_kept(wire: Wire, bench: Bench) -> None:
    for n in range(FRAMES_KEPT + 50):
        wire.watch(link.Traffic(True, n & 255, m.Lock(n, 0, 0)))
    wire.watch(link.Traffic(True, 0, m.Ping(1)))
    state = bench.state(0)
    assert len(state["frames"]) == FRAMES_KEPT
    assert state["frames"][-1]["name"] == "LOCK"
    assert bench.state(state["count"])["frames"] == []
    wire.watch(link.Traffic(False, 9, m.Edge(5, 3)))
    (edge,) = bench.state(state["count"])["frames"]
    assert (edge["way"], edge["name"], edge["seq"]) == ("in", "EDGE", 9)
    assert edge["text"].startswith("input 1 covered")


def test_round_trips_are_counted_by_length(wire: Wire, bench: Bench) -> None:
    assert bench.state(0)["trips"] == {"count": 0}
    for took_us in (400, 700, 900, 60_000):
        wire.watch(link.RoundTrip(took_us))
    trips = bench.state(0)["trips"]
    assert (trips["count"], trips["median_us"], trips["p99_us"]) == (4, 800, 60_000)
    assert [n for n in trips["counts"] if n] == [1, 2, 1]


def test_lights_are_tried_between_rounds_and_set_right_at_the_end(wire: Wire, bench: Bench) -> None:
    lights = m.Lights(bytes(15))
    wire.watch(link.Traffic(True, 1, lights))
    assert bench.light(2, "blink") == ""
    assert bench.light(6, "on") == ""
    assert wire.sent == [m.SelfTest(2, 2), m.SelfTest(6, 1)]
    bench.leave()
    bench.leave()
    assert wire.sent[2:] == [lights]


def test_faults_are_cleared_also_while_a_round_is_open(wire: Wire, bench: Bench) -> None:
    wire.round_open = True
    assert bench.clear_faults("technician Tom") == ""
    assert wire.asked_by == [("clear_faults", "technician Tom")]
    assert wire.sent == [m.ClearFault(catalogue.NO_INPUT)]
    wire.connected = False
    assert "not connected" in bench.clear_faults("technician Tom")
    wire.refusal = "Only a technician or a supervisor does this."
    wire.connected = True
    assert bench.clear_faults("auditor Eve") == wire.refusal
    assert len(wire.sent) == 1


@pytest.mark.parametrize(("number", "pattern"), [(7, "on"), (-1, "on"), (2, "bright")])
def test_there_is_no_such_light(wire: Wire, bench: Bench, number: int, pattern: str) -> None:
    assert bench.light(number, pattern) == "There is no such light or pattern."
    assert wire.sent == []


def test_a_round_or_a_lost_controller_forbids_it(wire: Wire, bench: Bench) -> None:
    wire.round_open = True
    assert "A round is open" in bench.light(2, "on")
    assert not bench.state(0)["may_light"]
    wire.round_open, wire.connected = False, False
    assert "not connected" in bench.light(2, "on")
    bench.leave()
    assert wire.sent == []


def test_the_controller_is_asked_only_while_a_page_looks(wire: Wire, bench: Bench) -> None:
    with TestClient(create_app(FakeHost(), bench=bench), base_url="http://127.0.0.1") as client:
        assert wire.asked == []
        with client.websocket_connect(LIVE) as first, client.websocket_connect(LIVE) as second:
            heard: list[Any] = [first.receive_json(), second.receive_json(), first.receive_json()]
            first.send_text("rubbish")
            first.send_json({"light": 1, "pattern": "on"})
            heard.append(second.receive_json())
            heard.append(second.receive_json())
        asked = len(wire.asked)
        assert {one["type"] for one in heard} == {"bench"}
        assert 2 <= asked <= 12  # five times a second, for both pages together
        client.get("/bench")
        assert len(wire.asked) <= asked + 1
    assert wire.sent == [m.SelfTest(1, 1)]
