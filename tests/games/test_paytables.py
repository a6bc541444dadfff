from pathlib import Path

import pytest

from feltlink.games.bonus_spin_table import BonusSpinTable, family
from feltlink.games.paytables import HandTable, load_family
from feltlink.problem import Problem


class Trips(HandTable):
    HANDS = ("flush", "straight")


def load(folder: Path, text: str, model: type = Trips) -> str:
    """Write a family and return what the loader says of it."""
    (folder / "x.toml").write_text(text)
    with pytest.raises(Problem) as found:
        load_family("x", model, folder)
    return str(found.value)


def test_a_family_is_read(tmp_path: Path) -> None:
    text = 'source = "§ 1"\n[tables.T]\npays = { flush = "5 to 1", straight = "push" }\n'
    (tmp_path / "x.toml").write_text(text)
    table = load_family("x", Trips, tmp_path).table("T")
    assert table.pays["flush"].winnings_cents(100) == 500
    with pytest.raises(Problem, match=r"no pay table 'U'[\s\S]*choose one of T"):
        load_family("x", Trips, tmp_path).table("U")


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ('{ flush = "5 to 1" }', "missing ['straight']"),
        ('{ flush = "5 to 1", straight = "1 to 1", pair = "1 to 1" }', "unknown ['pair']"),
        ('{ straight = "1 to 1", flush = "5 to 1" }', "in this order: flush, straight"),
        ('{ flush = "4s", straight = "1 to 1" }', "pays.flush: '4s' is no pay"),
        ('{ flush = 5, straight = "1 to 1" }', "pays.flush: 5 is no text"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, rows: str, says: str) -> None:
    said = load(tmp_path, f'source = "§ 1"\n[tables.T]\npays = {rows}\n')
    assert says in said
    assert "tables.T" in said


def test_a_family_without_its_paragraph_is_refused(tmp_path: Path) -> None:
    said = load(tmp_path, '[tables.T]\npays = { flush = "5 to 1", straight = "1 to 1" }\n')
    assert "source: is missing" in said


@pytest.mark.parametrize(
    "rows",
    [
        "wager_dollars = 1\nprizes_dollars = [10, 5]",
        "wager_dollars = 1\nprizes_dollars = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 3]",
        "wager_dollars = 5\nprizes_dollars = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]",
        'wager_dollars = 1\naces = "2 to 1"\nprizes_dollars = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]',
        "wager_dollars = 2\nprizes_dollars = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]",
    ],
)
def test_a_wrong_bonus_spin_table_is_refused(tmp_path: Path, rows: str) -> None:
    assert ": tables.X" in load(tmp_path, f'source = "§ 1"\n[tables.X]\n{rows}\n', BonusSpinTable)


def test_the_thirteen_bonus_spin_tables_are_there() -> None:
    tables = family().tables
    assert list(tables) == [*(f"{c}1" for c in "ABCDEF"), *(f"{c}5" for c in "ABCDEFG")]
    assert {t.ace_cents for n, t in tables.items() if n.endswith("5")} == {1000}  # ruling 30
    assert {t.ace_cents for n, t in tables.items() if n.endswith("1")} == {None}
    assert {n: t.wager_cents for n, t in tables.items()} == {n: int(n[1]) * 100 for n in tables}
