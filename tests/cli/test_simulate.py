import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.simulate import app
from feltlink.problem import Problem


def run(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, [*words])
    if isinstance(found.exception, Problem):
        return found.exception.code, str(found.exception)
    return found.exit_code, found.stdout


def test_a_seeded_run_prints_the_same_again() -> None:
    words = ("bonus-spin", "--rounds", "50", "--seats", "6", "--seed", "9", "--json")
    code, told = run(*words)
    found = json.loads(told)
    assert code == 0
    assert (code, told) == run(*words)
    assert found["seed"] == 9
    assert found["wagers"]["bonus_spin"]["wagers"] == 300
    assert found["wagers"]["bonus_spin"]["staked_cents"] == 150_000


def test_an_unseeded_run_names_its_seed() -> None:
    told = json.loads(run("uth", "--rounds", "5", "--seats", "2", "--json")[1])
    again = run("uth", "--rounds", "5", "--seats", "2", "--json", "--seed", str(told["seed"]))[1]
    assert json.loads(again) == told


def test_the_table_for_people(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text('pocket_pair_table = "5"\n')
    code, told = run("duel-draw", "--rounds", "5", "--seats", "2", "--rules", str(file))
    assert code == 0
    assert "duel-draw: 5 rounds, 2 seats" in told
    assert "big_8" in told


@pytest.mark.parametrize(
    ("words", "rules", "says"),
    [
        (("faro",), None, "there is no game 'faro'"),
        (("uth",), "blind_table = 5\n", "rules.toml:1:"),
        (("bonus-spin",), "paytable = 5\n", "rules.toml:1:"),
        (("player-dealer", "--seats", "9"), None, "10 seats, the player-dealer's among them"),
    ],
)
def test_what_cannot_be_played_is_named_and_exits_2(
    tmp_path: Path, words: tuple[str, ...], rules: str | None, says: str
) -> None:
    if rules is not None:
        file = tmp_path / "rules.toml"
        file.write_text(rules)
        words = (*words, "--rules", str(file))
    code, told = run(*words, "--rounds", "2")
    assert code == 2
    assert says in told
