"""`feltlink board`: what a technician types, and what comes back."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from feltlink.cli.board import app
from feltlink.workshop import boards
from feltlink.workshop.board_picture import svg

run = CliRunner().invoke


def test_every_shipped_board_is_good() -> None:
    assert run(app, ["check", *boards.names()]).exit_code == 0


@pytest.mark.parametrize("name", boards.names())
def test_the_picture_names_every_pin_once(name: str) -> None:
    board = boards.load(name)
    tree = ElementTree.fromstring(svg(board))
    texts = [e.text for e in tree.iter("{http://www.w3.org/2000/svg}text")]
    pins = [board.pin_of(i) for i in range(board.inputs)]
    pins += [board.line(n) for n in (*board.lights, board.button_light)]
    assert [texts.count(pin) for pin in pins] == [1] * len(pins)


HOSTS = {"pico-6seat": "GP0 to its RX, GP1 to its TX", "pico-7seat-3spot": "own USB"}


@pytest.mark.parametrize("name", boards.names())
def test_show_says_where_the_host_goes_and_what_the_drivers_stand_on(name: str) -> None:
    said = run(app, ["show", name]).stdout
    assert name in said
    assert HOSTS.get(name, " host ") in said
    wiring = json.loads(run(app, ["show", name, "--json"]).stdout)["wiring"]
    assert {"host", "sensors", "button", "supply"} <= set(wiring)
    if name == "pico-7seat-3spot":
        assert {"chain's data", "chain's clock", "chain's latch", "LED chain"} <= set(wiring)


def test_check_and_new_as_json(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert json.loads(run(app, ["new", str(file), "--json"]).stdout)["like"] == "pico-6seat"
    file.write_text(file.read_text().replace('"GP4"', '"GP3"'))
    result = run(app, ["check", "pico-6seat", str(file), "--json"])
    assert result.exit_code == 2
    good, bad = json.loads(result.stdout)
    assert (good["good"], good["faults"]) == (True, [])
    assert not bad["good"]
    assert "GP3 is already the sensor of seat 2" in bad["faults"][0]


def test_show_as_json_gives_the_wiring() -> None:
    shown = json.loads(run(app, ["show", "pico-6seat", "--json"]).stdout)
    assert shown["spots"][2] == {
        "input": 2,
        "seat": 3,
        "spot": "bonus_spin",
        "sensor": "GP4",
        "light": "GP12",
    }
    assert shown["button"] == {"input": 6, "pin": "GP8", "light": "GP16"}


BROKEN = [
    ("flash pin", "esp32-6seat", 'sensor = "IO14"', 'sensor = "IO6"', "flash chip"),
    ("strapping pin", "esp32-6seat", 'sensor = "IO14"', 'sensor = "IO0"', "strapping pin"),
    ("input-only pin", "esp32-6seat", 'light = "IO4"', 'light = "IO34"', "is an input only"),
    ("no pull inside", "esp32-6seat", 'sensor = "IO14"', 'sensor = "IO34"', "no pull resistor"),
    ("phantom low", "esp32-6seat", 'sensor = "IO14"', 'sensor = "IO36"', "phantom chip"),
    ("Pico's own pin", "pico-6seat", 'light = "GP10"', 'light = "GP25"', "the Pico uses it"),
    ("used twice", "pico-6seat", 'light = "GP10"', 'light = "GP8"', "is already"),
    ("no such pin", "pico-6seat", 'light = "GP10"', 'light = "GP30"', "expected a pin of"),
    ("U beyond", "pico-7seat-3spot", '"U4.D2"', '"U5.D2"', "U1.D0 to U4.D7"),
    ("tied input", "pico-7seat-3spot", '"U4.D2"', '"U4.D6"', "U4.D6 is tied high"),
    (
        "tied alike",
        "pico-7seat-3spot",
        'tied_low = "D7"',
        'tied_low = "D6"',
        "tied high already",
    ),
    ("LED beyond", "pico-7seat-3spot", '"LED21"', '"LED22"', "LED1 to LED21"),
    ("LED twice", "pico-7seat-3spot", '"LED21"', '"LED20"', "is already the light of seat 7"),
    ("no own table", "pico-7seat-3spot", "[lights.ws2812]", "[lights.pwm]", "known"),
    ("driver's table", "pico-7seat-3spot", 'driver = "ws2812"', 'driver = "gpio"', "is not used"),
    ("supply", "pico-7seat-3spot", "supply_ma = 500", "supply_ma = 250", "274 mA; the supply"),
    ("uart pins", "pico-7seat-3spot", 'kind = "usb"', 'kind = "uart"', "a UART has two pins"),
    (
        "chain's pull",
        "pico-7seat-3spot",
        'pull = "none"',
        'pull = "up"',
        "have no pull 'up'",
    ),
    ("I2C pair", "pico-7seat-mcp23017", 'sda = "GP4"', 'sda = "GP18"', "of I2C0, not GP18"),
    ("I2C twice", "pico-7seat-mcp23017", "id = 1", "id = 0", "I2C0 is there twice"),
    ("address", "pico-7seat-mcp23017", "[0x21]", "[0x20, 0x21]", "address 0x20 is there twice"),
    ("no expander", "pico-7seat-mcp23017", '"0x21.A2"', '"0x22.A2"', "A0 to B7 of 0x20, 0x21"),
    ("PWM channel", "pico-7seat-mcp23017", '"GP16"', '"GP26"', "shares its PWM channel with GP10"),
    ("chip's sum", "pico-7seat-mcp23017", "light_ma = 6", "light_ma = 7", "gives 50 mA in all"),
    ("pin's sum", "pico-7seat-mcp23017", "lamp_ma = 6", "lamp_ma = 13", "12 mA at most"),
    ("no converter", "esp32-7seat-adc", '"IO35"', '"IO5"', "has no analogue converter"),
    ("hysteresis", "esp32-7seat-adc", "off_counts = 10000", "off_counts = 16000", "less than on"),
    ("no PIO", "esp32-6seat", "[sensors]", '[sensors]\ndriver = "pio"', "has no PIO"),
    ("no USB", "esp32-6seat", 'kind = "prompt"', 'kind = "usb"', "no serial port on USB"),
    ("prompt's UART", "esp32-6seat", 'kind = "prompt"', 'kind = "uart"', "UART0 is the prompt's"),
    ("prompt's baud", "esp32-6seat", "baud = 115200", "baud = 921600", "the prompt's is 115200"),
    ("no such prompt", "pico-7seat-3spot", 'kind = "usb"', 'kind = "prompt"', "is on no UART"),
    ("latches up", "pico-6seat", 'chip = "rp2040"', 'chip = "rp2350"', ""),
]


@pytest.mark.parametrize(("what", "like", "good", "bad", "says"), BROKEN, ids=lambda v: str(v)[:14])
def test_broken_wirings(
    what: str, like: str, good: str, bad: str, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    assert run(app, ["new", str(file), "--like", like]).exit_code == 0
    text = file.read_text()
    assert good in text
    text = text.replace(good, bad, 1)
    if what == "latches up":
        text = text.replace('pull = "up"', 'pull = "down"').replace(
            'active = "low"', 'active = "high"'
        )
        text = text.replace('module = "pico"', 'module = "pico2"')
        says = "erratum E9"
    file.write_text(text)
    result = run(app, ["check", str(file)])
    assert result.exit_code == 2
    assert says in result.stdout
    wrong = next(line for line in result.stdout.splitlines() if says in line)
    number = int(wrong.removeprefix(f"{file}:").split(":")[0])
    assert text.splitlines()[number - 1].strip(), "names a line that holds something"


def test_new_never_overwrites(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("mine")
    assert run(app, ["new", str(file)]).exit_code != 0
    assert file.read_text() == "mine"
