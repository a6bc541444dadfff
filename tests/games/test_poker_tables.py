"""The pay tables: complete, well formed, and each fault named with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from feltlink.games import paytables, poker_tables
from feltlink.games.paytables import load_family
from feltlink.problem import Problem

FILES: dict[str, type[Any]] = {
    "uth": poker_tables.UthTable,
    "uthp": poker_tables.UthpTable,
    "pmg": poker_tables.PmgTable,
    "dakota": poker_tables.DuelHandsTable,
    "pocket-pair": poker_tables.PocketPairTable,
    "big8": poker_tables.Big8Table,
}


@pytest.mark.parametrize("name", FILES)
def test_each_names_its_paragraph(name: str) -> None:
    source = load_family(name, FILES[name]).source
    assert source.startswith(("20:18:16:15.15(", "20:18:16:15.23("))


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("uth", 'three_of_a_kind = "3 to 1"\n', "", "missing ['three_of_a_kind']"),
        ("uth", 'straight = "1 to 1"', 'straights = "1 to 1"', "unknown ['straights']"),
        ("uth", '"3 to 2"', '"3 of 2"', "'3 of 2' is no pay"),
        ("uth", '"50 to 1"', "50", "no text like '50 to 1'"),
        ("uthp", 'full_house = "10 for 1"\n\n', "\n", "the rows must be royal_first_five"),
        ("uthp", '"100 %"', '"110 %"', "'110 %' is no pay"),
        ("pmg", 'straight_flush = "$300"\n', "", "envy has"),
        ("pmg", 'royal_flush = "$1,000"', 'royal_flush = "1,000 to 1"', "each an amount"),
        ("dakota", "pair_nines_or_higher", "pair_tens_or_higher", "unknown"),
        ("pocket-pair", '22 = "3x"\n', "", "the rows must be AA, KK"),
        ("pocket-pair", '"N/A"', '"none"', "'none' is no bonus"),
        ("big8", 'straight = "push"', 'straight = "pushes"', "'pushes' is no pay"),
    ],
)
def test_a_fault_is_refused_with_file_and_line(
    name: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    text = (paytables.FOLDER / f"{name}.toml").read_text()
    assert old in text
    (tmp_path / f"{name}.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(Problem) as caught:
        load_family(name, FILES[name], tmp_path)
    assert said in str(caught.value)
    assert f"{name}.toml:" in str(caught.value)


@pytest.mark.parametrize(
    ("table", "wager_cents", "royal_cents"), [("PMG-01", 100, 100_000), ("PMG-02", 500, 500_000)]
)
def test_envy_scales_with_the_wager(table: str, wager_cents: int, royal_cents: int) -> None:
    rows = poker_tables.pmg().table(table)
    assert rows.envy_cents("royal_flush", wager_cents) == royal_cents
    assert rows.envy_cents("royal_flush", 3 * wager_cents) == 3 * royal_cents
    assert rows.envy_cents("straight_flush", wager_cents) * 10 == royal_cents * 3
