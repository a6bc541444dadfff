"""The supervisor's desk over a real store of meters: verdicts, adjustments, states, twice once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from feltlink.floor.opening import open_store
from feltlink.floor.reconcile import reconcile
from feltlink.floor.store import Store
from feltlink.table.desk import Desk
from feltlink.web.app import create_app
from support.desk_rig import METER, meter_with_wins
from support.pages import PIN, FakeHost

BASE = "http://127.0.0.1"
PEOPLE = {"Ann Lee": "supervisor", "Bo Ray": "supervisor", "Dee": "dealer"}
VERDICT = {"do": "verdict", "meter": METER, "verdict": "confirmed"}
ADJUST = {
    "do": "adjust",
    "meter": METER,
    "level": "main",
    "pot": "current",
    "amount_cents": 1250,
    "reason": "float moved",
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "meters.db")) as store:
        meter_with_wins(store)
        yield store


class Screen:
    """A supervisor's screen. Each act has an id of its own unless it is given one."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.acts = 0

    def act(self, act: dict[str, Any], **more: Any) -> dict[str, Any]:
        self.acts += 1
        given = {"id": f"desk-act-{self.acts:04}", **act, **more}
        answer: dict[str, Any] = self.client.post("/api/desk", json=given).json()
        return answer

    def meter(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get("/api/desk").json()["meters"][0]
        return found

    def log_in(self, name: str) -> None:
        self.client.post("/api/login", json={"name": name, "pin": PIN})


@pytest.fixture
def cleared() -> list[str]:
    return []


def screen_of(host: FakeHost, store: Store, cleared: list[str]) -> Screen:
    def clear(by: str) -> str:
        cleared.append(by)
        return ""

    app = create_app(host, desk=Desk(lambda: open_store(store.url), clear))
    return Screen(TestClient(app, base_url=BASE))


@pytest.fixture
def screen(store: Store, cleared: list[str]) -> Screen:
    """Ann Lee's."""
    screen = screen_of(FakeHost(people=PEOPLE), store, cleared)
    screen.log_in("Ann Lee")
    return screen


def test_a_win_is_confirmed_or_voided_under_the_supervisors_name(
    screen: Screen, store: Store
) -> None:
    small, other = (award["number"] for award in screen.meter()["awards"][:2])
    assert "no reason is given" in screen.act(VERDICT, award=other, verdict="voided")["sentence"]
    assert screen.act(VERDICT, award=small)["ok"]
    assert screen.act(VERDICT, award=other, verdict="voided", reason="hand was fouled")["ok"]
    newest = screen.meter()["history"]
    assert newest[0]["by"] == "Ann Lee"
    assert {("confirmation", ""), ("reversal", "hand was fouled")} <= {
        (entry["kind"], entry["reason"]) for entry in newest
    }
    assert "already" in screen.act(VERDICT, award=small, verdict="voided", reason="x")["sentence"]
    assert reconcile(store, METER).faults == ()


def test_a_dear_win_takes_a_second_supervisor(screen: Screen) -> None:
    dear = screen.meter()["awards"][-1]
    assert dear["amount_cents"] >= 500_000
    told = {"reason": "royal flush"}
    assert "reason" in screen.act(VERDICT, award=dear["number"])["sentence"]
    for second in (None, {"name": "Ann Lee", "pin": PIN}, {"name": "Dee", "pin": PIN}):
        refused = screen.act(VERDICT, **told, award=dear["number"], second=second)
        assert (refused["ok"], refused["takes_two"]) == (False, True), second
    wrong = screen.act(VERDICT, **told, award=dear["number"], second={"name": "Bo Ray", "pin": "1"})
    assert not wrong["ok"]
    assert screen.act(VERDICT, **told, award=dear["number"], second={"name": "Bo Ray", "pin": PIN})[
        "ok"
    ]
    assert screen.meter()["history"][0]["by"] == "Ann Lee with Bo Ray"


def test_an_adjustment_sent_again_is_booked_once(
    screen: Screen, store: Store, cleared: list[str]
) -> None:
    before = screen.meter()["levels"]["main"]["current"]
    for _ in range(2):
        assert screen.act(ADJUST, id="adjust-0001")["ok"]
    again = screen_of(FakeHost(people=PEOPLE), store, cleared)  # another life of the host
    again.log_in("Ann Lee")
    assert again.act(ADJUST, id="adjust-0001")["ok"]
    assert screen.meter()["levels"]["main"]["current"] - before == 12_500_000
    assert screen.meter()["history"][0]["reason"] == "float moved (act adjust-0001)"
    assert screen.act(ADJUST, id="adjust-0002", amount_cents=10_000)["takes_two"]
    assert "reason" in screen.act(ADJUST, reason="  ")["sentence"]


def test_a_meter_is_locked_with_a_reason_and_opened_again(screen: Screen) -> None:
    assert (
        "no reason"
        in screen.act({"do": "state", "meter": METER, "state": "locked", "reason": ""})["sentence"]
    )
    for state in ("locked", "open"):
        act = {"do": "state", "meter": METER, "state": state, "reason": "sign differs"}
        assert screen.act(act)["ok"]
        assert screen.meter()["state"] == state


def test_faults_are_cleared(screen: Screen, cleared: list[str]) -> None:
    assert screen.act({"do": "clear_faults"})["ok"]
    assert cleared == ["supervisor Ann Lee"]


@pytest.mark.parametrize(
    "act",
    [
        {"do": "verdict", "meter": METER, "award": "1", "verdict": "confirmed"},
        {"do": "verdict", "meter": METER, "award": 1, "verdict": "paid"},
        {**ADJUST, "amount_cents": 0},
        {**ADJUST, "amount_cents": 12.5},
        {**ADJUST, "pot": "paid"},
        {"do": "state", "meter": METER, "state": "pending", "reason": "x"},
        {"do": "buy"},
        {},
    ],
)
def test_what_makes_no_sense_is_refused(screen: Screen, act: dict[str, Any]) -> None:
    given = {"id": "desk-act-0", **act}
    assert screen.client.post("/api/desk", json=given).status_code == 400


def test_an_open_table_moves_no_money_a_demo_asks_for_the_name(
    store: Store, cleared: list[str]
) -> None:
    host = FakeHost()
    screen = screen_of(host, store, cleared)
    award = screen.meter()["awards"][-1]["number"]
    told = screen.act(VERDICT, award=award, name="Ann Lee")["sentence"]
    assert "no people, so nobody can prove to be a supervisor" in told
    host.show(demo=True)
    assert "who you are" in screen.act(VERDICT, award=award)["sentence"]
    assert screen.act(VERDICT, award=award, name=" Demo Supervisor ")["ok"]
    assert screen.meter()["history"][0]["by"] == "Demo Supervisor"


def test_a_table_without_meters_has_a_desk_too() -> None:
    host = FakeHost()
    host.show(demo=True)
    app = create_app(host, desk=Desk(None, lambda by: "The controller is not connected."))
    screen = Screen(TestClient(app, base_url=BASE))
    assert screen.client.get("/api/desk").json() == {"meters": []}
    assert "no progressive" in screen.act({**ADJUST, "name": "Ann"})["sentence"]
    assert "not connected" in screen.act({"do": "clear_faults", "name": "Ann"})["sentence"]
