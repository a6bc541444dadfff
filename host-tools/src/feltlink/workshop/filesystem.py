"""The controller's littlefs filesystem, built on the host with littlefs-python.

The geometry must be MicroPython's own to the block: a wrong block count makes an RP2 reformat
the filesystem without a word, and an ESP32 stop at "filesystem appears to be corrupted".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from littlefs import LittleFS, LittleFSError, UserContext

from feltlink.problem import Problem

__all__ = ["PICO", "Geometry", "build", "read"]

BLOCK_BYTES = 4096
DISK_VERSION = 0x0002_0000  # 2.0: what every MicroPython since 1.12 mounts


@dataclass(frozen=True)
class Geometry:
    """Where a filesystem lies in flash (`offset` bytes) and how MicroPython programs it."""

    offset: int
    blocks: int
    program_bytes: int
    read_bytes: int = 32

    @property
    def size(self) -> int:
        """Bytes in all."""
        return self.blocks * BLOCK_BYTES

    def _options(self) -> dict[str, Any]:
        # extmod/vfs_lfsx.c: cache = min(block, 4 * max(read, program)), lookahead 32
        cache = min(BLOCK_BYTES, 4 * max(self.read_bytes, self.program_bytes))
        return {
            "block_size": BLOCK_BYTES,
            "block_count": self.blocks,
            "read_size": self.read_bytes,
            "prog_size": self.program_bytes,
            "cache_size": cache,
            "lookahead_size": 32,
            "block_cycles": 100,
            "name_max": 255,
            "disk_version": DISK_VERSION,
        }


# What a Pico's image tells of itself (`base_rp2.geometry`); the emulated one is given it
PICO = Geometry(offset=0xA0000, blocks=352, program_bytes=256)


def build(files: Mapping[str, bytes], geometry: Geometry) -> bytes:
    """Return a filesystem holding `files` (path -> content). Same files, same bytes."""
    context = UserContext(buffsize=geometry.size)
    disk = LittleFS(context=context, **geometry._options())
    try:
        for path in sorted(files):
            folder = PurePosixPath(path).parent.as_posix()
            if folder != ".":
                disk.makedirs(folder, exist_ok=True)
            with disk.open(path, "wb") as file:
                file.write(files[path])
        disk.unmount()
    except LittleFSError as error:
        total = sum(map(len, files.values()))
        raise Problem(
            f"the program does not fit: {total:,} bytes into {geometry.size:,} ({error})",
            remedy="leave out what the board does not need, or take a board with more flash",
        ) from error
    return bytes(context.buffer)


def read(image: bytes, geometry: Geometry) -> dict[str, bytes]:
    """Return the files of a filesystem. Problem when it is not one of this geometry."""
    context = UserContext(buffsize=geometry.size)
    context.buffer[: len(image)] = image
    files: dict[str, bytes] = {}
    try:
        disk = LittleFS(context=context, mount=False, **geometry._options())
        disk.mount()
        for folder, _folders, names in disk.walk("/"):
            for name in names:
                path = (PurePosixPath(folder) / name).as_posix().lstrip("/")
                with disk.open(path, "rb") as file:
                    files[path] = file.read()
    except LittleFSError as error:
        raise Problem(
            f"no littlefs of {geometry.blocks} blocks: {error}",
            remedy="build the image again with `feltlink firmware image`",
        ) from error
    return files
