import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.wheel import app
from feltlink.games import bonus_spin_file
from feltlink.games.bonus_spin_return import returns
from feltlink.problem import Problem

HEAD = 'paytable = "A5"\nweights = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n'
TOP = '[top_prize]\nkind = "fixed"\namount_dollars = 5000\n'
DEMO = Path(bonus_spin_file.__file__).parents[1] / "table" / "demo" / "wheel-A5.toml"


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["check", *words])
    if isinstance(found.exception, Problem):
        return found.exception.code, str(found.exception)
    return found.exit_code, found.output


def test_the_demos_wheel_is_fit_to_run() -> None:
    code, told = run(str(DEMO), "--json")
    found = json.loads(told)
    assert code == 0
    assert found["ok"] is True
    assert Fraction(found["return"]) + Fraction(found["house_edge"]) == 1
    assert Fraction(85, 100) < Fraction(found["return"]) < Fraction(92, 100)
    assert sum(Fraction(stop["chance"]) for stop in found["stops"]) == 1
    assert sum(Fraction(stop["return"]) for stop in found["stops"]) == (
        Fraction(found["return_from_spins"]) + Fraction(found["return_from_top_prize"])
    )
    assert Fraction(found["return"]) == returns(bonus_spin_file.load(DEMO)).total


def test_the_table_for_people() -> None:
    code, told = run(str(DEMO), "--decks", "2")
    assert code == 0
    assert "2 decks" in told
    assert "even money (ace)" in told
    assert "returns 8" in told


def test_over_100_percent_exits_1_and_runs_on_no_table(tmp_path: Path) -> None:
    file = tmp_path / "wheel.toml"
    file.write_text(HEAD.replace("1, 2, 3, 4", "900, 2, 3, 4") + TOP)
    code, told = run(str(file))
    assert code == 1
    assert "more than it takes" in told
    with pytest.raises(Problem, match=r"returns [0-9.]+ %: more than it takes"):
        bonus_spin_file.load(file)
    file.write_text(HEAD.replace("1, 2, 3, 4", "900, 2, 3, 4") + "allow_over_100 = true\n" + TOP)
    assert run(str(file))[0] == 0
    assert returns(bonus_spin_file.load(file)).total > 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('paytable = "A5"\n' + TOP, "weights: is missing"),
        (HEAD.replace("A5", "A6") + TOP, "wheel.toml:1:"),
        (HEAD.replace("A5", "A6") + TOP, "paytable: expected one of A1, B1"),
        (HEAD.replace(", 12]", "]") + TOP, "weights: expected 12 weights, top prize first, not 11"),
        (HEAD.replace("[1, 2", "[-1, 2") + TOP, "weights[0]: expected 0 or more, not -1"),
        (HEAD.replace("[1, 2", "[1.5, 2") + TOP, "weights[0]"),
        (HEAD.replace("[1, 2", "[0, 2") + TOP, "the top prize must be possible"),
        (HEAD + "luck = 7\n" + TOP, "luck: is no key that is known here"),
        (HEAD + '[top_prize]\nkind = "car"\n', "top_prize"),
        (HEAD + '[top_prize]\nkind = "non_cash"\ndescription = "a car"\n', "value_dollars"),
        (HEAD + "decks = 4\n" + TOP, "decks: expected 2, 6 or 8"),
    ],
)
def test_a_bad_file_is_named_with_its_line_and_exits_2(
    tmp_path: Path, text: str, says: str
) -> None:
    file = tmp_path / "wheel.toml"
    file.write_text(text)
    code, told = run(str(file))
    assert code == 2
    assert says in told
    assert "wheel.toml:" in told
