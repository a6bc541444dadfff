"""The description of the HTTP side says what there is, and what is answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from feltlink.link import messages as m
from feltlink.table.desk import Desk
from feltlink.web import app as pages
from feltlink.web.app import create_app
from feltlink.web.records import Records
from support.idle_bench import bench_of
from support.pages import FakeHost
from support.table_rig import Rig

DESCRIBED = json.loads((Path(pages.__file__).parent / "openapi.json").read_text())
READS = [
    ("/api/state", "View"),
    ("/api/rounds/1", "Round"),
    ("/api/check", "Check"),
    ("/api/me", "Me"),
    ("/api/demo", "Demo"),
    ("/api/desk", "Desk"),
]


@pytest.fixture
def rig(tmp_path: Path) -> Any:
    rig = Rig(tmp_path / "t.db")
    rig.connect()
    rig.act("open")
    rig.act("arm")
    rig.tell(m.Press(0, 1))
    yield rig
    rig.record.close()


def test_every_way_of_the_api_is_described_with_its_method(rig: Rig) -> None:
    app = create_app(
        rig.host,
        records=Records(rig.path),
        desk=Desk(None, lambda by: ""),
        bench=bench_of(FakeHost(), rig.path.parent),
    )
    there = {
        (route.path.replace(":int", ""), method.lower())
        for route in app.routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in route.methods or ()
        if method != "HEAD"
    }
    described = {(path, method) for path, item in DESCRIBED["paths"].items() for method in item}
    assert described == there


@pytest.mark.parametrize(("path", "schema"), READS)
def test_an_answer_has_the_fields_that_are_described(rig: Rig, path: str, schema: str) -> None:
    with TestClient(
        create_app(rig.host, records=Records(rig.path), desk=Desk(None, lambda by: "")),
        base_url="http://127.0.0.1",
    ) as client:
        found = client.get(path).json()
    assert set(found) == set(DESCRIBED["components"]["schemas"][schema]["properties"])


def test_entries_and_rounds_have_the_fields_that_are_described(rig: Rig) -> None:
    schemas = DESCRIBED["components"]["schemas"]
    with TestClient(
        create_app(rig.host, records=Records(rig.path), desk=Desk(None, lambda by: "")),
        base_url="http://127.0.0.1",
    ) as client:
        entry = client.get("/api/entries").json()["entries"][0]
        one = client.get("/api/rounds").json()["rounds"][0]
        answer = client.post("/api/act", json={"id": "12345678", "act": "close"}).json()
        assert client.get("/api/openapi.json").json() == DESCRIBED
    assert set(entry) == set(schemas["Entry"]["properties"])
    assert set(one) == set(schemas["RoundSummary"]["properties"])
    assert set(answer) == set(schemas["Answer"]["properties"])


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(DESCRIBED)
    for name in DESCRIBED["components"]["schemas"]:
        text = text.replace(f'"#/components/schemas/{name}"', "")
    assert "#/components" not in text
