import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli import schema, settle
from feltlink.cli.settle_stream import rounds, settled
from feltlink.games.registry import NAMES, written
from feltlink.problem import Problem

EXAMPLES = Path(__file__).parents[2] / "docs" / "rounds"
SPIN = '{"paytable": "A5", "seats": [{"seat": 2, "cards": "As 7d"}]}\n'


def run(*words: str, typed: str | None = None) -> tuple[int, str]:
    found = CliRunner().invoke(settle.app, [*words], input=typed)
    if isinstance(found.exception, Problem):
        return found.exception.code, str(found.exception)
    return found.exit_code, found.output


@pytest.mark.parametrize("game", NAMES)
def test_the_published_rounds_settle_and_balance(game: str) -> None:
    code, told = run(game, "--round", str(EXAMPLES / f"{game}.jsonl"), "--json")
    assert code == 0, told
    found = [json.loads(line) for line in told.splitlines()]
    assert [one["round"] for one in found] == [1, 2, 3]
    for one in found:
        gained = sum(line["amount_cents"] - line["stake_cents"] for line in one["lines"])
        assert sum(one["seats"].values()) == gained == -sum(one["payers"].values())


def test_what_bonus_spin_pays() -> None:
    told = run("bonus-spin", "--round", str(EXAMPLES / "bonus-spin.jsonl"), "--json")[1]
    seats = [json.loads(line)["seats"] for line in told.splitlines()]
    assert seats == [{"1": 500, "3": 5500, "5": -500}, {"2": 24900, "4": -100}, {"6": 2499500}]


@pytest.mark.parametrize("game", NAMES)
def test_the_published_schemas_are_those_of_the_code(game: str) -> None:
    told = CliRunner().invoke(schema.app, [game]).output
    assert (EXAMPLES / f"{game}.schema.json").read_text() == told
    assert set(json.loads(told)["properties"]) == set(written(game).model.model_fields)


def test_a_round_on_the_input_as_a_table() -> None:
    code, told = run("bonus-spin", "--round", "-", typed=SPIN)
    assert code == 0
    assert "win" in told
    assert "seat 2 $5, house -$5" in told
    assert "balanced: 1 rounds, 1 lines: players $5, house -$5" in told


def test_one_round_may_stand_on_many_lines(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(json.loads(SPIN), indent=1))
    assert [where for where, _ in rounds(file)] == [str(file)]
    assert run("bonus_spin", "--round", str(file))[0] == 0


def test_a_thousand_rounds_stream(tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(SPIN * 1000)
    form = written("bonus-spin")
    stream: Iterator[tuple[str, str]] = rounds(file)
    assert next(stream)[0] == f"{file}:1"
    gained = [settled(form, text, where).balance.players_cents for where, text in stream]
    assert gained == [500] * 999


def test_a_misdeal_gives_every_wager_back() -> None:
    typed = SPIN.replace("}]}", '}], "misdeal": "seat 2 has three cards"}')
    told = json.loads(run("bonus-spin", "--round", "-", "--json", typed=typed)[1])
    assert told["seats"] == {"2": 0}
    assert [line["outcome"] for line in told["lines"]] == ["no_action"]


def test_a_progressive_top_prize_is_what_its_meter_gave() -> None:
    top = '"top_prize": {"kind": "progressive", "meter": "m", "seed_dollars": 500,'
    typed = (
        '{"paytable": "A1", ' + top + ' "increment_basis_points": 500}, "verified_by": "Ann",'
        ' "seats": [{"seat": 1, "cards": "As Kd", "stop": 0}], "awards": {"1": 61234}}'
    )
    told = json.loads(run("bonus-spin", "--round", "-", "--json", typed=typed)[1])
    assert told["payers"] == {"meter": -61134}


@pytest.mark.parametrize(
    ("game", "typed", "says"),
    [
        ("roulette", SPIN, "there is no game 'roulette'"),
        ("bonus-spin", SPIN + '{"seats": 3}\n', "standard input:2: seats: "),
        ("bonus-spin", "", "standard input:1:1: is not JSON"),
        ("bonus-spin", "[1]", "standard input: round: "),
        ("bonus-spin", "[" * 100_000, "standard input: is no round: it is too deep"),
        ("bonus-spin", "9" * 5000, "standard input: is no round: it is too deep"),
        ("bonus-spin", SPIN.replace('"A5"', '"A9"'), "there is no pay table 'A9'"),
        ("bonus-spin", SPIN.replace("7d", "Kd"), "is a blackjack and needs its stop"),
        ("bonus-spin", SPIN.replace('d"', 'd", "stop": 3'), "is no blackjack and has no stop"),
        ("bonus-spin", SPIN.replace(" 7d", ""), "'As' are not the first two cards"),
        ("bonus-spin", SPIN.replace("7d", "7x"), "7x"),
        ("bonus-spin", SPIN.replace('7d"', 'Kd", "stop": 0'), "Not to be paid yet"),
        ("bonus-spin", SPIN.replace('"seat"', '"chair"'), "chair"),
        ("uth", '{"seats": [{"seat": 1, "wagers": {"ante": 500}}]}', "standard input:1"),
    ],
)
def test_a_bad_round_is_named_and_exits_2(game: str, typed: str, says: str) -> None:
    code, told = run(game, "--round", "-", typed=typed)
    assert code == 2
    assert says in told


def test_a_file_that_is_not_there() -> None:
    code, told = run("uth", "--round", "nowhere.json")
    assert code == 2
    assert "nowhere.json: cannot be read" in told
