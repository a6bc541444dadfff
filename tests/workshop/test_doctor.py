"""The doctor, shown machines with one fault each: it names the thing and the next step."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from feltlink.cli.doctor import app
from feltlink.workshop.devices import Found
from feltlink.workshop.doctor import Machine, examine
from feltlink.workshop.doctor_disk import Disk, disk_of
from feltlink.workshop.finding import Finding
from feltlink.workshop.usb import KNOWN, UDEV_FILE, udev_rules


def put(root: Path, path: str, text: str = "") -> Path:
    file = root / path.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def healthy(root: Path) -> None:
    put(root, "dev/ttyACM0")
    put(root, "sys/bus/usb/devices/1-2/idVendor", "2e8a\n")
    put(root, "sys/bus/usb/devices/1-2/idProduct", "0005\n")
    put(root, UDEV_FILE, udev_rules())


def process(root: Path, number: int, comm: str, *open_files: str) -> None:
    put(root, f"proc/{number}/comm", f"{comm}\n")
    (root / f"proc/{number}/fd").mkdir()
    for fd, target in enumerate(open_files):
        (root / f"proc/{number}/fd/{fd}").symlink_to(target)


def findings(root: Path, may_open: bool = True) -> list[Finding]:
    return examine(Machine(root=root, user="tech", may_open=lambda path: may_open))


def test_a_healthy_machine_has_nothing_to_do(tmp_path: Path) -> None:
    healthy(tmp_path)
    assert {f.level for f in findings(tmp_path)} == {"good"}


def boot_mode(root: Path) -> None:
    put(root, "sys/bus/usb/devices/1-2/idProduct", "0003\n")


def charging_cable(root: Path) -> None:
    (root / "sys/bus/usb/devices/1-2/idVendor").unlink()
    (root / "dev/ttyACM0").unlink()


def modem_manager(root: Path) -> None:
    process(root, 7, "ModemManager")
    (root / UDEV_FILE.lstrip("/")).unlink()


FAULTS: list[tuple[Callable[[Path], object], str, str, str]] = [
    (boot_mode, "devices", "waiting for an image", "flash it"),
    (charging_cable, "devices", "no controller on USB", "another cable"),
    (charging_cable, "ports", "no serial port", "dmesg"),
    (modem_manager, "modem manager", "AT commands", "--udev"),
    (lambda r: put(r, UDEV_FILE, "old"), "udev rules", "another version", "--udev"),
    (lambda r: process(r, 9, "minicom", "/dev/ttyACM0"), "owners", "held by minicom", "stop it"),
    (
        lambda r: put(r, "sys/bus/usb-serial/devices/ttyUSB0/latency_timer", "16\n"),
        "latency timer",
        "ttyUSB0 holds bytes back for 16 ms",
        "echo 1",
    ),
]


@pytest.mark.parametrize(("spoil", "check", "says", "do"), FAULTS, ids=lambda v: str(v)[:20])
def test_each_fault_is_named_with_its_remedy(
    spoil: Callable[[Path], object], check: str, says: str, do: str, tmp_path: Path
) -> None:
    healthy(tmp_path)
    spoil(tmp_path)
    hits = [f for f in findings(tmp_path) if f.check == check and f.level != "good"]
    assert len(hits) == 1
    assert says in hits[0].what
    assert do in hits[0].remedy


def test_a_port_that_may_not_be_opened_names_the_user(tmp_path: Path) -> None:
    healthy(tmp_path)
    (hit,) = [f for f in findings(tmp_path, may_open=False) if f.level == "bad"]
    assert "tech may not open /dev/ttyACM0" in hit.what
    assert "usermod -a -G dialout tech" in hit.remedy


def test_the_command_with_nothing_attached(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["--json", "--root", str(tmp_path)])
    assert result.exit_code == 1
    bad = [f for f in json.loads(result.stdout) if f["level"] == "bad"]
    assert [f["check"] for f in bad] == ["devices", "ports"]
    assert all(f["remedy"] for f in bad)


def test_the_rules_name_every_device() -> None:
    rules = CliRunner().invoke(app, ["--udev"]).stdout
    assert all(f"{k.vendor:04x}" in rules and f"{k.product:04x}" in rules for k in KNOWN)


def drive_of(root: Path, board_id: str) -> None:
    path = root / "media"
    put(root, "media/INFO_UF2.TXT", f"UF2 Bootloader\nBoard-ID: {board_id}\n")
    put(root, "proc/mounts", f"/dev/sdb1 {path} vfat rw 0 0\n")


@pytest.mark.parametrize(
    ("board_id", "level", "says"),
    [("RPI-RP2", "note", "waits for an image"), ("SAMD21G18A", "bad", "another maker's")],
)
def test_a_boot_loaders_drive_is_judged(
    board_id: str, level: str, says: str, tmp_path: Path
) -> None:
    healthy(tmp_path)
    drive_of(tmp_path, board_id)
    (hit,) = [f for f in findings(tmp_path) if f.check == "boot loader"]
    assert hit.level == level
    assert says in hit.what


def test_a_waiting_chip_without_its_drive(tmp_path: Path) -> None:
    healthy(tmp_path)
    boot_mode(tmp_path)
    (hit,) = [f for f in findings(tmp_path) if f.check == "boot loader"]
    assert "not mounted" in hit.what


SKEW = [
    ({"uid": "e6", "board": "pico-6seat", "program": "image"}, "good", "runs this release"),
    ({"uid": "e6", "board": "pico-6seat", "program": "another"}, "bad", "another program"),
    ({"why": "no controller answers"}, "bad", "no controller answers"),
]


@pytest.mark.parametrize(("told", "level", "says"), SKEW)
def test_version_skew(told: dict[str, str], level: str, says: str, tmp_path: Path) -> None:
    healthy(tmp_path)
    found = Found("/dev/ttyACM0", "2e8a:0005", "Pico", "e6", **told)  # type: ignore[arg-type]
    machine = Machine(root=tmp_path, may_open=lambda path: True, look=lambda: [found])
    (hit,) = [f for f in examine(machine) if f.check == "program"]
    assert hit.level == level
    assert says in hit.what


DISKS = [
    (Disk(Path("/r"), "ext4", 10**11, True), "good", "100.0 GB free"),
    (Disk(Path("/r"), "ext4", 10**9, True), "note", "1.0 GB free"),
    (Disk(Path("/r"), "ext4", 10**8, True), "bad", "cannot be written"),
    (Disk(Path("/r"), "tmpfs", 10**11, True), "bad", "gone after a restart"),
    (Disk(Path("/r"), "nfs4", 10**11, True), "bad", "on the network"),
    (Disk(Path("/r"), "ext4", 10**11, False), "bad", "may not be written"),
]


@pytest.mark.parametrize(("disk", "level", "says"), DISKS)
def test_the_disk_under_the_record(disk: Disk, level: str, says: str, tmp_path: Path) -> None:
    healthy(tmp_path)
    machine = Machine(root=tmp_path, may_open=lambda path: True, disk=disk)
    (hit,) = [f for f in examine(machine) if f.check == "disk"]
    assert hit.level == level
    assert says in hit.what


def test_the_nearest_mount_is_the_disk(tmp_path: Path) -> None:
    table = put(tmp_path, "mounts", f"/dev/a / ext4 rw 0 0\nserver:/x {tmp_path} nfs4 rw 0 0\n")
    assert disk_of(tmp_path / "not" / "there.db", table).kind == "nfs4"
