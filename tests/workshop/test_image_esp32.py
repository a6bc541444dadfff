"""An ESP32's image: boot loader, partition table, application and filesystem, each in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.workshop import base_esp32, boards, filesystem, image, program
from feltlink.workshop.base_esp32 import Partition
from feltlink.workshop.targets import TARGETS, Esp
from support import base_images

BOARDS = {"esp32": "esp32-6seat", "esp32s3": "esp32s3-6seat"}
CHIPS = pytest.mark.parametrize("chip", BOARDS)
VFS = (1, 0x81, 0x200000, 0x600000, "vfs")


def target(chip: str) -> Esp:
    found = TARGETS[chip]
    assert isinstance(found, Esp)
    return found


def made(chip: str, content: bytes, tmp_path: Path) -> image.Image:
    path = tmp_path / f"{chip}.bin"
    path.write_bytes(content)
    return image.build(boards.load(BOARDS[chip]), path)


def vfs_of(chip: str, data: bytes) -> Partition:
    table = base_esp32.partitions(data, target(chip))
    (found,) = [one for one in table if one.label == "vfs"]
    return found


@CHIPS
@pytest.mark.parametrize("own", [False, True], ids=["table without vfs", "table with vfs"])
def test_the_program_is_in_the_vfs_partition(chip: str, own: bool, tmp_path: Path) -> None:
    """MicroPython's table has none: then one is written, to the end of the flash in the header."""
    rows = [*base_images.PLAIN, VFS] if own else base_images.PLAIN
    content = base_images.esp(chip, rows, flash=3 if own else 2)
    data = made(chip, content, tmp_path).data
    first = target(chip).first
    vfs = vfs_of(chip, data)
    assert (vfs.offset, vfs.size) == (0x200000, 0x600000 if own else 0x200000)
    assert (vfs.kind, vfs.subtype) == (1, 0x81)
    files = filesystem.read(data[vfs.offset - first :], base_esp32.geometry(vfs))
    assert files == program.compiled(program.sources(boards.load(BOARDS[chip])), "xtensawin")
    assert len(data) + first == vfs.end
    # all but the table is the base's own, at its place
    table, after = 0x8000 - first, 0x8C00 - first
    assert data[:table] == content[:table]
    assert data[after : len(content)] == content[after:]
    assert (data[table:after] == content[table:after]) == own
    assert set(data[len(content) : vfs.offset - first]) == {0xFF}


@CHIPS
def test_repeats_to_the_byte(chip: str, tmp_path: Path) -> None:
    content = base_images.esp(chip)
    assert made(chip, content, tmp_path) == made(chip, content, tmp_path)


def test_the_table_that_is_written_is_made_as_the_vendors() -> None:
    """Byte by byte: entries in order, MD5 over them, the rest erased."""
    rows = [*base_images.PLAIN, (1, 0x81, 0x200000, 0x200000, "vfs")]
    data = base_esp32.merge(base_images.esp("esp32s3"), {}, target("esp32s3"), "")
    assert data[0x8000:0x8C00] == base_images.table(rows)


WHOLE = base_images.esp("esp32s3")
SPOILT = WHOLE[:0x8004] + b"\x01" + WHOLE[0x8005:]
REFUSED = [
    ("another chip's", base_images.esp("esp32"), "is for an esp32, and this board is an esp32s3"),
    ("an unknown chip's", WHOLE[:12] + b"\x05" + WHOLE[13:], r"another kind \(chip id 5\)"),
    ("a UF2", base_images.rp2("rp2040"), "first byte is not 0xE9"),
    ("the application alone", WHOLE[:24] + bytes(0x9000), "no sound partition table at 0x8000"),
    ("cut off", WHOLE[:0x8010], "no sound partition table"),
    ("a changed table", SPOILT, "no sound partition table"),
    ("too little flash", base_images.esp("esp32s3", flash=1), "has no room for a filesystem"),
    ("a size unheard of", base_images.esp("esp32s3", flash=9), "has no room for a filesystem"),
    ("vfs beyond the flash", base_images.esp("esp32s3", [VFS]), "has no room for a filesystem"),
    ("too long", base_images.esp("esp32s3", app=0x200000), "into the filesystem at 0x200000"),
]


@pytest.mark.parametrize(("content", "says"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_base_of_no_use_is_refused_by_name(content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(Problem, match=says) as caught:
        made("esp32s3", content, tmp_path)
    assert caught.value.where.endswith("esp32s3.bin")
    assert caught.value.remedy
