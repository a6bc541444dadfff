"""`feltlink provision` on a simulated board with its prompt on a second port."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.provision import app
from feltlink.link import messages as m
from feltlink.link.port import PortInfo
from feltlink.link.proof import proves
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.workshop import key_file
from support.open_round import leave_a_round_open


@pytest.fixture
def board() -> Iterator[SimBoard]:
    with SimBoard(console=True) as running:
        running.run_until(lambda: running.lit("lamp"), limit_us=10_000_000)
        yield running


def give(board: SimBoard, path: Path, *options: str) -> dict:
    """Run the command; return what it printed."""
    console = str(board.folder / "console")
    arguments = [board.port, "--prompt", console, "--key-file", str(path), "--json"]
    run = CliRunner().invoke(app, [*arguments, *options])
    if run.exception is not None and not isinstance(run.exception, SystemExit):
        raise run.exception
    return json.loads(run.output)


def knows(board: SimBoard, key: bytes) -> bool:
    """Whether the controller proves that it has `key`."""
    with Quiet(PortInfo(board.port)) as looking:
        nonce = bytes(range(16))
        answer = looking.ask(m.Challenge(nonce), m.Proof)
        return proves(answer.hmac, key, nonce, looking.welcome.uid, looking.welcome.boot_id)


def test_a_controller_gets_its_key_once_and_proves_it(board: SimBoard, tmp_path: Path) -> None:
    path = tmp_path / "table-1.key"
    done = give(board, path)
    assert done == {"uid": board.device.traits.uid.hex(), "key_file": str(path), "made": True}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert knows(board, key_file.read(path))
    with pytest.raises(Problem, match="has a key already") as caught:
        give(board, path)
    assert "--replace" in caught.value.remedy
    assert not give(board, path, "--replace")["made"]


def test_a_controller_with_locked_bets_is_left_alone(board: SimBoard, tmp_path: Path) -> None:
    leave_a_round_open(board.port)
    with pytest.raises(Problem, match="bets are locked"):
        give(board, tmp_path / "key")
    assert not (tmp_path / "key").exists()


def test_a_key_of_another_length_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "short.key"
    path.write_text("00ff\n")
    with pytest.raises(Problem, match="has 2 bytes, not 32") as caught:
        key_file.read(path)
    assert caught.value.where == str(path)
