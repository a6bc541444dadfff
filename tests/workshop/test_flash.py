"""`feltlink firmware flash` with drives made of folders and commands made of scripts."""

from __future__ import annotations

import errno
import json
import os
import sys
import threading
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.firmware import app
from feltlink.link.port import PortInfo, open_port
from feltlink.problem import Problem
from feltlink.sim.board import SimBoard
from feltlink.workshop import attached, boards, flash, image
from support import base_images
from support.open_round import leave_a_round_open

BOARD = boards.load("pico-6seat")


def quiet(what: str, done: int, total: int) -> None:
    pass


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """An image with its manifest."""
    base = tmp_path / "base.uf2"
    base.write_bytes(base_images.rp2("rp2040"))
    return image.build(BOARD, base).save(tmp_path / "out")[0]


def drive(tmp_path: Path, board_id: str = "RPI-RP2", name: str = "RPI RP2") -> Path:
    path = tmp_path / name
    path.mkdir()
    (path / flash.INFO).write_text(
        f"UF2 Bootloader v3.0\r\nModel: Raspberry Pi\r\nBoard-ID: {board_id}\r\n"
    )
    return path


def mounts(tmp_path: Path, *drives: Path) -> Path:
    file = tmp_path / "mounts"
    lines = [f"/dev/sdb1 {str(d).replace(' ', chr(92) + '040')} vfat rw 0 0" for d in drives]
    file.write_text("\n".join(["proc /proc proc rw 0 0", *lines]) + "\n")
    return file


def tool(folder: Path, name: str, code: int, says: str = "") -> Path:
    """A command on PATH that notes its arguments."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(
        f"#!{sys.executable}\nimport sys\nopen({str(folder / 'ran')!r}, 'w').write("
        f"' '.join(sys.argv[1:]))\nprint({says!r}, file=sys.stderr)\nsys.exit({code})\n"
    )
    path.chmod(0o755)
    return folder


def test_a_mounted_drive_gets_the_whole_image(built: Path, tmp_path: Path) -> None:
    there = drive(tmp_path)
    told: list[int] = []
    way = flash.rp2(built, lambda _, done, total: told.append(done), mounts=mounts(tmp_path, there))
    assert way == f"drive {there}"
    assert (there / built.name).read_bytes() == built.read_bytes()
    assert told[-1] == built.stat().st_size
    assert len(told) > 10


def test_a_board_of_another_chip_is_left_alone(built: Path, tmp_path: Path) -> None:
    there = drive(tmp_path, "RP2350")
    with pytest.raises(Problem, match="the drive is a RP2350, and the image is for rp2040"):
        flash.rp2(built, quiet, mounts=mounts(tmp_path, there))
    assert not (there / built.name).exists()


def test_a_pico_2_gets_the_image_for_it(tmp_path: Path) -> None:
    base = tmp_path / "base.uf2"
    base.write_bytes(base_images.rp2("rp2350"))
    built = image.build(boards.load("pico2-6seat"), base).save(tmp_path / "out")[0]
    pico, pico2 = drive(tmp_path, name="pico"), drive(tmp_path, "RP2350", "pico2")
    table = mounts(tmp_path, pico, pico2)
    assert flash.rp2(built, quiet, mounts=table) == f"drive {pico2}"
    assert (pico2 / built.name).read_bytes() == built.read_bytes()
    assert not (pico / built.name).exists()


def test_two_waiting_boards_are_not_guessed_between(built: Path, tmp_path: Path) -> None:
    both = [drive(tmp_path), drive(tmp_path, name="two")]
    with pytest.raises(Problem, match="2 boards wait for an image"):
        flash.rp2(built, quiet, mounts=mounts(tmp_path, *both))
    assert flash.rp2(built, quiet, drive=both[1]) == f"drive {both[1]}"


@pytest.mark.parametrize("restarted", [True, False])
def test_the_drive_going_with_the_last_piece_is_success(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    there = drive(tmp_path)
    size = built.stat().st_size

    def fsync(number: int) -> None:
        if os.fstat(number).st_size == size:
            if restarted:
                (there / flash.INFO).unlink()
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(flash.os, "fsync", fsync)
    if restarted:
        flash.rp2(built, quiet, drive=there)
    else:
        with pytest.raises(Problem, match="the copy broke off after"):
            flash.rp2(built, quiet, drive=there)


def test_picotool_where_no_drive_is_mounted(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = mounts(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(Problem, match="no board waits") as caught:
        flash.rp2(built, quiet, mounts=none)
    assert "BOOTSEL" in caught.value.remedy
    monkeypatch.setenv("PATH", str(tool(tmp_path / "bin", "picotool", 0)))
    assert flash.rp2(built, quiet, mounts=none) == "picotool"
    assert (tmp_path / "bin" / "ran").read_text() == f"load -v -x {built}"
    tool(tmp_path / "bin", "picotool", 1, "No accessible RP2040 devices")
    with pytest.raises(Problem, match="picotool: No accessible RP2040") as caught:
        flash.rp2(built, quiet, mounts=none)
    assert caught.value.code == 1


@pytest.mark.parametrize(("chip", "first"), [("esp32", "0x1000"), ("esp32s3", "0x0")])
def test_esptool_for_an_esp32(
    chip: str, first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    binary = tmp_path / "felt.bin"
    binary.write_bytes(base_images.esp(chip))
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(Problem, match="no esptool on PATH") as caught:
        flash.esp32(binary, quiet, "/dev/ttyUSB0")
    assert "pip install" in caught.value.remedy
    monkeypatch.setenv("PATH", str(tool(tmp_path / "bin", "esptool", 0)))
    flash.esp32(binary, quiet, "/dev/ttyUSB0")
    ran = (tmp_path / "bin" / "ran").read_text()
    assert ran.startswith(f"--chip {chip} --port /dev/ttyUSB0 --baud 460800")
    assert ran.endswith(f" {first} {binary}")
    binary.write_bytes(b"UF2")
    with pytest.raises(Problem, match="is no ESP32 image"):
        flash.esp32(binary, quiet, "/dev/ttyUSB0")


def test_an_image_that_its_manifest_does_not_describe_is_refused(built: Path) -> None:
    assert flash.listing(built) == json.loads(Path(f"{built}.json").read_text())
    data = bytearray(built.read_bytes())
    data[40] ^= 1
    built.write_bytes(data)
    run = CliRunner().invoke(app, ["flash", str(built)])
    assert isinstance(run.exception, Problem)
    assert "not the image that its manifest describes" in run.exception.what


def test_a_running_controller_is_sent_to_its_boot_loader(built: Path, tmp_path: Path) -> None:
    there = drive(tmp_path, name="later")
    (there / flash.INFO).rename(tmp_path / "info")
    table = mounts(tmp_path, there)
    with SimBoard() as board:
        attached.again(PortInfo(board.port)).close()
        before = len(board.device.resets)
        assert flash.to_boot_loader(PortInfo(board.port)) == board.device.traits.uid
        assert board.run_until(lambda: len(board.device.resets) > before, 10_000_000)
    timer = threading.Timer(0.3, lambda: (tmp_path / "info").rename(there / flash.INFO))
    timer.start()
    assert flash.rp2(built, quiet, wait=True, mounts=table) == f"drive {there}"
    timer.join()


@pytest.fixture
def esptool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An esptool on PATH that only notes that it ran, in the file returned."""
    monkeypatch.setenv("PATH", str(tool(tmp_path / "bin", "esptool", 0)))
    return tmp_path / "bin" / "ran"


def flashed(tmp_path: Path, chip: str, port: str, *options: str) -> dict:
    binary = tmp_path / f"{chip}.bin"
    binary.write_bytes(base_images.esp(chip))
    told = ["flash", str(binary), "--port", port, "--no-verify", "--json", *options]
    run = CliRunner().invoke(app, told)
    if run.exception is not None and not isinstance(run.exception, SystemExit):
        raise run.exception
    return json.loads(run.output)


def test_not_in_a_round(tmp_path: Path, esptool: Path) -> None:
    with SimBoard("esp32-6seat") as board:
        attached.again(PortInfo(board.port)).close()
        leave_a_round_open(board.port)
        with pytest.raises(Problem, match="a round is being played"):
            flash.to_boot_loader(PortInfo(board.port))
        with pytest.raises(Problem, match="a round is being played"):
            flashed(tmp_path, "esp32", board.port)
        with pytest.raises(Problem, match="a round is being played"):
            flashed(tmp_path, "esp32", "/dev/none", "--table-port", board.port, "--blank")
        held = open_port(board.port)
        with pytest.raises(Problem, match="the port is in use"):
            flashed(tmp_path, "esp32", board.port, "--blank")
        held.close()
        assert len(board.device.resets) == 1
    assert not esptool.exists()


def test_between_rounds_an_esp32_is_flashed(tmp_path: Path, esptool: Path) -> None:
    with SimBoard("esp32-6seat") as board:
        attached.again(PortInfo(board.port)).close()
        with pytest.raises(Problem, match="is an esp32, and the image is for esp32s3"):
            flashed(tmp_path, "esp32s3", board.port)
        assert not esptool.exists()
        assert flashed(tmp_path, "esp32", board.port)["way"] == "esptool"
    assert f"--port {board.port}" in esptool.read_text()


def test_a_silent_esp32_is_flashed_when_somebody_says_that_it_is_blank(
    tmp_path: Path, esptool: Path
) -> None:
    with SimBoard("esp32-6seat", start=False) as board:
        with pytest.raises(Problem, match="no controller answers") as caught:
            flashed(tmp_path, "esp32", board.port)
        assert "--blank" in caught.value.remedy
        assert not esptool.exists()
        assert flashed(tmp_path, "esp32", board.port, "--blank")["way"] == "esptool"
