"""The freeze manifests, executed as MicroPython's `manifestfile` executes them, and what `mip`
installs on a board from a folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from feltlink import assets
from feltlink.link.port import PortInfo
from feltlink.sim.board import SimBoard
from feltlink.workshop import attached, program

CHIPS = sorted(path.parent.name for path in assets.boards().glob("*/manifest.py"))
# micropython-lib's package -> what it lets the firmware import
LIBRARY = {"usb-device-cdc": "usb.device.cdc"}


class Manifest:
    """`include`, `require`, `package` and `module` note what they are told; paths are relative to
    the manifest, as in MicroPython's tools/manifestfile.py. Anything else is a NameError."""

    def __init__(self, path: Path) -> None:
        self.included: list[str] = []
        self.required: list[str] = []
        self.frozen: set[str] = set()
        self._here = path.parent
        self._run(path)

    def _run(self, path: Path) -> None:
        before, self._here = self._here, path.parent
        known = {"include": self.include, "require": self.require, "package": self.package}
        exec(compile(path.read_text(), str(path), "exec"), {"__builtins__": {}, **known})
        self._here = before

    def include(self, path: str) -> None:
        self.included.append(path)
        if "$(" not in path:
            self._run((self._here / path).resolve())

    def require(self, name: str) -> None:
        self.required.append(name)

    def package(self, name: str, base_path: str = ".") -> None:
        base = (self._here / base_path).resolve()
        found = {p.relative_to(base).as_posix() for p in (base / name).rglob("*.py")}
        assert found, f"{base / name} is empty"
        self.frozen |= found


def imported() -> set[str]:
    """Every module that the firmware imports by name."""
    out: set[str] = set()
    for room in program.ROOMS:
        for path in (assets.firmware() / room).glob("*.py"):
            out |= set(re.findall(r"^\s*(?:import|from) ([\w.]+)", path.read_text(), re.MULTILINE))
    return out


def test_every_chip_has_one() -> None:
    assert sorted(path.stem for path in (assets.boards() / "chips").glob("*.toml")) == CHIPS


@pytest.mark.parametrize("chip", CHIPS)
def test_a_manifest_freezes_the_rooms_and_what_they_import(chip: str) -> None:
    manifest = Manifest(assets.boards() / chip / "manifest.py")
    rooms = {
        path.relative_to(assets.firmware()).as_posix()
        for room in program.ROOMS
        for path in (assets.firmware() / room).rglob("*.py")
    }
    assert manifest.frozen == rooms
    assert "$(PORT_DIR)/boards/manifest.py" in manifest.included
    assert all(LIBRARY[name] in imported() for name in manifest.required)
    assert ("usb-device-cdc" in manifest.required) == (chip != "esp32")  # it has no USB


def test_mip_installs_the_module_from_a_folder(tmp_path: Path) -> None:
    listing = assets.boards() / "modules" / "usb-device-cdc.json"
    library = tmp_path / "micropython-lib"
    library.mkdir()
    (library / listing.name).write_text(listing.read_text())
    urls = json.loads(listing.read_text())["urls"]
    for target, source in urls:
        file = library / source
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"NAME = {target!r}\n")
    with SimBoard(folder=tmp_path / "sim", console=True) as board:
        attached.again(PortInfo(board.port)).close()
        console = os.path.realpath(board.folder / "console")
        line = [sys.executable, "-m", "mpremote", "connect", console, "resume", "exec"]
        line += ["import machine; machine.WDT(timeout=8300)"]
        line += ["mip", "install", "--target", "/lib", str(library / listing.name)]
        done = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr + done.stdout
        for target, _ in urls:
            assert (board.flash.root / "lib" / target).read_text() == f"NAME = {target!r}\n"
        board.reset("hard")
        attached.again(PortInfo(board.port)).close()
