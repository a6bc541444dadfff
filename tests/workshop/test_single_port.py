"""A controller with one port: the program is asked for it, and MicroPython's prompt has it then.

On a Pico's UART the prompt is doubled there, on its plain USB and on an ESP32's UART0 the program
shares the prompt's streams (`boards/*.toml`, `port.kind`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from feltlink.link import messages as m
from feltlink.link.port import PortInfo
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.workshop import attached, boards, deploy, program, prompt, provision
from feltlink.workshop.deploy import At
from feltwire import catalogue
from support.open_round import leave_a_round_open

MAINTENANCE = catalogue.RESET_CAUSES.index("maintenance")
PORTS = {"uart": "pico-6seat", "usb": "pico-7seat-3spot", "prompt": "esp32-6seat"}
Make = Callable[..., SimBoard]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Start a board whose program has some texts exchanged: {file: (old, new)}."""
    with ExitStack() as stack:

        def start(name: str, changes: dict[str, tuple[str, str]] | None = None) -> SimBoard:
            board = SimBoard(name, folder=tmp_path / name, console=True, start=False)
            stack.enter_context(board)
            for path, (old, new) in (changes or {}).items():
                file = board.flash.root / path
                assert old in file.read_text()
                file.write_text(file.read_text().replace(old, new))
            board.start()
            attached.again(PortInfo(board.port)).close()
            return board

        yield start


# another program, of the same doings
OLDER = {"hal/restart.py": ("import machine", "import machine  # as it was")}


def told(board: SimBoard) -> tuple[int, bytes]:
    """(reset cause, digest) as the controller tells them now."""
    with attached.again(PortInfo(board.port)) as looking:
        return looking.welcome.cause, attached.digest(looking)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", PORTS)
def test_deploy_through_the_only_port(make: Make, kind: str) -> None:
    board = make(PORTS[kind], OLDER)
    assert board.board.file.port.kind == kind
    cause, old = told(board)
    assert cause != MAINTENANCE
    new = program.digest(program.sources(board.board))
    assert deploy.deploy(At(PortInfo(board.port)), board.board).program == new != old
    assert told(board) == (MAINTENANCE, new)


def test_roll_back_through_the_only_port(make: Make) -> None:
    board = make("esp32-6seat", OLDER)
    _, old = told(board)
    at = At(PortInfo(board.port))
    assert deploy.deploy(at, board.board).program != old
    assert deploy.rollback(at).program == old
    board.reset("power")
    assert told(board)[0] == catalogue.RESET_CAUSES.index("power on")


def test_a_key_is_given_through_the_only_port(make: Make, tmp_path: Path) -> None:
    board = make("esp32-6seat")
    path = tmp_path / "table.key"
    done = provision.provision(PortInfo(board.port), path, prompt=None, replace=False)
    assert done.made
    assert json.loads(f'"{done.uid.hex()}"') == board.device.traits.uid.hex()


@pytest.mark.parametrize("kind", PORTS)
def test_a_round_keeps_the_port_though_the_tool_did_not_look(
    make: Make, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The controller itself refuses: after the tool's look a round may have been opened."""
    board = make(PORTS[kind])
    leave_a_round_open(board.port)
    monkeypatch.setattr(attached, "leave_a_round_alone", lambda looking, path: None)
    with pytest.raises(Problem, match="keeps its port: another round is locked"):
        deploy.deploy(At(PortInfo(board.port)), board.board)
    with Quiet(PortInfo(board.port)) as looking:
        assert looking.ask(m.AskSnapshot(), m.Snapshot).round_id == 1
    assert len(board.device.resets) == 1


def test_a_tool_that_dies_leaves_a_controller_that_comes_back(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its watchdog, 8.3 s after it was last fed; the old program is still whole."""
    board = make("esp32-6seat")
    _, old = told(board)

    class KilledError(Exception):
        """As by a kill -9: nothing is cleared up."""

    write = prompt.Prompt.write
    written = 0

    def die(self: prompt.Prompt, name: str, data: bytes) -> None:
        nonlocal written
        written += 1
        if written == 5:
            raise KilledError
        write(self, name, data)

    monkeypatch.setattr(prompt.Prompt, "write", die)
    with pytest.raises(KilledError):
        deploy.deploy(At(PortInfo(board.port)), boards.load("esp32-6seat"))
    assert board.run_until(lambda: len(board.device.resets) == 2, 60_000_000)
    assert told(board) == (MAINTENANCE, old)


def test_an_older_program_says_that_it_must_be_flashed(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One whose REBOOT knows no prompt: it does not answer, and runs on."""
    monkeypatch.setattr(attached, "_PROMPT_S", 0.5)
    board = make("pico-6seat", {"feltwire/catalogue.py": ("into:u8<3", "into:u8<2")})
    with pytest.raises(Problem, match="does not give its prompt through this port") as caught:
        deploy.deploy(At(PortInfo(board.port)), board.board)
    assert "--prompt" in caught.value.remedy
    assert "firmware flash" in caught.value.remedy
    assert len(board.device.resets) == 1
    attached.again(PortInfo(board.port)).close()
