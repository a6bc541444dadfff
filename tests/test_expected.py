"""Every key of every file, given what it cannot be: file, line, key and plain words are told."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from pydantic import BaseModel

from feltlink import assets
from feltlink.floor import plan_file
from feltlink.games.card_games import RULES
from feltlink.problem import Problem
from feltlink.table import config
from feltlink.table.file import TableFile
from feltlink.table.people import PeopleFile
from feltlink.toml_locator import key, load_toml
from feltlink.toml_positions import Path as Key
from feltlink.toml_positions import positions
from feltlink.wheel.config import WheelConfig
from feltlink.workshop.board_file import BoardFile

DEMO = Path(config.__file__).parent / "demo"
WRONG: tuple[Any, ...] = (
    *(True, -1, 0, 10**12, 1.5, float("nan"), "", " x ", "#" * 100, date(2026, 1, 2)),
    *([], [[]], ["#"], {}, {"nonsense": 1}),
)
# What pydantic, Python or a parser would say.
JARGON = re.compile(
    "input|valid|error|field|extra|string|integer|boolean|tuple|dict|list_|null|regex|pattern"
    "|model|instance|python|type|tag|discriminat|\\\\|\\^|another value",
    re.IGNORECASE,
)
PYTHON = re.compile("True|False|None")
TABLE = """
name = "T"
board = "pico-6seat"
game = "duel-draw"
paytable = "A5"
wheel = "w.toml"
record = "t.db"
people = "p.toml"
[controller]
port = "auto"
uid = "e66118c4e3471a29"
key_file = "k"
allow_unprovisioned = true
[shoe]
source = "s"
baud = 9600
[web]
host = "::"
port = 1
names = ["t"]
[meters]
store = "m.db"
plans = "m.toml"
[two_people]
acts = ["drop"]
top_prize_cents = 1
award_cents = 1
adjust_cents = 1
within_s = 60
"""
METERS = """
[[meter]]
name = "m"
wager_cents = 100
simultaneous = "split"
[[meter.level]]
name = "main"
seed_cents = 1000
increment_ppm = 10000
reserve_ppm = 10000
cap_cents = 2000
overflow_to = "hold"
must_hit_by_cents = 1500
"""
PEOPLE = '[[person]]\nname = "A"\nrole = "dealer"\npin = "$argon2id$x"\n'
CARDS = """
seats = 6
cards = "keyed"
dealing = "groups"
burn = true
chip_cents = 50
rounding = "down"
[sensors.felt]
wager = "ante"
amount_cents = 100
[limits.ante]
min_cents = 100
max_cents = 200
"""
HOLDEM = """
blind_table = "UTH-01"
trips_table = "UTH-01"
progressive = "PMG-01"
progressive_cents = 100
sensor = "p"
meter = "m"
hand = "first_five"
"""
PRIZES = {
    "non_cash": 'description = "a car"\nvalue_dollars = 9',
    "progressive": 'meter = "m"\nseed_dollars = 9\nincrement_basis_points = 1',
}
WHEEL = (DEMO / "wheel-A5.toml").read_text()
FILES: list[tuple[type[BaseModel], str]] = [
    (TableFile, TABLE),
    (plan_file._File, METERS),
    (PeopleFile, PEOPLE),
    (WheelConfig, WHEEL),
    *(
        (WheelConfig, re.sub(r'kind = "fixed"\n.*', f'kind = "{kind}"\n{more}', WHEEL))
        for kind, more in PRIZES.items()
    ),
    (BoardFile, (assets.boards() / "pico-6seat.toml").read_text()),
    *((model, HOLDEM + CARDS) for name, model in RULES.items() if name != "duel-draw"),
    (
        RULES["duel-draw"],
        CARDS.replace("groups", "rotation").replace("burn = true", "burn = false"),
    ),
]


def places(data: Any, path: Key = ()) -> Iterator[Key]:
    """Every key and element of a document, of a list only the first."""
    if path:
        yield path
    if isinstance(data, dict):
        for name, value in data.items():
            yield from places(value, (*path, name))
    elif isinstance(data, list) and data:
        yield from places(data[0], (*path, 0))


def put(data: Any, path: Key, value: Any) -> None:
    *before, last = path
    for part in before:
        data = data[part]
    data[last] = value


def keys_of(model: type[BaseModel]) -> set[str]:
    return set(model.model_fields)


@pytest.mark.parametrize(("model", "text"), FILES, ids=lambda v: getattr(v, "__name__", ""))
def test_each_key_given_what_it_cannot_be(
    model: type[BaseModel], text: str, tmp_path: Path
) -> None:
    file = tmp_path / "given.toml"
    sound = tomllib.loads(text)
    file.write_text(text)
    load_toml(file, model)
    refused: dict[Key, int] = dict.fromkeys(places(sound), 0)
    for path in refused:
        for value in WRONG:
            data = deepcopy(sound)
            put(data, path, value)
            made = tomlkit.dumps(data)
            file.write_text(made)
            try:
                load_toml(file, model)
            except Problem as problem:
                refused[path] += 1
                told(problem, file, made, path)
    free = {("rules",)}  # any table of keys, looked at by the game
    assert [path for path, count in refused.items() if not count and path not in free] == []


def told(problem: Problem, file: Path, text: str, path: Key) -> None:
    """Each line names file, line and key, of `path` or beneath it, or of what it stands in."""
    where = positions(text)
    for line in problem.what.splitlines():
        found = re.fullmatch(rf"{re.escape(str(file))}:(\d+):(\d+): ([^ ]+|\(file\)): (.+)", line)
        assert found, line
        row, column, name, words = found.groups()
        named = next((one for one in where if key(one) == name), None)
        own = key(path)
        assert name.startswith(own) or own.startswith(name) or name == "(file)", (own, line)
        if named is not None:
            assert where[named] == (int(row), int(column)), line
        words = words.split(", not ")[0]
        assert not JARGON.search(words), line
        assert not PYTHON.search(words), line


def test_a_pin_in_the_wrong_place_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "people.toml"
    file.write_text(PEOPLE.replace("$argon2id$x", "271828"))
    with pytest.raises(Problem, match="the hash of a PIN") as caught:
        load_toml(file, PeopleFile)
    assert "271828" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "name", "first"),
    [
        ("a = 1\nb = 2\na = 3\nc = ]", 3, "a", 1),
        ("[a]\nb.c = 1\n\nb.c = '''\n\n'''\n", 4, "a.b.c", 2),
        ("[a]\nx = 1\n[b]\n[a]\n", 4, "a", 1),
        ("[a.b]\n[[a.b]]\n", 2, "a.b", 1),
        ("a = { b = 1, c = 2 }\n[a.d]\n", 2, "a", 1),
        ("a = 1\na.b = 2\n", 2, "a", 1),
        ("[[a]]\nx = 1\n[[a]]\nx = 1\ny = 1\nx = 2\n", 6, "a[1].x", 4),
        ("x = 1\na = { b = 1, b = 2 }\n", 2, "a.b", 2),
    ],
)
def test_a_key_that_stands_twice_is_named_with_both_lines(
    text: str, line: int, name: str, first: int, tmp_path: Path
) -> None:
    file = tmp_path / "given.toml"
    file.write_text(text)
    with pytest.raises(Problem) as caught:
        load_toml(file, TableFile)
    assert re.search(
        rf"{file}:{line}:\d+: {re.escape(name)}: stands here a second time; .* line {first}$",
        caught.value.what,
    )
