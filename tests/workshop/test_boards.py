"""A board file is read, checked against its chip, and every fault names its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltlink import assets
from feltlink.problem import Problem
from feltlink.workshop import boards

PICO = (assets.boards() / "pico-6seat.toml").read_text()


def broken(tmp_path: Path, *changes: tuple[str, str]) -> tuple[Path, list[str]]:
    """Load the Pico board with texts exchanged; return the file and the problem's lines."""
    text = PICO
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(Problem) as caught:
        boards.load(file)
    assert caught.value.code == 2
    return file, caught.value.what.splitlines()


def line_of(text: str, wanted: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if wanted in line)


def test_an_rp2040_samples_plain_pins_unless_told_not_to(tmp_path: Path) -> None:
    assert boards.load("pico-6seat").file.sensors.driver == "pio"
    assert boards.load("esp32-6seat").file.sensors.driver == "gpio"
    assert boards.load("pico-7seat-3spot").file.sensors.driver == "hc165"
    file = tmp_path / "polled.toml"
    file.write_text(PICO.replace("[sensors]", '[sensors]\ndriver = "gpio"'))
    assert boards.load(file).file.sensors.driver == "gpio"


def test_pico_six_seats() -> None:
    board = boards.load("pico-6seat")
    assert board.seats == (1, 2, 3, 4, 5, 6)
    assert board.sensors == (2, 3, 4, 5, 6, 7)
    assert board.lights == (10, 11, 12, 13, 14, 15)
    assert (board.button, board.button_light, board.button_input) == (8, 16, 6)
    assert board.inputs == 7
    for number in range(6):
        seat, spot = board.spot_of(number)
        assert (seat, spot) == (number + 1, "bonus_spin")
        assert board.input_of(seat, spot) == number
        assert board.pin_of(number) == f"GP{number + 2}"
    assert board.pin_of(6) == "GP8"


@pytest.mark.parametrize("number", [-1, 6, 7, 255])
def test_no_spot_of_other_inputs(number: int) -> None:
    with pytest.raises(KeyError):
        boards.load("pico-6seat").spot_of(number)


def test_no_such_board_names_those_there_are() -> None:
    with pytest.raises(Problem, match="there is no board 'pico-9seat'") as caught:
        boards.load("pico-9seat")
    assert "pico-6seat" in caught.value.remedy


FAULTS = [
    # text, put in its place, key, what the message holds
    ('sensor = "GP4"', 'sensor = "GP99"', "seat[2].spots[0].sensor", "GP0 to GP29; not 'GP99'"),
    ('sensor = "GP4"', 'sensor = "GP2"', "seat[2].spots[0].sensor", "GP2 is already the sensor of"),
    ('light = "GP16"', 'light = "GP25"', "button.light", "PDS 2.1"),
    ('tx = "GP0"', 'tx = "GP9"', "port.tx", "expected one of GP0, GP12"),
    ("off_ms = 50", "of_ms = 50", "sensors.of_ms", "no key that is known"),
    ("off_ms = 50", 'off_ms = "long"', "sensors.off_ms", 'not "long"'),
    ('pull = "up"', 'pull = "sideways"', "sensors.pull", '"none", "up" or "down"'),
    ("seat = 5", "seat = 4", "seat[4].seat", "seat 4 is there twice"),
    ('chip = "rp2040"', 'chip = "z80"', "chip", "expected one of: "),
    ('safe = "off"', 'safe = "disco"', "lights.safe", '"wink"'),
    ("baud = 115200", "baud = 300", "port.baud", "9600"),
]


@pytest.mark.parametrize(("old", "new", "key", "says"), FAULTS)
def test_each_fault_names_file_line_and_key(
    tmp_path: Path, old: str, new: str, key: str, says: str
) -> None:
    file, lines = broken(tmp_path, (old, new))
    assert len(lines) == 1
    number = line_of(PICO, old)
    assert lines[0].startswith(f"{file}:{number}:")
    assert f": {key}: " in lines[0]
    assert says in lines[0]


def test_every_fault_is_listed_at_once(tmp_path: Path) -> None:
    _file, lines = broken(
        tmp_path, ('pull = "up"', "pull = 7"), ("id = 0", "id = true"), ("seat = 6", "colour = 6")
    )
    assert [line.split(": ")[1] for line in lines] == [
        "port.id",
        "sensors.pull",
        "seat[5].seat",
        "seat[5].colour",
    ]


def test_missing_table_and_broken_grammar(tmp_path: Path) -> None:
    _file, lines = broken(tmp_path, ("[button]", "[knob]"))
    assert any("button: is missing" in line for line in lines)
    file, lines = broken(tmp_path, ("id = 0", "id = "))
    assert lines[0].startswith(f"{file}:{line_of(file.read_text(), 'id = ')}:")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="cannot be read"):
        boards.load(tmp_path / "none.toml")


def test_the_digest_covers_the_meaning_and_not_the_comments(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("# another comment\n" + PICO)
    same = boards.load(file)
    file.write_text(PICO.replace("off_ms = 50", "off_ms = 51"))
    other = boards.load(file)
    assert same.digest == boards.load("pico-6seat").digest != other.digest
    assert len(same.digest) == 4


def test_the_compiled_module_says_what_the_board_says() -> None:
    board = boards.load("pico-6seat")
    module: dict[str, object] = {}
    exec(boards.compile_board(board), module)
    assert module["NAME"] == b"pico-6seat"
    assert module["DIGEST"] == board.digest
    assert module["INPUTS"] == (*board.sensors, board.button)
    assert module["INPUTS_LOW"] == 0b1111111
    assert module["INPUTS_PULL"] == (1,) * 7
    assert module["OUTPUTS"] == (*board.lights, board.button_light)
    assert module["OUTPUTS_LOW"] == 0
    assert module["PORT_PINS"] == (0, 1)
