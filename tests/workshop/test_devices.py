"""`feltlink devices`: what is on a port, without taking anything from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.devices import app
from feltlink.link.port import PortInfo, open_port
from feltlink.link.quiet import Quiet
from feltlink.sim.board import SimBoard
from feltlink.workshop import attached


def listed(*ports: str) -> list[dict]:
    run = CliRunner().invoke(app, [*ports, "--json"], catch_exceptions=False)
    assert run.exit_code == 0
    return json.loads(run.output)


def test_a_controller_is_named_and_loses_nothing(tmp_path: Path) -> None:
    with SimBoard() as board:
        attached.again(PortInfo(board.port)).close()
        board.chip(3)
        (one,) = listed(board.port)
        assert one["uid"] == board.device.traits.uid.hex()
        assert (one["board"], one["chip"], one["program"]) == ("pico-6seat", "rp2040", "source")
        assert not one["provisioned"]
        waiting = one["waiting"]
        assert waiting >= 1  # BOOT
        with Quiet(PortInfo(board.port)) as looking:
            assert looking.welcome.first_unacked == 0
            assert looking.welcome.pending >= waiting
        host = open_port(board.port)
        (one,) = listed(board.port)
        host.close()
        assert "the port is in use" in one["why"]
    (one,) = listed(str(tmp_path / "none"))
    assert one["why"] == "there is no such port"


def test_another_program_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with SimBoard(folder=tmp_path, start=False) as board:
        file = board.flash.root / "controller" / "ticks.py"
        file.write_text(file.read_text() + "\n# changed\n")
        board.start()
        attached.again(PortInfo(board.port)).close()
        assert listed(board.port)[0]["program"] == "another"
        run = CliRunner().invoke(app, [board.port], catch_exceptions=False)
        assert "another" in run.output
        assert "pico-6seat" in run.output


@pytest.mark.parametrize(
    ("uid", "serial", "found"),
    [
        ("e653494d00000001", "E653494D00000001", True),  # a Pico's
        ("e653494d00000001", "E653494D00000002", False),
        ("7cdfa1e000010000", "7CDFA1E00001A55A", True),  # an ESP32-S3's: its MAC and two bytes more
        ("7cdfa1e000010000", "7CDFA1E00002A55A", False),
        ("7cdfa1e000010000", "", False),
    ],
)
def test_the_prompts_port_is_found_by_the_controllers_id(
    uid: str, serial: str, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = [PortInfo("/dev/other", serial="0001"), PortInfo("/dev/its", serial=serial)]
    monkeypatch.setattr(attached, "ports", lambda: there)
    assert attached.prompt_of(bytes.fromhex(uid)) == ("/dev/its" if found else None)
