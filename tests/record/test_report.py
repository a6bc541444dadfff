"""The report adds up what was wagered, taken, paid and won; corrections leave no trace in it."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as Xml
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from feltlink.cli.meter_picture import save
from feltlink.cli.record import app
from feltlink.floor.opening import open_store
from feltlink.money.meter_entry import Amounts, Entry
from feltlink.money.meter_plan import Level, Plan
from feltlink.problem import Problem
from feltlink.record.store import Record
from feltlink.table.report import shifts, zone

DAY = 1_790_000_000_000_000  # 2026-09-21T14:13:20Z
HOUR = 3_600_000_000


def report(*words: object) -> Result:
    return CliRunner().invoke(app, ["report", *map(str, words)])


def line(seat: int, stake: int, amount: int, **more: Any) -> dict[str, Any]:
    plain = {
        "seat": seat, "wager": "bonus_spin", "stake_cents": stake,
        "outcome": "win" if amount else "lose", "pays": "x", "amount_cents": amount,
        "paid_by": "house", "stake_back": False, "order": 1, "paragraph": "p",
    }  # fmt: skip
    return {**plain, **more}


def record(path: Path, *settled: tuple[int, list[dict[str, Any]]]) -> Path:
    """A record with one settlement a round at these times."""
    store = Record(path)
    for round_id, (at, lines) in enumerate(settled, 1):
        batch = store.batch(at)
        batch.add("result", "settled", {"lines": lines}, round_id=round_id)
        store.commit(batch)
    store.close()
    return path


@pytest.fixture
def week(tmp_path: Path) -> Path:
    """Three rounds: afternoon, evening, and after midnight UTC."""
    return record(
        tmp_path / "one.db",
        (DAY, [line(1, 500, 0), line(3, 500, 1000)]),
        (DAY + 8 * HOUR, [line(1, 500, 1000), line(1, -500, -1000), line(1, 500, 6500)]),
        (DAY + 12 * HOUR, [line(2, 500, 100_000, paid_by="meter"), line(4, 0, 0)]),
    )


def rows(*words: object) -> dict[str, Any]:
    done = report(*words, "--json")
    assert done.exit_code == 0, done.exception
    found: dict[str, Any] = json.loads(done.stdout)["rows"]
    return found


def test_days_add_up_and_a_line_taken_back_counts_for_nothing(week: Path) -> None:
    found = rows(week)
    assert list(found) == ["2026-09-21", "2026-09-22", "all"]
    assert found["2026-09-21"] == {
        "rounds": 2, "wagers": 3, "hits": 2, "hit_frequency_bp": 6666, "coin_in_cents": 1500,
        "drop_cents": 1500, "paid_cents": 7500, "from_meter_cents": 0, "win_cents": -6000,
    }  # fmt: skip
    after = found["2026-09-22"]
    assert (after["paid_cents"], after["from_meter_cents"], after["win_cents"]) == (
        100_000, 100_000, 500,
    )  # fmt: skip
    whole = found["all"]
    for name in ("rounds", "wagers", "hits", "coin_in_cents", "paid_cents", "win_cents"):
        assert whole[name] == found["2026-09-21"][name] + after[name]


def test_shifts_are_those_of_the_house(week: Path) -> None:
    denver = rows(week, "--by", "shift", "--zone", "America/Denver")
    assert list(denver) == ["2026-09-21 06:00", "2026-09-21 14:00", "all"]
    assert denver["2026-09-21 14:00"]["rounds"] == 2
    name = shifts("06:00,22:00", zone("UTC"))
    early = int(datetime(2026, 9, 21, 5, 59, tzinfo=UTC).timestamp()) * 1_000_000
    assert name(early) == "2026-09-20 22:00"
    assert name(early + 60_000_000) == "2026-09-21 06:00"


def test_tables_and_spans(week: Path, tmp_path: Path) -> None:
    other = record(tmp_path / "two.db", (DAY, [line(1, 100, 0)]))
    found = rows(week, other, "--by", "table", "--to", "2026-09-22")
    assert {name: row["rounds"] for name, row in found.items()} == {"one": 2, "two": 1, "all": 3}
    assert report(week, "--from", "2030-01-01").stdout == "nothing was settled in this time\n"
    text = report(week, "--by", "table").stdout.splitlines()
    assert text[0].split() == [
        "table", "rounds", "wagers", "hits", "hit", "%", "coin-in", "drop", "paid", "from", "meter",
        "win",
    ]  # fmt: skip
    assert text[1].split()[:5] == ["one", "3", "5", "3", "60.00"]


def test_drops_bound_what_was_taken_between_them(week: Path) -> None:
    """Whatever the days say: each drop's row ends with it, and all of them are the whole."""
    assert list(rows(week, "--by", "drop")) == ["one, yet to be dropped", "all"]
    store = Record(week)
    for round_id, (at, stake) in enumerate(((DAY + 13 * HOUR, 0), (DAY + 14 * HOUR, 700)), 4):
        batch = store.batch(at)
        batch.add("note", "drop", {"act": "drop", "data": {}, "sentence": ""})
        if stake:
            batch.add("result", "settled", {"lines": [line(1, stake, 0)]}, round_id=round_id)
        store.commit(batch)
    store.close()
    found = rows(week, "--by", "drop")
    first, later = "one, up to 2026-09-22 03:13:20", "one, yet to be dropped"
    assert list(found) == [first, later, "all"]  # the second drop found an empty box
    assert (found[first]["rounds"], found[first]["drop_cents"]) == (3, 2000)
    assert (found[later]["rounds"], found[later]["drop_cents"]) == (1, 700)
    whole = rows(week)["all"]
    for name in ("rounds", "wagers", "hits", "coin_in_cents", "drop_cents", "win_cents"):
        assert found[first][name] + found[later][name] == found["all"][name] == whole[name]


@pytest.mark.parametrize(
    "words", [["--by", "year"], ["--zone", "Mars/North"], ["--picture", "x.svg"]]
)
def test_what_makes_no_sense_is_told(week: Path, words: list[str]) -> None:
    assert isinstance(report(week, *words).exception, Problem)
    bad = report(week, "--by", "shift", "--shifts", "noon")
    assert isinstance(bad.exception, Problem)


def test_meters_are_reported_and_drawn(week: Path, tmp_path: Path) -> None:
    plan = Plan("uth-1", 100, (Level("main", 100_000, 10_000),))
    with open_store(str(tmp_path / "meters.db")) as store:
        store.define(plan)
    drawn = tmp_path / "m.svg"
    done = report(week, "--meters", tmp_path / "meters.db", "--picture", drawn)
    assert "meter uth-1: $0, contributions $0, paid $0, now $1,000" in done.stdout
    assert "Meter uth-1" in drawn.read_text()
    missing = report(week, "--meters", tmp_path / "no.db")
    assert isinstance(missing.exception, Problem)
    assert not (tmp_path / "no.db").exists()


def test_the_picture_is_sound_xml_with_a_step_a_change(tmp_path: Path) -> None:
    entries = [
        Entry("seed", "main", Amounts(seeded=100_000_000, current=100_000_000), at_utc_us=DAY),
        Entry("contribution", "main", Amounts(current=50_000), at_utc_us=DAY + HOUR),
        Entry("award", "main", Amounts(current=-100_050_000), at_utc_us=DAY + 2 * HOUR),
        Entry("seed", "mini", Amounts(seeded=5_000_000, current=5_000_000), at_utc_us=DAY),
    ]
    drawn = tmp_path / "course.svg"
    save(drawn, "<uth & co>", entries)
    paths = Xml.parse(drawn).iter("{http://www.w3.org/2000/svg}path")
    lines = [p.get("d", "") for p in paths if p.get("stroke-width") == "2"]
    assert [d.count("L") for d in lines] == [6, 2]  # along and up, each change
    assert lines[0].endswith("L880.0 280.0")  # the end, at nothing
    save(drawn, "empty", [])
    assert Xml.parse(drawn) is not None


def test_the_picture_as_png_shows_each_level_in_its_colour(tmp_path: Path) -> None:
    day = [(DAY, 80), (DAY + HOUR, 10), (DAY + 2 * HOUR, -60)]
    entries = [
        Entry("contribution", level, Amounts(current=times * dollars * 1_000_000), at_utc_us=at)
        for level, times in (("main", 1), ("mini", 2))
        for at, dollars in day
    ]
    save(tmp_path / "course.png", "uth-1", entries)
    with Image.open(tmp_path / "course.png") as image:
        assert (image.format, image.size) == ("PNG", (1800, 640))
        colours = {colour for _, colour in image.convert("RGB").getcolors(10**6) or ()}
    assert {(0x1B, 0x5E, 0x8A), (0x8A, 0x3B, 0x1B)} <= colours
    assert len(colours) > 20  # letters have soft edges


def test_without_its_library_no_png_is_drawn_and_svg_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(Problem, match="not installed") as caught:
        save(tmp_path / "course.png", "uth-1", [])
    assert ".svg" in caught.value.remedy
    assert list(tmp_path.iterdir()) == []
