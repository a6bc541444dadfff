"""MicroPython base images as small as their structure allows: binary info and UF2 families as in
RPI_PICO and RPI_PICO2, boot loader header and partition table as in ESP32_GENERIC and its S3."""

from __future__ import annotations

import hashlib
import struct

from feltlink.workshop import uf2

FAMILIES = {"rp2040": uf2.FAMILY_RP2040, "rp2350": uf2.FAMILY_RP2350}
# chip -> (offset, bytes) of the filesystem that its plain image tells
DISKS = {"rp2040": (0xA0000, 352 * 4096), "rp2350": (0x100000, 768 * 4096)}
# chip -> (chip id, address of the boot loader)
ESPS = {"esp32": (0, 0x1000), "esp32s3": (9, 0)}
PLAIN = [
    (1, 2, 0x9000, 0x6000, "nvs"),
    (1, 1, 0xF000, 0x1000, "phy_init"),
    (0, 0, 0x10000, 0x1F0000, "factory"),
]


def rp2(chip: str, disk: tuple[int, int] | None = None, pages: int = 40) -> bytes:
    """A UF2 whose binary info tells MicroPython's filesystem at `disk`, (offset, bytes)."""
    offset, size = disk or DISKS[chip]
    flash = bytearray(i & 0xFF for i in range(pages * 256))
    start = uf2.FLASH_START
    device, other, name, header = 0x800, 0x840, 0x880, 0x124
    struct.pack_into("<HHIII", flash, device, 7, 0x504D, start + name, start + offset, size)
    struct.pack_into("<HHII", flash, other, 5, 0x5052, 0, 0)
    flash[name : name + 12] = b"MicroPython\0"
    struct.pack_into("<2I", flash, 0x900, start + other, start + device)
    marks = (0x7188EBF2, start + 0x900, start + 0x908, 0, 0xE71AA390)
    struct.pack_into("<5I", flash, header, *marks)
    blocks = uf2.write(uf2.pages_of(bytes(flash), start), FAMILIES[chip])
    if chip != "rp2350":
        return blocks
    first = bytearray(uf2.write({0x10FFFF00: b"\xef" * 256}, uf2.FAMILY_ABSOLUTE))
    struct.pack_into("<I", first, 8, 0xA000)
    struct.pack_into("<I", first, 24, 2)
    return bytes(first) + blocks


def table(rows: list[tuple[int, int, int, int, str]]) -> bytes:
    """A partition table, its MD5 last."""
    lines = b"".join(struct.pack("<HBBII16sI", 0x50AA, *r[:4], r[4].encode(), 0) for r in rows)
    check = b"\xeb\xeb" + b"\xff" * 14 + hashlib.md5(lines).digest()
    return (lines + check).ljust(0xC00, b"\xff")


def esp(
    chip: str,
    rows: list[tuple[int, int, int, int, str]] = PLAIN,
    *,
    flash: int = 2,
    app: int = 5000,
) -> bytes:
    """A .bin from its boot loader on; `flash` is the size in its header, 2 for 4 MiB."""
    chip_id, first = ESPS[chip]
    head = struct.pack("<4BI4xH10x", 0xE9, 3, 2, flash << 4 | 0xF, 0x403C989C, chip_id)
    loader = (head + b"loader").ljust(0x8000 - first, b"\xff")
    parts = table(rows).ljust(0x8000, b"\xff")
    return loader + parts + bytes([0xE9]) + b"app" * (app // 3)
