"""`meters.toml`: read, or every fault told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltlink.floor.plan_file import load
from feltlink.money.meter_plan import Level, Plan
from feltlink.problem import Problem

GOOD = """
[[meter]]
name = "uth-1"
wager_cents = 100
simultaneous = "split"

[[meter.level]]
name = "main"
seed_cents = 100_000
increment_ppm = 185_000
reserve_ppm = 50_000
"""


def test_a_file_gives_its_plans(tmp_path: Path) -> None:
    file = tmp_path / "meters.toml"
    file.write_text(GOOD + GOOD.replace("uth-1", "uth-5").replace("= 100\n", "= 500\n"))
    one, five = load(file)
    assert one == Plan("uth-1", 100, (Level("main", 100_000, 185_000, 50_000),), "split")
    assert five.wager_unit_cents == 500


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("= 100_000", "= 1000.50", "9:"),
        ("reserve_ppm", "reserve", "11:"),
        ("= 185_000", "= 985_000", "more than the whole wager"),
        ('"split"', '"share"', "5:"),
        ("", GOOD, "name of its own"),
    ],
)
def test_a_fault_is_told_with_its_line(tmp_path: Path, was: str, now: str, told: str) -> None:
    file = tmp_path / "meters.toml"
    file.write_text(GOOD.replace(was, now) if was else GOOD + now)
    with pytest.raises(Problem, match=told):
        load(file)
