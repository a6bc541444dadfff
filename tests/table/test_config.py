"""`table.toml`: every fault at once, each with file, line, column, key and what was expected."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from feltlink.games.core import Draw
from feltlink.problem import Problem
from feltlink.record.store import Record
from feltlink.table import config
from feltlink.table.play import Play
from feltlink.table.run import opening

DEMO = Path(config.__file__).parent / "demo"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file in DEMO.glob("*.toml"):
        shutil.copy(file, tmp_path)
    return tmp_path


def edited(folder: Path, old: str, new: str) -> Path:
    file = folder / "table.toml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    return file


def test_the_demo_is_a_sound_table(folder: Path) -> None:
    setup = config.load(folder / "table.toml")
    assert (setup.playing.effective()["paytable"], setup.board.name) == ("A5", "pico-6seat")
    assert setup.record == folder / "table.db"
    assert re.fullmatch("[0-9a-f]{64}", setup.digest)


@pytest.mark.parametrize(
    ("old", "new", "where", "words"),
    [
        ('paytable = "A5"', 'paytable = "B5"', "5:1: paytable", "expected 'A5'"),
        ('paytable = "A5"', 'pay_table = "A5"', "5:1: pay_table", "no key that is known"),
        ('wheel = "wheel-A5.toml"', 'wheel = "no.toml"', "6:1: wheel", "cannot be read"),
        ('board = "pico-6seat"', 'board = "nano"', "3:1: board", "there is no board 'nano'"),
        ('game = "bonus_spin"', 'game = "roulette"', "4:1: game", "bonus_spin"),
        ('record = "table.db"', 'record = "no/t.db"', "7:1: record", "a folder that exists"),
        ('record = "table.db"', 'record = "."', "7:1: record", "is a folder"),
        ('record = "table.db"', 'record = "/proc/t.db"', "7:1: record", "cannot be written"),
        ('record = "table.db"', 'record = "table.toml"', "7:1: record", "not a record"),
        ("port = 8080", 'host = "no.such.invalid"', "13:1: web.host", "is not known"),
        ("port = 8080", 'host = "192.0.2.7"', "13:1: web.host", "an address of this machine"),
        ("port = 8080", "port = 1\n[web.x]\n[web.x]", "15:1: web.x", "set in line 14"),
        ('port = "sim"', 'port = "sim"\nport = "auto"', "11:1: controller.port", "in line 10"),
        ('port = "sim"', 'port = "/dev/ttyACM0"', "9:1: controller", "allow_unprovisioned"),
        ('port = "sim"', 'port = "sim"\nuid = "12"', "11:1: controller.uid", "16 hex digits"),
        ("port = 8080", 'port = "8080"', "13:1: web.port", "whole number"),
        ("port = 8080", "port = 70000", "13:1: web.port", "65535 or less"),
        ('name = "Demo table"', "", "1:1: name", "is missing"),
        ('name = "Demo table"', "name = ", "2:", "nvalid value"),
        ('port = "sim"', 'port = "sim"\nkey_file = "k"', "11:1: controller.key_file", "No such"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(
    folder: Path, old: str, new: str, where: str, words: str
) -> None:
    file = edited(folder, old, new)
    with pytest.raises(Problem) as caught:
        config.load(file, to_run=True)
    assert f"{file}:{where}" in str(caught.value)
    assert words in str(caught.value)
    assert caught.value.code == 2


def test_all_faults_are_told_at_once(folder: Path) -> None:
    edited(folder, 'board = "pico-6seat"', 'board = "nano"')
    file = edited(folder, 'wheel = "wheel-A5.toml"', 'wheel = "no.toml"')
    with pytest.raises(Problem) as caught:
        config.load(file)
    assert {"board", "wheel"} <= set(re.findall(r"toml:\d+:\d+: (\w+):", str(caught.value)))


def test_a_bad_wheel_is_told_with_its_own_file_and_line(folder: Path) -> None:
    wheel = folder / "wheel-A5.toml"
    wheel.write_text(wheel.read_text().replace("decks = 6", "decks = 5"))
    with pytest.raises(Problem, match=rf"{wheel}:4:1: decks"):
        config.load(folder / "table.toml")


@pytest.mark.parametrize(
    ("old", "new", "where", "words"),
    [
        ("amount_dollars = 5000", 'amount_dollars = "5"', "top_prize.amount_dollars", "a whole"),
        ("amount_dollars = 5000", "", "top_prize.amount_dollars", "is missing"),
        ('kind = "fixed"', 'kind = "cash"', "top_prize", '"kind" = "fixed", "non_cash"'),
    ],
)
def test_a_fault_in_a_file_that_is_named_is_told_once(
    folder: Path, old: str, new: str, where: str, words: str
) -> None:
    wheel = folder / "wheel-A5.toml"
    assert old in wheel.read_text()
    wheel.write_text(wheel.read_text().replace(old, new).replace("decks = 6", "decks = 5"))
    with pytest.raises(Problem) as caught:
        config.load(folder / "table.toml")
    text = str(caught.value)
    assert re.search(rf"table.toml:6:1: wheel: {wheel}:\d+:1: decks: expected 2, 6 or 8", text)
    assert re.search(rf"\n    {wheel}:\d+:1: {where}: .*{words}", text)
    assert text.count("mend these lines") == 1


@pytest.mark.parametrize("command", ["check", "run"])
def test_the_command_ends_with_2_and_starts_nothing(folder: Path, command: str) -> None:
    file = edited(folder, "port = 8080", "prot = 8080")
    script = "from feltlink.cli.main import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", script, "table", command, str(file)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert f"{file}:13:1: web.prot: is no key that is known here" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(folder.glob("*.db*")) == []


def test_the_configuration_is_recorded_once_and_not_changed_in_a_round(folder: Path) -> None:
    setup = config.load(folder / "table.toml")
    record = Record(setup.record)
    play = Play(setup.game(), record)
    for _ in range(2):
        turn = play.turn(1)
        for kind, body in opening(setup, record):
            turn.note(kind, body)
        turn.commit()
    notes = [row[0] for row in record.live.execute("SELECT kind FROM entry ORDER BY number")]
    assert notes == ["power_up", "configuration", "power_up"]
    assert not opening(setup, record)[0][1]["ended_in_order"]
    turn = play.turn(1)
    turn.note("power_down", {})
    turn.commit()
    assert opening(setup, record)[0][1]["ended_in_order"]

    other = config.load(edited(folder, 'name = "Demo table"', 'name = "Table 2"'))
    assert [kind for kind, _ in opening(other, record)] == ["power_up", "configuration"]
    turn = play.turn(2)
    turn.give("controller", {"state": "found"}, by="controller")
    turn.give("new_game", {"round_id": 0}, by="dealer")
    turn.give("begin_game", {"round_id": 1}, by="dealer")
    turn.commit()
    with pytest.raises(Problem, match="changed while a round is open"):
        opening(other, record)
    record.close()


CARDS = """\
name = "Table 9"
board = "pico-6seat"
game = "{game}"
record = "t.db"
[rules]
seats = 6
{rules}
[controller]
port = "sim"
"""


METERS = '\nmeter = "uth-1"\n[meters]\nstore = "meters.db"\nplans = "meters.toml"'


@pytest.fixture(autouse=True)
def plans(tmp_path: Path) -> None:
    (tmp_path / "meters.toml").write_text(
        '[[meter]]\nname = "uth-1"\nwager_cents = 100\n'
        "[[meter.level]]\nseed_cents = 100_000\nincrement_ppm = 185_000\n"
    )


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("ultimate-holdem", 'sensor = "bonus_spin"\nprogressive = "PMG-01"' + METERS),
        ("player-dealer", 'blind_table = "UTH-01"\ntrips_table = "UTH-02"'),
        ("duel-draw", 'cards = "virtual"'),
    ],
)
def test_the_card_games_run_too(tmp_path: Path, game: str, rules: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CARDS.format(game=game, rules=rules))
    setup = config.load(file)
    assert setup.game().name == game
    assert setup.playing.rows()["seats"] == "1 to 6"
    cards = setup.playing.draw(Draw(1, "card", {"count": 8}))["cards"]
    assert len(set(cards)) == 8


def test_a_progressive_knows_its_meter_and_opens_it(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    rules = 'sensor = "bonus_spin"\nprogressive = "PMG-01"' + METERS
    file.write_text(CARDS.format(game="ultimate-holdem", rules=rules))
    setup = config.load(file)
    assert setup.meter is not None
    assert setup.effective["meter"]["levels"][0]["seed_cents"] == 100_000
    with setup.meter.store() as store:
        assert store.meters() == ["uth-1"]
    assert (tmp_path / "meters.db").exists()


PMG = 'sensor = "bonus_spin"\nprogressive = "PMG-01"'


@pytest.mark.parametrize(
    ("game", "rules", "words"),
    [
        ("ultimate-holdem", PMG, "meters: is missing: the progressive 'progressive' needs a store"),
        ("ultimate-holdem", PMG + METERS.replace("uth-1", "x"), "a file with meter 'x'"),
        ("ultimate-holdem", PMG + METERS.replace("meters.toml", "no.toml"), "cannot be read"),
        ("ultimate-holdem", PMG + METERS.replace('plans = "meters.toml"', ""), "plans: is missing"),
        ("ultimate-holdem", PMG + "\nprogressive_cents = 500" + METERS, "a wager of 500 cents"),
        ("duel-draw", '[meters]\nstore = "m.db"', "is for a game with a progressive"),
        ("ultimate-holdem", 'sensor = "felt"\nprogressive = "PMG-01"' + METERS, "'felt' at seat 1"),
        ("ultimate-holdem", 'progressive = "PMG-77"', ":7:1: rules.progressive: there is no"),
        ("player-dealer", "", ":5:1: rules.blind_table: is missing"),
        ("duel-draw", "sets = 3", ":7:1: rules.sets: is no key"),
        ("duel-draw", 'wheel = "w"', ":7:1: rules.wheel: "),
    ],
)
def test_a_card_games_rules_are_checked(tmp_path: Path, game: str, rules: str, words: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(CARDS.format(game=game, rules=rules))
    with pytest.raises(Problem) as caught:
        config.load(file)
    assert words in str(caught.value)
