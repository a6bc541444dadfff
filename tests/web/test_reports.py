"""Reports, search and export read the same record as everything else."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from feltlink.floor.opening import open_store
from feltlink.money.cents import show
from feltlink.table.desk import Desk
from feltlink.web.app import create_app
from feltlink.web.records import Records
from support.desk_rig import METER, meter_with_wins
from support.table_rig import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "t.db")
    rig.play_three()
    yield rig
    rig.record.close()


@pytest.fixture
def client(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    spool = tmp_path / "spool"
    spool.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(spool))
    store = str(tmp_path / "meters.db")
    with open_store(store) as meters:
        meter_with_wins(meters)
    desk = Desk(lambda: open_store(store), lambda: "")
    app = create_app(rig.host, records=Records(rig.path), desk=desk)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client
    assert list(spool.iterdir()) == []


def get(client: TestClient, path: str) -> dict[str, Any]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_report_adds_up_what_the_check_finds(client: TestClient) -> None:
    found = get(client, "/api/report")
    assert [row["name"] for row in found["rows"]] == ["2026-09-21"]
    assert found["rows"][0]["rounds"] == found["whole"]["rounds"] == 3
    lines = [line for n in (1, 2, 3) for line in get(client, f"/api/rounds/{n}")["lines"]]
    assert found["whole"]["wagers"] == len(lines)
    assert found["whole"]["coin_in_cents"] == sum(line["stake_cents"] for line in lines)


@pytest.mark.parametrize(
    ("zone", "name"),
    [("UTC", "2026-09-21 14:00"), ("America/Denver", "2026-09-21 06:00")],
)
def test_shifts_are_those_of_the_place(client: TestClient, zone: str, name: str) -> None:
    assert [row["name"] for row in get(client, f"/api/report?by=shift&zone={zone}")["rows"]] == [
        name
    ]


def test_a_zone_that_is_none_is_a_sentence(client: TestClient) -> None:
    assert "no time zone" in client.get("/api/report?zone=Mars").json()["sentence"]


def test_the_meters_course_shows_each_fall(client: TestClient) -> None:
    (course,) = get(client, "/api/report")["meters"]
    assert course["meter"] == METER
    told = [show(cents) for _, cents in course["points"]]
    assert told == [
        *("$10,000", "$10,000.23", "$10,000.47", "$10,000.70"),
        *("$9,900.70", "$9,801.70", "$0", "$10,000"),
    ]


def test_a_search_finds_the_newest_first_in_all_rounds(client: TestClient) -> None:
    found = get(client, "/api/search?q=PRESSED+button")
    assert [one["round_id"] for one in found["entries"]] == [3, 2, 1]
    assert found["whole"]
    assert get(client, "/api/search?q=pressed+nowhere")["entries"] == []
    assert get(client, "/api/search?q=")["entries"] == []


def test_the_export_has_every_entry(client: TestClient, rig: Rig) -> None:
    answer = client.get("/api/export?form=jsonl")
    assert "record.jsonl" in answer.headers["content-disposition"]
    assert [json.loads(line)["number"] for line in answer.text.splitlines()] == list(
        range(1, rig.record.number + 1)
    )
    rows = list(csv.reader(io.StringIO(client.get("/api/export?form=csv").text)))
    assert len(rows) == rig.record.number + 1
