"""The program into a MicroPython image for RP2040 or RP2350, a UF2.

Where the filesystem lies is asked of the image itself. MicroPython tells it in its binary info
(ports/rp2/rp2_flash.c, `bi_block_device`), so that a Pico W, a Pico 2 or a board with more flash
gets a filesystem of the size that its image looks for: with another one it would be reformatted.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from feltlink.problem import Problem
from feltlink.workshop import filesystem, uf2
from feltlink.workshop.filesystem import BLOCK_BYTES, Geometry
from feltlink.workshop.targets import Rp2

__all__ = ["geometry", "merge"]

# pico-sdk, pico/binary_info/defs.h and structure.h
_MARKER = struct.pack("<I", 0x7188EBF2)
_MARKER_END = 0xE71AA390
_HEADER_WITHIN = 0x400
_BLOCK_DEVICE = 7
_TAG = 0x504D  # "MP", MicroPython's own entries
_NAME = b"MicroPython\0"
_PROGRAM_BYTES = 256  # ports/rp2/rp2_flash.c: a littlefs write is a flash page


def merge(content: bytes, files: Mapping[str, bytes], target: Rp2, where: str) -> bytes:
    """Return the UF2 `content` with `files` in its filesystem. Problem when it is for another chip,
    is cut off, is not MicroPython's, or reaches into its own filesystem."""
    pages = uf2.read(content, target.family, where)
    disk = geometry(pages, target, where)
    start = uf2.FLASH_START + disk.offset
    top = max(pages) + uf2.PAGE
    if top > start:
        raise Problem(
            f"reaches to {top - uf2.FLASH_START:#x}, into the filesystem at {disk.offset:#x}",
            where=where,
            remedy="take the plain image of this board, without its extras",
        )
    # what an older, longer firmware left between the two is erased
    pages |= uf2.pages_of(b"\xff" * (start - top), top)
    pages |= uf2.pages_of(filesystem.build(files, disk), start)
    return uf2.absolute(content) + uf2.write(pages, target.family)


def geometry(pages: Mapping[int, bytes], target: Rp2, where: str = "") -> Geometry:
    """Where the image of these pages keeps its filesystem."""
    flash = uf2.flatten(pages, uf2.FLASH_START, max(pages) + uf2.PAGE)
    found = _block_device(flash)
    if found is None:
        raise Problem(
            "does not say where its filesystem lies: it is no MicroPython image",
            where=where,
            remedy="take MicroPython's own .uf2 for this board",
        )
    address, size = found
    offset = address - uf2.FLASH_START
    whole = offset >= 0 < size and offset % BLOCK_BYTES == size % BLOCK_BYTES == 0
    if not whole or offset + size > uf2.FLASH_BYTES:
        raise Problem(
            f"tells a filesystem of {size:#x} bytes at {address:#x}, where there is no flash",
            where=where,
            remedy="fetch the file again: it was changed, or cut off",
        )
    return Geometry(offset, size // BLOCK_BYTES, _PROGRAM_BYTES)


def _block_device(flash: bytes) -> tuple[int, int] | None:
    """(address, bytes) of MicroPython's block device, after the pointers of the binary info."""
    for start, end in _headers(flash):
        for at in range(start, end, 4):
            entry = _word(flash, at) - uf2.FLASH_START
            if not 0 <= entry <= len(flash) - 20:
                continue
            kind, tag, name, address, size = struct.unpack_from("<HHIII", flash, entry)
            name -= uf2.FLASH_START
            if (kind, tag) == (_BLOCK_DEVICE, _TAG) and flash.startswith(_NAME, max(name, 0)):
                return address, size
    return None


def _headers(flash: bytes) -> list[tuple[int, int]]:
    """(first, after the last) of the pointers of each binary info header."""
    out = []
    at = flash.find(_MARKER, 0, _HEADER_WITHIN)
    while at >= 0:
        if at + 20 <= len(flash) and _word(flash, at + 16) == _MARKER_END:
            start, end = (_word(flash, at + i) - uf2.FLASH_START for i in (4, 8))
            if 0 <= start <= end <= len(flash) - 4:
                out.append((start, end))
        at = flash.find(_MARKER, at + 1, _HEADER_WITHIN)
    return out


def _word(flash: bytes, at: int) -> int:
    (value,) = struct.unpack_from("<I", flash, at)
    return int(value)
