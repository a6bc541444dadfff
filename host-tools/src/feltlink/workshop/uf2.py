"""UF2 files: flash contents in blocks of 512 bytes, each with its own address.

Format: the Microsoft UF2 specification. Written here because what is on offer is LGPL, pins an old
esptool, or builds CircuitPython's filesystem (docs/decisions.md).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from feltlink.problem import Problem

__all__ = ["FLASH_START", "absolute", "flatten", "pages_of", "read", "write"]

MAGIC = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
FAMILY_PRESENT = 0x2000
NOT_MAIN_FLASH = 0x1
# RP2350 Datasheet 5.5.3 and the UF2 specification's utils/uf2families.json
FAMILY_RP2040 = 0xE48BFF56
FAMILY_RP2350 = 0xE48BFF59  # rp2350-arm-s
FAMILY_ABSOLUTE = 0xE48BFF57
FLASH_START = 0x1000_0000  # RP2040 Datasheet 2.2, RP2350 Datasheet 2.2: XIP base
FLASH_BYTES = 0x100_0000  # the same: 16 MiB can be addressed
PAGE = 256
BLOCK = 512


def read(data: bytes, family: int = FAMILY_RP2040, where: str = "") -> dict[int, bytes]:
    """Return address -> page of the blocks meant for `family`'s main flash.

    Problem when the file is cut off, is no UF2, or holds nothing for this chip.
    """
    if not data or len(data) % BLOCK:
        raise Problem(
            f"{len(data):,} bytes is no whole number of UF2 blocks",
            where=where,
            remedy="the download was cut off; fetch the file again",
        )
    pages: dict[int, bytes] = {}
    for at in range(0, len(data), BLOCK):
        head = struct.unpack_from("<8I", data, at)
        (end,) = struct.unpack_from("<I", data, at + BLOCK - 4)
        if head[:2] != MAGIC or end != MAGIC_END or head[4] > 476:
            raise Problem(
                f"no UF2 block at byte {at:,}",
                where=where,
                remedy="take a .uf2 of MicroPython for this board",
            )
        flags, address, size, its_family = head[2], head[3], head[4], head[7]
        if not flags & NOT_MAIN_FLASH and its_family == family:
            pages[address] = data[at + 32 : at + 32 + size]
    if not pages:
        raise Problem(
            f"holds nothing for family {family:#010x}",
            where=where,
            remedy="this image is for another chip; take the one for this board",
        )
    return pages


def absolute(data: bytes) -> bytes:
    """Return the blocks for no chip, but for an address, as they are.

    MicroPython's images for the RP2350 begin with one; its boot ROM needs it where a partition
    table is in flash (RP2350 Datasheet, erratum E10).
    """
    blocks = (data[at : at + BLOCK] for at in range(0, len(data), BLOCK))
    return b"".join(b for b in blocks if struct.unpack_from("<I", b, 28)[0] == FAMILY_ABSOLUTE)


def pages_of(data: bytes, address: int) -> dict[int, bytes]:
    """Cut flash contents that begin at `address` into pages."""
    return {address + i: data[i : i + PAGE] for i in range(0, len(data), PAGE)}


def flatten(pages: Mapping[int, bytes], start: int, end: int) -> bytes:
    """Return flash from `start` to `end`, 0xFF where no page lies."""
    out = bytearray(b"\xff" * (end - start))
    for address, page in pages.items():
        if start <= address < end:
            out[address - start : address - start + len(page)] = page
    return bytes(out[: end - start])


def write(pages: Mapping[int, bytes], family: int = FAMILY_RP2040) -> bytes:
    """Return a UF2 of `pages`, in order of address. The same pages give the same bytes."""
    out = bytearray()
    for number, address in enumerate(sorted(pages)):
        page = pages[address].ljust(PAGE, b"\0")
        head = (*MAGIC, FAMILY_PRESENT, address, PAGE, number, len(pages), family)
        out += struct.pack("<8I", *head) + page.ljust(476, b"\0") + struct.pack("<I", MAGIC_END)
    return bytes(out)
