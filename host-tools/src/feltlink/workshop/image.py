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
from feltlink.workshop import base_esp32, base_rp2, program
from feltlink.workshop.boards import Board
from feltlink.workshop.targets import TARGETS, Rp2

__all__ = ["Image", "build", "manifest"]


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
    """Return the image of `board` on the MicroPython image `base` (.uf2 for RP2, .bin for ESP32).

    The same board, tree and base give the same bytes. Problem when the base is for another chip,
    is cut off, or reaches into the filesystem.
    """
    target = TARGETS[board.chip.name]
    try:
        content = base.read_bytes()
    except OSError as error:
        raise Problem(
            str(error.strerror),
            where=str(base),
            remedy="name an official MicroPython image with BASE=path",
        ) from error
    files = program.compiled(program.sources(board), target.march)
    if isinstance(target, Rp2):
        data = base_rp2.merge(content, files, target, str(base))
    else:
        data = base_esp32.merge(content, files, target, str(base))
    listing = manifest(board, files)
    listing["base"] = {"name": base.name, "sha256": hashlib.sha256(content).hexdigest()}
    listing["image"] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    return Image(f"feltlink-{board.name}.{target.ending}", data, listing)


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
