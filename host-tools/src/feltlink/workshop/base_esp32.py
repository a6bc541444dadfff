"""The program into a MicroPython image for ESP32 or ESP32-S3, a .bin.

Such an image is the boot loader, the partition table and the application, each at its address
(MicroPython, ports/esp32/makeimg.py). Its filesystem is the partition "vfs". Where the table has
none MicroPython makes one up at boot, as long as the flash that it finds: of a size not known here,
and a littlefs of another size is refused as corrupted. So the table gets an entry of its own.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass

from feltlink.problem import Problem
from feltlink.workshop import filesystem
from feltlink.workshop.filesystem import BLOCK_BYTES, Geometry
from feltlink.workshop.targets import TARGETS, Esp

__all__ = ["Partition", "chip_of", "geometry", "merge", "partitions"]

MAGIC = 0xE9  # esptool, "Firmware Image Format": first byte of an application image
_CHIP_ID_AT = 12  # extended header, esp_app_format.h: chip_id, two bytes
# the upper half of byte 3: flash size as 0 (1 MiB), 1 (2 MiB) ... 5 (32 MiB)
_SIZE_AT, _SIZES = 3, 6
# ESP-IDF, "Partition Tables": at 0x8000, at most 0xC00 bytes of entries of 32 bytes; the last one
# is the MD5 of those before it; the rest is erased
_TABLE = 0x8000
_TABLE_BYTES = 0xC00
_ENTRY = struct.Struct("<HBBII16sI")
_ENTRY_MAGIC = 0x50AA
_MD5 = b"\xeb\xeb" + b"\xff" * 14
_DATA, _FAT = 1, 0x81  # MicroPython's own vfs entries have these, with littlefs in them
_VFS = "vfs"
_PROGRAM_BYTES = 32  # ports/esp32/esp32_partition.c: no page, so VfsLfs2's own default


@dataclass(frozen=True)
class Partition:
    """A line of the table: `offset` and `size` are bytes of flash."""

    kind: int
    subtype: int
    offset: int
    size: int
    label: str
    flags: int = 0

    @property
    def end(self) -> int:
        return self.offset + self.size

    def pack(self) -> bytes:
        label = self.label.encode()
        return _ENTRY.pack(
            _ENTRY_MAGIC, self.kind, self.subtype, self.offset, self.size, label, self.flags
        )


def chip_of(content: bytes, where: str = "") -> str:
    """The chip that an image is for, by its header."""
    if content[:1] != bytes([MAGIC]) or len(content) < 24:
        raise Problem(
            "is no ESP32 image (first byte is not 0xE9)",
            where=where,
            remedy="take the .bin of MicroPython for this board, not its .uf2 or .app-bin",
        )
    (chip_id,) = struct.unpack_from("<H", content, _CHIP_ID_AT)
    for name, target in TARGETS.items():
        if isinstance(target, Esp) and target.chip_id == chip_id:
            return name
    raise Problem(
        f"is for an ESP32 of another kind (chip id {chip_id})",
        where=where,
        remedy="take the image for this board's chip",
    )


def merge(content: bytes, files: Mapping[str, bytes], target: Esp, where: str) -> bytes:
    """Return the image `content` with `files` in its filesystem, from `target.first` on."""
    found = chip_of(content, where)
    if TARGETS[found] != target:
        wanted = next(name for name, one in TARGETS.items() if one == target)
        raise Problem(
            f"is for an {found}, and this board is an {wanted}",
            where=where,
            remedy="take MicroPython's own .bin for this board's chip",
        )
    table = partitions(content, target, where)
    vfs = _vfs(table, _flash_bytes(content), where)
    top = target.first + len(content)
    if top > vfs.offset:
        raise Problem(
            f"reaches to {top:#x}, into the filesystem at {vfs.offset:#x}",
            where=where,
            remedy="take the plain image of this board, without its extras",
        )
    if vfs not in table:
        at = _TABLE - target.first
        packed = _pack([*table, vfs])
        content = content[:at] + packed + content[at + _TABLE_BYTES :]
    disk = filesystem.build(files, geometry(vfs))
    return content.ljust(vfs.offset - target.first, b"\xff") + disk


def geometry(vfs: Partition) -> Geometry:
    """The filesystem of a partition."""
    return Geometry(vfs.offset, vfs.size // BLOCK_BYTES, _PROGRAM_BYTES)


def partitions(content: bytes, target: Esp, where: str = "") -> list[Partition]:
    """The image's own partition table. Problem when there is none, or its MD5 is another."""
    at = _TABLE - target.first
    raw = content[at : at + _TABLE_BYTES]
    out: list[Partition] = []
    for place in range(0, len(raw) - _ENTRY.size + 1, _ENTRY.size):
        line = raw[place : place + _ENTRY.size]
        if line.startswith(_MD5):
            if hashlib.md5(raw[:place], usedforsecurity=False).digest() != line[16:]:
                break
            return out
        magic, kind, subtype, offset, size, label, flags = _ENTRY.unpack(line)
        if magic != _ENTRY_MAGIC:
            break
        name = label.rstrip(b"\0").decode(errors="replace")
        out.append(Partition(kind, subtype, offset, size, name, flags))
    raise Problem(
        f"has no sound partition table at {_TABLE:#x}",
        where=where,
        remedy="take the whole .bin of MicroPython for this board, not its .app-bin, and once more",
    )


def _vfs(table: list[Partition], flash_bytes: int, where: str) -> Partition:
    """The filesystem's partition: the table's own, or the rest of the flash that the header
    tells."""
    own = next((one for one in table if one.label == _VFS), None)
    last = max((one.end for one in table), default=0)
    vfs = own or Partition(_DATA, _FAT, last, flash_bytes - last, _VFS)
    if vfs.size < 2 * BLOCK_BYTES or vfs.offset % BLOCK_BYTES or vfs.end > flash_bytes:
        raise Problem(
            f"has no room for a filesystem: {last:#x} of {flash_bytes:#x} bytes of flash are taken",
            where=where,
            remedy="take MicroPython's plain image for boards with 4 MiB of flash or more",
        )
    return vfs


def _flash_bytes(content: bytes) -> int:
    size = content[_SIZE_AT] >> 4
    return 0x10_0000 << size if size < _SIZES else 0


def _pack(table: list[Partition]) -> bytes:
    """The table in order of addresses, with its MD5."""
    lines = b"".join(one.pack() for one in sorted(table, key=lambda one: one.offset))
    check = _MD5 + hashlib.md5(lines, usedforsecurity=False).digest()
    return (lines + check).ljust(_TABLE_BYTES, b"\xff")
