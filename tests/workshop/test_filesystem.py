"""The filesystem is MicroPython's own to the block: MicroPython itself mounts it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.workshop import filesystem
from feltlink.workshop.filesystem import Geometry
from support.on_micropython import execute

FILES = {"main.py": b"print(1)\n", "hal/__init__.py": b"", "hal/clock.py": b"x = 1\n" * 900}
GEOMETRIES = {
    "pico": filesystem.PICO,
    "pico_w": Geometry(0x12C000, 212, 256),
    "pico_2": Geometry(0x100000, 768, 256),
    "esp32": Geometry(0x200000, 512, 32),
    "esp32s3": Geometry(0x200000, 1536, 32),
}

# A read-only block device over a file, and MicroPython's own littlefs on it
MOUNT = """
import json, os, vfs
class Flash:
    def __init__(self, path, blocks):
        self.file = open(path, "rb")
        self.blocks = blocks
    def readblocks(self, block, data, offset=0):
        self.file.seek(block * 4096 + offset)
        self.file.readinto(data)
    def ioctl(self, op, arg):
        return {{4: self.blocks, 5: 4096}}.get(op, 0)
disk = vfs.VfsLfs2(Flash({path!r}, {blocks}), progsize={program}, readsize=32, lookahead=32)
vfs.mount(disk, "/disk")
found = {{}}
for name in ("main.py", "hal/__init__.py", "hal/clock.py"):
    with open("/disk/" + name) as file:
        found[name] = file.read()
print(json.dumps([found, os.statvfs("/disk")[2]]))
"""


def mounted(image: Path, blocks: int, program_bytes: int) -> str:
    return execute(MOUNT.format(path=str(image), blocks=blocks, program=program_bytes), heap="1M")


@pytest.mark.parametrize("name", GEOMETRIES)
def test_micropython_mounts_it_and_reads_every_file(name: str, tmp_path: Path) -> None:
    geometry = GEOMETRIES[name]
    image = tmp_path / "disk.lfs"
    image.write_bytes(filesystem.build(FILES, geometry))
    found, blocks = json.loads(mounted(image, geometry.blocks, geometry.program_bytes))
    assert {path: text.encode() for path, text in found.items()} == FILES
    assert blocks == geometry.blocks


def test_micropython_refuses_another_block_count(tmp_path: Path) -> None:
    """So a wrong count is found here, and not as a silently reformatted controller."""
    image = tmp_path / "disk.lfs"
    image.write_bytes(filesystem.build(FILES, Geometry(0, 256, 256)))
    with pytest.raises(AssertionError):
        mounted(image, 352, 256)


@pytest.mark.parametrize("name", GEOMETRIES)
def test_round_trip_and_repeats_to_the_byte(name: str) -> None:
    geometry = GEOMETRIES[name]
    image = filesystem.build(FILES, geometry)
    assert len(image) == geometry.size
    assert filesystem.read(image, geometry) == FILES
    assert filesystem.build(dict(reversed(FILES.items())), geometry) == image


def test_too_much_is_told_with_both_sizes() -> None:
    with pytest.raises(Problem, match=r"does not fit: 50,000 bytes into 32,768"):
        filesystem.build({"big.py": b"x" * 50_000}, Geometry(0, 8, 256))


def test_garbage_is_no_filesystem() -> None:
    with pytest.raises(Problem, match="no littlefs of 352 blocks"):
        filesystem.read(b"\xa5" * filesystem.PICO.size, filesystem.PICO)
