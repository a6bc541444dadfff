"""`feltlink meter` and `feltlink link`, as a supervisor types them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from feltlink.cli.main import app
from feltlink.floor.opening import open_store
from feltlink.money.meter_request import Winner
from feltlink.problem import Problem
from support.staffed_folder import staff
from support.tables import FakeTable

METERS = """
[[meter]]
name = "uth-1"
wager_cents = 100
[[meter.level]]
seed_cents = 100_000
increment_ppm = 185_000
reserve_ppm = 50_000
"""
PIN = "2718"


class Typed:
    """Commands on one store."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.store = folder, str(folder / "meters.db")
        (folder / "meters.toml").write_text(METERS)

    def run(self, *words: str) -> Result:
        env = {"FELTLINK_STORE": self.store}
        given = f"{PIN}\n" if "--pin-stdin" in words else ""
        result = CliRunner().invoke(app, list(words), env=env, input=given)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def by_ann(self, *words: str, name: str = "Ann Lee") -> Result:
        """An act of a supervisor of a table, who types her PIN."""
        table = self.folder / "table.toml"
        if not table.exists():
            staff(self.folder, {"Ann Lee": PIN})
        return self.run(*words, "--table", str(table), "--by", name, "--pin-stdin")

    def json(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json").stdout)


@pytest.fixture
def typed(tmp_path: Path) -> Typed:
    one = Typed(tmp_path)
    one.run("meter", "define", str(tmp_path / "meters.toml"))
    return one


def won(typed: Typed) -> int:
    """A table bets, wins all of the meter, and ends: the number of the award."""
    with open_store(typed.store) as store:
        table = FakeTable(store, typed.folder)
        table.bet(1, 2, 3)
        table.key(Winner(2, "royal flush", 100))
        (answer,) = table.run()
    number: int = answer.data["awards"][0]["award"]
    return number


def test_a_meter_from_its_seed_to_a_confirmed_award(typed: Typed) -> None:
    assert (
        "is as the file says"
        in typed.run("meter", "define", str(typed.folder / "meters.toml")).stdout
    )
    number = won(typed)
    (shown,) = typed.json("meter", "show")
    assert (shown["state"], shown["amounts_cents"]) == ("pending", {"main": 100_015})
    assert shown["awards"][0]["amount_cents"] == 100_055
    text = typed.run("meter", "show", "uth-1").stdout
    assert f"award {number}: $1,000.55 to table T1, round 1, seat 2, royal flush" in text
    with pytest.raises(Problem, match="is pending: nothing is paid"):
        typed.run("meter", "slip", "uth-1", str(number))
    assert (
        "confirmed by Ann Lee"
        in typed.by_ann("meter", "award", "uth-1", str(number), "confirm").stdout
    )
    assert typed.json("meter", "show")[0]["state"] == "open"
    assert (
        "pay $1,000.55\nverified by Ann Lee"
        in typed.run("meter", "slip", "uth-1", str(number)).stdout
    )
    assert typed.json("meter", "slip", "uth-1", str(number))["meter_before_cents"] == 100_055
    report = typed.json("meter", "reconcile")
    assert report[0]["ok"]
    assert report[0]["levels_micro"]["main"]["paid"] == 1_000_550_000
    assert "exact" in typed.run("meter", "reconcile", "uth-1").stdout


def test_acts_need_a_name_and_a_reason_and_stand_in_the_history(typed: Typed) -> None:
    with pytest.raises(Problem, match="no name"):
        typed.by_ann("meter", "adjust", "uth-1", "5", "--reason", "x", name=" ")
    with pytest.raises(Problem, match="no reason"):
        typed.by_ann("meter", "adjust", "uth-1", "5", "--reason", " ")
    with pytest.raises(Problem, match="no meter 'uth-2'"):
        typed.by_ann("meter", "state", "uth-2", "locked", "--reason", "x")
    typed.by_ann("meter", "adjust", "uth-1", "12.50", "--reason", "float moved")
    typed.by_ann("meter", "adjust", "uth-1", "2.50", "--out", "--reason", "and back")
    typed.by_ann("meter", "state", "uth-1", "locked", "--reason", "sign is wrong")
    number = won(typed)
    typed.by_ann("meter", "award", "uth-1", str(number), "void", "--reason", "second deck")
    lines = typed.run("meter", "history", "uth-1", "--last", "0").stdout.splitlines()
    assert "adjustment" in lines[1]
    assert "current +$12.50, by Ann Lee, (float moved)" in lines[1]
    assert "current -$2.50" in lines[2]
    assert "state" in lines[3]
    assert "(second deck)" in lines[-1]
    entries = [json.loads(line) for line in typed.run(
        "meter", "history", "uth-1", "--last", "2", "--json"
    ).stdout.splitlines()]  # fmt: skip
    assert [entry["kind"] for entry in entries] == ["reversal", "reversal"]


def test_books_that_do_not_agree_are_named_and_fail(typed: Typed) -> None:
    import apsw

    won(typed)
    db = apsw.Connection(typed.store)
    db.execute("DROP TRIGGER meter_entry_no_update")
    db.execute(
        "UPDATE meter_entry SET contributed = contributed + 7, current = current + 7"
        " WHERE number = 3"
    )
    db.close()
    with pytest.raises(Problem, match="do not agree") as caught:
        typed.run("meter", "reconcile")
    assert caught.value.code == 1


def test_the_link_tells_what_waits(typed: Typed) -> None:
    won(typed)
    table_file = typed.folder / "T1.db"
    status = typed.json("link", "status", "--record", str(table_file))
    assert status["link"] == "up"
    assert (status["tables"]["T1"]["last"], status["tables"]["T1"]["waiting"]) == (4, 0)
    copy = typed.folder / "copy.db"
    assert "holds 4 requests" in typed.run("link", "backup", str(copy)).stdout
    assert "4 in a back-up" in typed.run("link", "status").stdout
    with pytest.raises(Problem, match="this file exists"):
        typed.run("link", "backup", str(copy))
    (typed.folder / "else").mkdir()
    with open_store(str(typed.folder / "else.db")) as other:
        FakeTable(other, typed.folder / "else").bet(5, 6, 7, 1)
    with pytest.raises(Problem, match="not the outbox"):
        typed.run("link", "status", "--record", str(typed.folder / "else" / "T1.db"))


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no store here"):
        Typed(tmp_path).run("meter", "show")
    assert not (tmp_path / "meters.db").exists()


def test_the_sign_gets_its_lines(typed: Typed) -> None:
    sign = subprocess.Popen(
        [sys.executable, "-c", "from feltlink.cli.main import run; run()",
         "link", "serve-sign", "--store", typed.store],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert sign.stdout is not None
    first = json.loads(sign.stdout.readline())
    assert first["meters"][0]["amounts_cents"] == {"main": 100_000}
    won(typed)
    second = json.loads(sign.stdout.readline())
    while second["meters"][0]["state"] != "pending":  # it may look in between
        second = json.loads(sign.stdout.readline())
    sign.kill()
    sign.wait()
    sign.stdout.close()
