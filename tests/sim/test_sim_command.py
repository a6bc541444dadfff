"""`feltlink sim`: words in, port and light changes out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.sim.console import HELP, Console
from feltlink.sim.device import BOOT_US

Make = Callable[..., SimBoard]


def command(words: str, *options: str) -> subprocess.CompletedProcess[str]:
    run = "from feltlink.cli.main import run; run()"
    return subprocess.run(
        [sys.executable, "-c", run, "sim", *options],
        input=words,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_the_firmware_without_a_host_blinks_its_lamp() -> None:
    done = command("run 3000\nquit\n", "--virtual", "--json")
    assert done.returncode == 0, done.stderr
    first, *rest = [json.loads(line) for line in done.stdout.splitlines()]
    assert first["board"] == "pico-6seat"
    assert Path(first["port"]).name == "port"
    lamp = [change["lit"] for change in rest if change["line"] == "lamp"]
    assert lamp.count(True) >= 2
    assert not any(change["lit"] for change in rest if change["line"] != "lamp")


def test_an_unknown_word_is_told_and_the_board_lives_on() -> None:
    done = command("jump\nlights\nquit\n", "--virtual")
    assert done.returncode == 0, done.stderr
    assert "cannot do 'jump'" in done.stdout
    assert "all dark" in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--board", "nowhere"], "there is no board 'nowhere'"), (["--uid", "xyz"], "--uid")],
)
def test_bad_options_start_nothing(options: list[str], said: str) -> None:
    done = command("", *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert "port" not in done.stdout


def test_every_word_of_the_help_is_known(tiny: Make) -> None:
    board = tiny()
    console = Console(board)
    for line in HELP.splitlines():
        for words in line[:21].split(","):
            if words.strip() != "quit":
                console.do(words)
    assert console.do("help") == HELP
    with pytest.raises(Problem, match="jump"):
        console.do("jump")


def test_words_move_the_lines(tiny: Make) -> None:
    board = tiny()
    console = Console(board)
    console.do("seat 1 on")
    console.do("run 100")
    assert console.do("lights") == "light 1"
    console.do("seat 1 bonus_spin off")
    console.do("run 100")
    assert console.do("lights") == "all dark"
    console.do("reset watchdog")
    assert board.device.resets[-1][1] == 3
    console.do("pull")
    with pytest.raises(OSError, match="pulled"):
        board.read()
    assert board.now_us == 200_000 > BOOT_US
