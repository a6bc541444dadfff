"""`feltlink firmware deploy`, `rollback` and `verify` on the simulated board, its prompt beside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.firmware import app
from feltlink.link import messages as m
from feltlink.link.port import PortInfo, open_port
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.workshop import attached, boards, deploy, program, trees
from feltlink.workshop.prompt import Prompt
from support.open_round import leave_a_round_open

BOARD = boards.load("pico-6seat")
NEW = program.digest(program.sources(BOARD))


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimBoard]:
    """A controller with an older program: one file differs."""
    with SimBoard(folder=tmp_path / "sim", console=True, start=False) as running:
        older = running.flash.root / "controller" / "ticks.py"
        older.write_text(older.read_text() + "\n# as it was a release ago\n")
        running.start()
        yield running


def at(board: SimBoard) -> deploy.At:
    return deploy.At(PortInfo(board.port), str(board.folder / "console"))


def running(board: SimBoard) -> bytes:
    """The digest of the program that runs, asked of the controller."""
    with attached.again(PortInfo(board.port)) as looking:
        return attached.digest(looking)


def feltlink(*arguments: str) -> dict:
    run = CliRunner().invoke(app, [*arguments, "--json"])
    if run.exception is not None and not isinstance(run.exception, SystemExit):
        raise run.exception
    return json.loads(run.output)


def test_deploy_verify_rollback_and_forward_again(board: SimBoard) -> None:
    old = running(board)
    assert old != NEW
    with pytest.raises(Problem, match="the program on pico-6seat is") as caught:
        feltlink("verify", board.port)
    assert caught.value.code == 1
    console = str(board.folder / "console")
    done = feltlink("deploy", board.port, "--prompt", console)
    assert done["program_sha256"] == NEW.hex()
    assert done["tree"] == "/a"
    assert feltlink("verify", board.port)["form"] == "source"
    assert feltlink("deploy", board.port, "--prompt", console)["tree"] == "/b"
    assert feltlink("rollback", board.port, "--prompt", console)["tree"] == "/a"
    assert running(board) == NEW
    assert feltlink("rollback", board.port, "--prompt", console)["tree"] == "/b"


def test_the_program_of_the_image_comes_back(board: SimBoard) -> None:
    old = running(board)
    deploy.deploy(at(board), BOARD)
    back = deploy.rollback(at(board))
    assert (back.tree, back.program) == ("/", old)


def test_verify_against_a_manifest(board: SimBoard, tmp_path: Path) -> None:
    listing = tmp_path / "release.json"
    listing.write_text(json.dumps({"program_sha256": running(board).hex()}))
    assert feltlink("verify", board.port, "--manifest", str(listing))["form"] == "manifest"
    listing.write_text("{}")
    with pytest.raises(Problem, match="this is no manifest"):
        feltlink("verify", board.port, "--manifest", str(listing))


class CutError(Exception):
    """The power went."""


STEPS = [0, 2, 40, -6, -5, -4, -3, -2, -1]


@pytest.mark.timeout(300)
def test_a_power_cut_at_any_step_leaves_a_controller_that_starts(
    board: SimBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every script that the prompt is given is a step; -1 is the last one before the reset."""
    old = running(board)
    run = Prompt.run
    count = 0
    cut_at = 1 << 30

    def cut(self: Prompt, script: str) -> str:
        nonlocal count
        count += 1
        if count > cut_at:
            raise CutError
        return run(self, script)

    monkeypatch.setattr(Prompt, "run", cut)
    deploy.deploy(at(board), BOARD)
    deploy.rollback(at(board))
    count = 0
    assert deploy.deploy(at(board), BOARD).program == NEW
    whole = count
    deploy.rollback(at(board))
    for step in STEPS:
        count, cut_at = 0, step % whole
        with pytest.raises(CutError):
            deploy.deploy(at(board), BOARD)
        board.reset("power")
        found = running(board)
        assert found in (old, NEW), f"step {step}"
        cut_at = 1 << 30
        assert found == old or (step < 0 and deploy.rollback(at(board)).program == old)
    assert deploy.deploy(at(board), BOARD).program == NEW


def test_a_file_half_written_is_never_run(board: SimBoard) -> None:
    """The power goes inside a write: what is there of the new tree is cut off anywhere."""
    old = running(board)
    deploy.deploy(at(board), BOARD)
    deploy.deploy(at(board), BOARD)  # /b runs, /a before it
    spoilt = board.flash.root / "a" / "hal" / "clock.py"
    spoilt.write_bytes(spoilt.read_bytes()[:100])
    with pytest.raises(Problem, match="not complete") as caught:
        deploy.rollback(at(board))
    assert caught.value.code == 1
    assert running(board) == NEW != old


def test_a_program_that_does_not_start_is_taken_back(
    board: SimBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = running(board)
    files = program.sources(BOARD)
    files["main.py"] = b"raise ValueError('no such pin')\n"
    monkeypatch.setattr(deploy, "files_for", lambda board, device: files)
    monkeypatch.setattr(attached, "_BACK_S", 1.0)
    with pytest.raises(Problem, match="the older program was put back") as caught:
        deploy.deploy(at(board), BOARD)
    assert caught.value.code == 1
    monkeypatch.setattr(attached, "_BACK_S", 15.0)
    assert running(board) == old


def test_an_open_round_is_left_alone(board: SimBoard) -> None:
    old = running(board)
    host = open_port(board.port)
    with pytest.raises(Problem, match="the port is in use"):
        deploy.deploy(at(board), BOARD)
    host.close()
    leave_a_round_open(board.port)
    for act in (lambda: deploy.deploy(at(board), BOARD), lambda: deploy.rollback(at(board))):
        with pytest.raises(Problem, match="a round is being played"):
            act()
    with Quiet(PortInfo(board.port)) as looking:
        assert looking.ask(m.AskSnapshot(), m.Snapshot).round_id == 1
        looking.ask(m.AskStats(), m.Stats)
    assert old != NEW


def test_another_board_is_refused_by_name(board: SimBoard) -> None:
    running(board)
    with pytest.raises(Problem, match="this controller is an rp2040, and esp32-6seat"):
        deploy.deploy(at(board), boards.load("esp32-6seat"))
    other = boards.load("pico-7seat-3spot")
    with pytest.raises(Problem, match="wired as pico-6seat, not as pico-7seat-3spot") as caught:
        deploy.deploy(at(board), other)
    assert "--rewired" in caught.value.remedy


def test_a_prompt_of_another_controller_is_refused(board: SimBoard, tmp_path: Path) -> None:
    old = running(board)
    with SimBoard(folder=tmp_path / "other", console=True, uid=bytes(range(8))) as other:
        wrong = deploy.At(PortInfo(board.port), str(other.folder / "console"))
        with pytest.raises(Problem, match="belongs to controller 0001020304050607"):
            deploy.deploy(wrong, BOARD)
    assert running(board) == old


def test_a_chip_without_a_program_gets_one(tmp_path: Path) -> None:
    with SimBoard(folder=tmp_path, console=True, start=False) as chip:
        for path in sorted(chip.flash.root.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        chip.start()
        with pytest.raises(Problem, match="no controller answers") as caught:
            deploy.deploy(at(chip), BOARD)
        assert "--blank" in caught.value.remedy
        assert deploy.deploy(at(chip), BOARD, blank=True).tree == "/a"
        with pytest.raises(Problem, match="no program before this one"):
            deploy.rollback(at(chip))


def test_a_program_that_does_not_start_is_rolled_back_when_somebody_says_so(
    board: SimBoard,
) -> None:
    old = running(board)
    deploy.deploy(at(board), BOARD)
    (board.flash.root / "a" / "main.py").write_text("raise ValueError('broken')\n")
    board.reset("power")
    with pytest.raises(Problem, match="no controller answers") as caught:
        deploy.rollback(at(board))
    assert "--silent" in caught.value.remedy
    assert deploy.rollback(at(board), silent=True).program == old


def test_a_prompt_that_dies_says_so(board: SimBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    running(board)
    write = trees.Trees.write

    def die(self: trees.Trees, *arguments: object) -> str:
        board.off()
        return write(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("feltlink.workshop.prompt.SILENT_S", 0.5)
    monkeypatch.setattr(trees.Trees, "write", die)
    with pytest.raises(Problem, match="the MicroPython prompt does not answer"):
        deploy.deploy(at(board), BOARD)
