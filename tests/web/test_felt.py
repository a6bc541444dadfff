"""The felt panel of a demo: what it asks of the board, and that only a demo has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from feltlink.problem import Problem
from feltlink.table.felt import SimFelt
from feltlink.web.app import create_app
from feltlink.web.felt import carry_out_felt
from feltlink.workshop.boards import load
from support.pages import FakeHost

LIVE = "ws://127.0.0.1/live"


class Wires:
    """The lines of a board as `SimBoard` has them, remembered."""

    def __init__(self) -> None:
        self.board = load("pico-6seat")
        self.now_us = 5_000_000
        self.on: set[str] = set()
        self.did: list[str] = []
        self.due: list[tuple[int, Callable[[], None]]] = []

    def chip(self, seat: int, on: bool = True, spot: str | None = None) -> None:
        (self.on.add if on else self.on.discard)(f"seat {seat} {spot}")

    def button(self, down: bool) -> None:
        (self.on.add if down else self.on.discard)("button")

    def lit(self, line: str | int) -> bool:
        return line == "lamp"

    def call_at(self, at_us: int, act: Callable[[], None]) -> None:
        self.due.append((at_us, act))

    def pull(self) -> None:
        self.did.append("pull")

    def plug(self) -> None:
        self.did.append("plug")

    def reset(self) -> None:
        self.did.append("reset")


def test_the_shortest_tap_is_long_enough_for_a_press() -> None:
    wires = Wires()
    felt = SimFelt(wires)
    felt.button(True)
    felt.button(False)
    assert wires.on == {"button"}
    ((at_us, let_go),) = wires.due
    assert at_us >= wires.now_us + 20_000
    let_go()
    assert (wires.on, felt.state()["button"]["down"]) == (set(), False)


def test_chips_and_button_move_the_lines() -> None:
    wires = Wires()
    felt = SimFelt(wires)
    spot = felt.state()["spots"][2]["spot"]
    assert carry_out_felt(felt, {"felt": "chip", "seat": 3, "spot": spot, "on": True})
    assert carry_out_felt(felt, {"felt": "button", "down": True})
    assert wires.on == {f"seat 3 {spot}", "button"}
    state = felt.state()
    assert [s["seat"] for s in state["spots"] if s["chip"]] == [3]
    assert state["button"] == {"down": True, "lamp": True}
    carry_out_felt(felt, {"felt": "chip", "seat": 3, "spot": spot, "on": False})
    wires.now_us += 100_000
    carry_out_felt(felt, {"felt": "button", "down": False})
    assert wires.on == set()


def test_a_press_lets_go_by_itself() -> None:
    wires = Wires()
    felt = SimFelt(wires)
    felt.press(150)
    (at_us, let_go) = wires.due[0]
    assert (at_us, felt.state()["button"]["down"]) == (5_150_000, True)
    let_go()
    assert wires.on == set()


def test_the_cable_is_pulled_once_however_often_asked() -> None:
    wires = Wires()
    felt = SimFelt(wires)
    for plugged in (False, False, True, True):
        carry_out_felt(felt, {"felt": "cable", "plugged": plugged})
    carry_out_felt(felt, {"felt": "reset"})
    assert wires.did == ["pull", "plug", "reset"]


def test_an_unknown_seat_is_named() -> None:
    with pytest.raises(Problem, match="seat 9"):
        SimFelt(Wires()).set_chip(9, True)


@pytest.mark.parametrize(
    "given",
    [
        {"felt": "chip", "seat": 9, "spot": "", "on": True},
        {"felt": "chip", "seat": "3", "spot": "", "on": True},
        {"felt": "chip", "seat": 3, "on": True},
        {"felt": "button", "down": 1},
        {"felt": "fire"},
        {"felt": None},
    ],
)
def test_nonsense_moves_nothing(given: dict[str, Any]) -> None:
    wires = Wires()
    assert not carry_out_felt(SimFelt(wires), given)
    assert not carry_out_felt(None, {"felt": "reset"})
    assert (wires.on, wires.did) == (set(), [])


def test_only_the_page_that_asks_for_the_felt_is_told_of_it() -> None:
    wires = Wires()
    app = create_app(FakeHost(), SimFelt(wires))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        with client.websocket_connect(f"{LIVE}?felt=1") as socket:
            heard = {m["type"]: m for m in (socket.receive_json(), socket.receive_json())}
            assert heard["felt"]["felt"] == SimFelt(wires).state()
        with client.websocket_connect(LIVE) as socket:
            socket.receive_json()
            socket.send_json({"felt": "reset"})
            assert socket.receive_json()["type"] == "beat"
    assert wires.did == []
