"""Dear acts at a meter need two supervisors with a PIN each; the books name both."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.main import app
from feltlink.floor.opening import open_store
from feltlink.money.meter_plan import Level, Plan
from feltlink.money.meter_request import Winner
from feltlink.problem import Problem
from feltlink.table import config, people
from support.staffed_folder import staff
from support.tables import FakeTable

PINS = {"Ann Lee": "2718", "Cal Ray": "1618", "Bo": "3141"}
BY = ("--by", "Ann Lee")
TWO = (*BY, "--second", "Cal Ray", "--pin-stdin")


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A table with people and a store with one meter of $6,000; limits of $100 and $5,000."""
    staff(tmp_path, PINS)
    with open_store(str(tmp_path / "m.db")) as store:
        store.define(Plan("big", 100, (Level("main", 600_000, 10_000),)))
    return tmp_path


def meter(desk: Path, *words: str, pins: Sequence[str] = ()) -> str:
    done = CliRunner().invoke(
        app, ["meter", *words, "--store", str(desk / "m.db")], input="".join(f"{p}\n" for p in pins)
    )
    if isinstance(done.exception, Exception):
        raise done.exception
    return done.stdout


def adjust(desk: Path, amount: str, *words: str, pins: Sequence[str] = ()) -> str:
    return meter(desk, "adjust", "big", amount, "--reason", "float moved", *words, pins=pins)


def last(desk: Path) -> dict[str, object]:
    entry: dict[str, object] = json.loads(meter(desk, "history", "big", "--last", "1", "--json"))
    return entry


def test_a_large_adjustment_is_booked_by_two(desk: Path) -> None:
    at = ("--table", str(desk / "table.toml"))
    with pytest.raises(Problem, match=r"two people are needed: an adjustment of \$100 or more"):
        adjust(desk, "100", *BY, *at)
    with pytest.raises(Problem, match="two people are needed"):
        adjust(desk, "100", "--out", *BY, *at, "--pin-stdin")
    assert last(desk)["kind"] == "seed"
    assert "is now $6,100.00" in adjust(desk, "100", *TWO, *at, pins=("2718", "1618"))
    assert (last(desk)["by"], last(desk)["reason"]) == ("Ann Lee with Cal Ray", "float moved")
    adjust(desk, "99.99", *BY, *at, "--pin-stdin", pins=("2718",))  # one is enough
    assert last(desk)["by"] == "Ann Lee"


@pytest.mark.parametrize(
    ("second", "pins", "words"),
    [
        ("Cal Ray", ("2718", "2718"), "do not belong together"),
        ("Cal Ray", ("1618", "1618"), "do not belong together"),
        ("Zoe", ("2718", "1618"), "do not belong together"),
        ("Bo", ("2718", "3141"), "Bo is no supervisor but dealer"),
        ("Ann Lee", ("2718", "2718"), "cannot be both"),
    ],
)
def test_who_does_not_prove_to_be_there_books_nothing(
    desk: Path, second: str, pins: tuple[str, str], words: str
) -> None:
    at = ("--table", str(desk / "table.toml"), "--pin-stdin")
    with pytest.raises(Problem, match=words):
        adjust(desk, "100", *BY, "--second", second, *at, pins=pins)
    assert last(desk)["kind"] == "seed"


def test_a_large_award_is_confirmed_and_voided_by_two(desk: Path) -> None:
    at = ("--table", str(desk / "table.toml"))
    with open_store(str(desk / "m.db")) as store:
        table = FakeTable(store, desk, meter="big")
        table.bet(1, 2)
        table.key(Winner(2, "royal flush", 100))
        (answer,) = table.run()
    award = str(answer.data["awards"][0]["award"])
    for verdict in ("confirm", "void"):
        with pytest.raises(Problem, match=r"two people are needed: an award of \$5,000"):
            meter(desk, "award", "big", award, verdict, *BY, *at, "--reason", "x")
    with pytest.raises(Problem, match="two people give a reason"):
        meter(desk, "award", "big", award, "confirm", *TWO, *at, pins=("2718", "1618"))
    said = meter(
        desk, "award", "big", award, "confirm", *TWO, *at, "--reason", "tape", pins=("2718", "1618")
    )
    assert "confirmed by Ann Lee with Cal Ray" in said
    assert "verified by Ann Lee with Cal Ray" in meter(desk, "slip", "big", award)


def test_a_tables_own_limits_hold(desk: Path) -> None:
    table = desk / "table.toml"
    table.write_text(f"{table.read_text()}\n[two_people]\nadjust_cents = 500\n")
    with pytest.raises(Problem, match=r"an adjustment of \$5 or more"):
        adjust(desk, "5", *BY, "--table", str(table), "--pin-stdin")
    checked = CliRunner().invoke(app, ["table", "check", str(table)]).stdout
    assert "an adjustment from $5 on" in checked
    assert "NONE OF IT" not in checked
    people.remove(desk / "people.toml", "Cal Ray")
    checked = CliRunner().invoke(app, ["table", "check", str(table)]).stdout
    assert "NONE OF IT CAN BE DONE: the people's file has 1 supervisor" in checked


def test_limits_without_people_are_refused(desk: Path) -> None:
    table = desk / "table.toml"
    text = table.read_text().replace('people = "people.toml"\n', "")
    table.write_text(f"{text}\n[two_people]\nadjust_cents = 500\n")
    with pytest.raises(Problem, match="needs people = FILE"):
        config.load(table)
