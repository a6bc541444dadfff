"""An image: base and program in one file, the same bytes each time, and the faults named."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.workshop import base_rp2, board_chip, boards, filesystem, image, program, uf2
from feltlink.workshop.targets import TARGETS, Rp2
from support import base_images

BOARDS = {"rp2040": "pico-6seat", "rp2350": "pico2-6seat"}
CHIPS = pytest.mark.parametrize("chip", BOARDS)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.uf2"
    path.write_bytes(base_images.rp2("rp2040"))
    return path


def made(chip: str, content: bytes, tmp_path: Path) -> image.Image:
    path = tmp_path / f"{chip}.uf2"
    path.write_bytes(content)
    return image.build(boards.load(BOARDS[chip]), path)


def target(chip: str) -> Rp2:
    found = TARGETS[chip]
    assert isinstance(found, Rp2)
    return found


def test_every_chip_has_an_image_and_a_board_for_it() -> None:
    assert sorted(TARGETS) == board_chip.names()
    assert {boards.load(name).chip.name for name in boards.names()} == set(TARGETS)


@CHIPS
@pytest.mark.parametrize("disk", [None, (0x180000, 640 * 4096)], ids=["plain", "with radio"])
def test_holds_the_base_and_the_whole_program_where_the_base_looks_for_it(
    chip: str, disk: tuple[int, int] | None, tmp_path: Path
) -> None:
    content = base_images.rp2(chip, disk)
    image_made = made(chip, content, tmp_path)
    pages = uf2.read(image_made.data, target(chip).family)
    before = uf2.read(content, target(chip).family)
    assert {a: p for a, p in pages.items() if a in before} == before
    geometry = base_rp2.geometry(pages, target(chip))
    assert (geometry.offset, geometry.size) == (disk or base_images.DISKS[chip])
    start = uf2.FLASH_START + geometry.offset
    disk_bytes = uf2.flatten(pages, start, start + geometry.size)
    files = filesystem.read(disk_bytes, geometry)
    assert files == program.compiled(program.sources(boards.load(BOARDS[chip])), target(chip).march)
    assert {"main.py", "board.mpy"} <= set(files)
    assert image_made.manifest["program_sha256"] == program.digest(files).hex()


def test_the_picos_geometry_is_what_its_image_tells() -> None:
    pages = uf2.read(base_images.rp2("rp2040"))
    assert base_rp2.geometry(pages, target("rp2040")) == filesystem.PICO


def test_native_code_is_the_chips_own() -> None:
    """py/persistentcode.h: the third byte of a .mpy holds the instruction set, shifted by two."""
    for chip, number in {"rp2040": 4, "rp2350": 7, "esp32": 10, "esp32s3": 10}.items():
        files = program.compiled({"hal/a.py": NATIVE}, TARGETS[chip].march)
        assert files["hal/a.mpy"][2] >> 2 == number, chip


NATIVE = b"import micropython\n@micropython.native\ndef f(): return 1\n"


def test_the_block_that_an_rp2350s_boot_rom_wants_first_is_kept(tmp_path: Path) -> None:
    content = base_images.rp2("rp2350")
    assert made("rp2350", content, tmp_path).data[:512] == content[:512]


def test_erases_what_lies_between(base: Path) -> None:
    before = uf2.read(base.read_bytes())
    pages = uf2.read(image.build(boards.load("pico-6seat"), base).data)
    assert pages[max(before) + 256] == b"\xff" * 256


@CHIPS
def test_repeats_to_the_byte(chip: str, tmp_path: Path) -> None:
    content = base_images.rp2(chip)
    first, second = made(chip, content, tmp_path), made(chip, content, tmp_path)
    assert first == second
    path, listing = first.save(tmp_path / "out")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == first.manifest["image"]["sha256"]
    assert listing.read_text().endswith("}\n")


def test_the_numbers_of_the_catalogue_are_compiled_in() -> None:
    """The controller lets the catalogue go after boot: nothing compiled may look into it."""
    files = program.compiled(program.sources(boards.load("pico-6seat")), "armv6m")
    asking = [path for path, code in files.items() if b"catalogue\0" in code]
    at_boot = ["controller/link.mpy", "controller/parts.mpy", "feltwire/codec.mpy"]
    assert sorted(asking) == at_boot


def test_one_changed_byte_changes_the_digest() -> None:
    files = program.sources(boards.load("pico-6seat"))
    other = files | {"main.py": files["main.py"] + b"\n"}
    assert program.digest(files) != program.digest(other)


REFUSED = [
    ("another chip's", base_images.rp2("rp2350"), "holds nothing for family 0xe48bff56"),
    ("cut off", base_images.rp2("rp2040")[:-100], "no whole number of UF2 blocks"),
    ("into the filesystem", base_images.rp2("rp2040", (0x2000, 0x10000)), "filesystem at 0x2000"),
    ("not MicroPython's", uf2.write({uf2.FLASH_START: b""}), "it is no MicroPython image"),
    ("no flash there", base_images.rp2("rp2040", (0xFF0000, 0x20000)), "there is no flash"),
]


@pytest.mark.parametrize(("content", "says"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_base_of_no_use_is_refused_by_name(content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(Problem, match=says) as caught:
        made("rp2040", content, tmp_path)
    assert caught.value.where.endswith("rp2040.uf2")
    assert caught.value.remedy


def test_a_missing_base_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="No such file") as caught:
        image.build(boards.load("pico-6seat"), tmp_path / "none.uf2")
    assert "BASE=" in caught.value.remedy


def test_what_does_not_compile_is_named() -> None:
    with pytest.raises(Problem, match="mpy-cross") as caught:
        program.compiled({"hal/bad.py": b"def ("}, "armv6m")
    assert caught.value.where == "hal/bad.py"
