"""Putting a whole image on a chip: by its UF2 drive, by picotool, or by esptool."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feltlink.link.messages import Done, Reboot
from feltlink.link.port import BAUD, PortInfo
from feltlink.link.quiet import Quiet, Silent
from feltlink.problem import Problem
from feltlink.workshop import attached, base_esp32, uf2
from feltlink.workshop.targets import TARGETS, Esp, Rp2
from feltwire import catalogue

__all__ = ["Drive", "drives", "esp32", "listing", "may_be_flashed", "rp2", "to_boot_loader"]

Say = Callable[[str, int, int], None]
BOARD_IDS = {"rp2040": "RPI-RP2", "rp2350": "RP2350"}  # INFO_UF2.TXT of each boot ROM
INFO = "INFO_UF2.TXT"
_CHUNK = 16 * 1024
_DRIVE_S = 20.0  # from the reboot until the desktop has mounted the drive


@dataclass(frozen=True)
class Drive:
    """A mounted UF2 drive and the board id that its boot ROM tells."""

    path: Path
    board_id: str


def drives(mounts: Path = Path("/proc/mounts")) -> list[Drive]:
    """The mounted drives that take a UF2."""
    out = []
    for line in mounts.read_text().splitlines():
        path = Path(line.split()[1].encode().decode("unicode_escape"))
        drive = _drive(path)
        if drive is not None:
            out.append(drive)
    return out


def _drive(path: Path) -> Drive | None:
    try:
        text = (path / INFO).read_text(errors="replace")
    except OSError:
        return None
    found = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    return Drive(path, found.get("Board-ID", "").strip())


def listing(image: Path) -> dict[str, Any] | None:
    """The manifest beside an image, after its SHA-256 was compared; None where there is none."""
    manifest = image.with_name(image.name + ".json")
    if not manifest.exists():
        return None
    try:
        told: dict[str, Any] = json.loads(manifest.read_text())
        wanted = told["image"]["sha256"]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise Problem(f"this is no manifest ({fault})", where=str(manifest)) from None
    if hashlib.sha256(_read(image)).hexdigest() != wanted:
        raise Problem(
            "is not the image that its manifest describes",
            where=str(image),
            remedy="build it again: make image BOARD=… BASE=…",
            code=1,
        )
    return told


def to_boot_loader(port: PortInfo, baud: int = BAUD) -> bytes:
    """Send a running controller to its boot loader; return its unique id. Not in a round."""
    with Quiet(port, baud) as looking:
        attached.leave_a_round_alone(looking, port.path)
        looking.ask(Reboot(catalogue.INTO_BOOT_LOADER), Done)
        return looking.welcome.uid


def may_be_flashed(
    image: Path, port: PortInfo, baud: int = BAUD, *, blank: bool = False
) -> bytes | None:
    """Look at the controller that an ESP32's image is for; return its unique id.

    Problem while a round is open, the port is in use, or it is another chip. `blank`: also where
    none answers, None then. Somebody must say so: on a wrong port a round could be open.
    """
    try:
        looking = Quiet(port, baud)
    except Silent as problem:
        if blank:
            return None
        raise Silent(
            problem.what,
            where=problem.where,
            remedy="for a chip without a Feltlink program add --blank; where the table has another"
            " port than esptool name that with --table-port",
        ) from None
    with looking:
        attached.leave_a_round_alone(looking, port.path)
        chip = base_esp32.chip_of(_read(image), str(image))
        found = attached.identity(looking)[0].chip.rstrip(b"\0").decode(errors="replace")
        if found != chip:
            raise Problem(
                f"this controller is an {found}, and the image is for {chip}",
                where=f"port {port.path}",
                remedy="take the image for this chip",
            )
        return looking.welcome.uid


def rp2(
    image: Path,
    say: Say,
    *,
    drive: Path | None = None,
    wait: bool = False,
    mounts: Path = Path("/proc/mounts"),
) -> str:
    """Flash a .uf2 through the drive, or picotool where no drive is mounted; return the way taken.

    `wait`: the controller was just sent to its boot loader; the drive may be a while.
    """
    data = _read(image)
    chip = _chip_of(data, image)
    until = time.monotonic() + (_DRIVE_S if wait else 0)
    while True:
        found = [_named(drive)] if drive else drives(mounts)
        if found or time.monotonic() >= until:
            break
        time.sleep(0.25)
    right = [one for one in found if one.board_id == BOARD_IDS[chip]]
    if len(right) > 1:
        raise Problem(
            f"{len(right)} boards wait for an image: {', '.join(str(d.path) for d in right)}",
            remedy="leave one plugged in, or name its drive with --drive",
        )
    if right:
        _copy(data, right[0].path / image.name, say)
        return f"drive {right[0].path}"
    if found:
        raise Problem(
            f"the drive is a {found[0].board_id}, and the image is for {chip} ({BOARD_IDS[chip]})",
            where=str(found[0].path),
            remedy="take the image for this chip, or unplug this board",
        )
    tool = shutil.which("picotool")
    if tool is None:
        raise Problem(
            "no board waits for an image, and there is no picotool",
            remedy="hold BOOTSEL while plugging the board in and mount its drive"
            f" ({BOARD_IDS[chip]}), or install picotool",
        )
    _run([tool, "load", "-v", "-x", str(image)], "picotool", say)
    return "picotool"


def esp32(image: Path, say: Say, port: str, baud: int = 460_800) -> str:
    """Flash a .bin with esptool, which must be on PATH."""
    chip = base_esp32.chip_of(_read(image), str(image))
    target = TARGETS[chip]
    assert isinstance(target, Esp)
    tool = shutil.which("esptool") or shutil.which("esptool.py")
    if tool is None:
        raise Problem(
            "there is no esptool on PATH",
            remedy="install it: pip install 'feltlink[esp32]', or esptool by its own name",
        )
    told = ["--chip", chip, "--port", port, "--baud", str(baud)]
    _run([tool, *told, "write_flash", hex(target.first), str(image)], "esptool", say)
    return "esptool"


def _chip_of(data: bytes, image: Path) -> str:
    for chip, target in TARGETS.items():
        if not isinstance(target, Rp2):
            continue
        try:
            uf2.read(data, target.family, str(image))
        except Problem as problem:
            if not problem.what.startswith("holds nothing"):
                raise
        else:
            return chip
    raise Problem(
        "holds nothing for an RP2040 or RP2350",
        where=str(image),
        remedy="take the image that `make image` wrote for this board",
    )


def _named(path: Path) -> Drive:
    drive = _drive(path)
    if drive is None:
        raise Problem(
            f"is no UF2 drive: there is no {INFO}",
            where=str(path),
            remedy="name the folder where the board's drive is mounted",
        )
    return drive


def _copy(data: bytes, target: Path, say: Say) -> None:
    """Write the file through to the chip, piece by piece. With the last one the chip restarts and
    its drive goes, which may be told as an error."""
    done = 0
    try:
        with target.open("wb", buffering=0) as file:
            for at in range(0, len(data), _CHUNK):
                done += file.write(data[at : at + _CHUNK])
                say("flashing", done, len(data))
                os.fsync(file.fileno())
    except OSError as fault:
        if done < len(data) or (target.parent / INFO).exists():
            raise Problem(
                f"the copy broke off after {done:,} of {len(data):,} bytes: {fault.strerror}",
                where=str(target.parent),
                remedy="plug it in again with BOOTSEL held, and try again",
                code=1,
            ) from None


def _run(command: list[str], name: str, say: Say) -> None:
    say(name, 0, 1)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise Problem(
            f"{name}: {said[-1] if said else f'exit code {done.returncode}'}",
            where=" ".join(command),
            remedy="hold BOOTSEL (BOOT on an ESP32) while plugging it in, and try again",
            code=1,
        )


def _read(image: Path) -> bytes:
    try:
        return image.read_bytes()
    except OSError as fault:
        raise Problem(
            str(fault.strerror), where=str(image), remedy="make image BOARD=… BASE=…"
        ) from None
