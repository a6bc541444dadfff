"""One file to flash: an official MicroPython base image with the controller's program in it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feltlink import __version__
from feltlink.problem import Problem
from feltlink.workshop import filesystem, program, uf2
from feltlink.workshop.boards import Board

__all__ = ["Image", "build", "manifest"]

# chip -> (geometry, mpy-cross's name of its instruction set, ending of the image)
TARGETS = {
    "rp2040": (filesystem.PICO, "armv6m", "uf2"),
    "esp32": (filesystem.ESP32, "xtensawin", "bin"),
}
ESP32_FIRST = 0x1000  # esp32 boot loader's offset; `esptool write_flash 0x1000 image.bin`


@dataclass(frozen=True)
class Image:
    """What `build` made: `data` to flash, named `name`, and what is in it."""

    name: str
    data: bytes
    manifest: dict[str, Any]

    def save(self, folder: Path) -> tuple[Path, Path]:
        """Write image and manifest into `folder`; return their paths."""
        folder.mkdir(parents=True, exist_ok=True)
        image, listing = folder / self.name, folder / f"{self.name}.json"
        image.write_bytes(self.data)
        listing.write_text(json.dumps(self.manifest, indent=2, sort_keys=True) + "\n")
        return image, listing


def build(board: Board, base: Path) -> Image:
    """Return the image of `board` on the MicroPython image `base` (.uf2, or .bin for ESP32).

    The same board, tree and base give the same bytes. Problem when the base is for another chip,
    is cut off, or reaches into the filesystem.
    """
    geometry, march, ending = _target(board)
    try:
        content = base.read_bytes()
    except OSError as error:
        raise Problem(
            str(error.strerror),
            where=str(base),
            remedy="name an official MicroPython image with BASE=path",
        ) from error
    files = program.compiled(program.sources(board), march)
    disk = filesystem.build(files, geometry)
    if ending == "uf2":
        data = _merge_uf2(content, disk, geometry, base)
    else:
        data = _merge_bin(content, disk, geometry, base)
    listing = manifest(board, files)
    listing["base"] = {"name": base.name, "sha256": hashlib.sha256(content).hexdigest()}
    listing["image"] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    return Image(f"feltlink-{board.name}.{ending}", data, listing)


def manifest(board: Board, files: Mapping[str, bytes]) -> dict[str, Any]:
    """Return what a controller of this program must answer to ASK_DIGEST, file by file."""
    return {
        "feltlink": __version__,
        "board": board.name,
        "board_digest": board.digest.hex(),
        "program_sha256": program.digest(files).hex(),
        "files": {
            path: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for path, content in sorted(files.items())
        },
    }


def _target(board: Board) -> tuple[filesystem.Geometry, str, str]:
    if board.chip.name not in TARGETS:
        raise Problem(
            f"no image is built for {board.chip.name} yet",
            where=str(board.path),
            remedy=f"chips with images: {', '.join(sorted(TARGETS))}; "
            "copy the files with `feltlink firmware deploy` instead",
        )
    return TARGETS[board.chip.name]


def _merge_uf2(content: bytes, disk: bytes, geometry: filesystem.Geometry, base: Path) -> bytes:
    pages = uf2.read(content, where=str(base))
    start = uf2.FLASH_START + geometry.offset
    top = max(pages) + uf2.PAGE
    if top > start:
        raise _overlap(base, top - uf2.FLASH_START, geometry)
    # what an older, longer firmware left between the two is erased
    pages |= uf2.pages_of(b"\xff" * (start - top), top)
    return uf2.write(pages | uf2.pages_of(disk, start))


def _merge_bin(content: bytes, disk: bytes, geometry: filesystem.Geometry, base: Path) -> bytes:
    if content[:1] != b"\xe9":  # esp32 application image format: magic byte
        raise Problem(
            "is no ESP32 image (first byte is not 0xE9)",
            where=str(base),
            remedy="take the .bin of MicroPython for ESP32_GENERIC",
        )
    start = geometry.offset - ESP32_FIRST
    if len(content) > start:
        raise _overlap(base, len(content) + ESP32_FIRST, geometry)
    return content.ljust(start, b"\xff") + disk


def _overlap(base: Path, top: int, geometry: filesystem.Geometry) -> Problem:
    return Problem(
        f"reaches to {top:#x}, into the filesystem at {geometry.offset:#x}",
        where=str(base),
        remedy="take the plain image of this board, without its extras",
    )
