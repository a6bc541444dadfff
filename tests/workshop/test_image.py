"""An image: base and program in one file, the same bytes each time, and the faults named."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from feltlink.problem import Problem
from feltlink.workshop import boards, filesystem, image, program, uf2

BOARD = boards.load("pico-6seat")
BASE_PAGES = {uf2.FLASH_START + i * 256: bytes([i]) * 256 for i in range(40)}


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base.uf2"
    path.write_bytes(uf2.write(BASE_PAGES))
    return path


def test_holds_the_base_and_the_whole_program(base: Path) -> None:
    made = image.build(BOARD, base)
    pages = uf2.read(made.data)
    assert {a: p for a, p in pages.items() if a in BASE_PAGES} == BASE_PAGES
    start = uf2.FLASH_START + filesystem.PICO.offset
    disk = uf2.flatten(pages, start, start + filesystem.PICO.size)
    files = filesystem.read(disk, filesystem.PICO)
    assert files == program.compiled(program.sources(BOARD), "armv6m")
    assert "main.py" in files
    assert "board.mpy" in files
    assert made.manifest["program_sha256"] == program.digest(files).hex()


def test_erases_what_lies_between(base: Path) -> None:
    pages = uf2.read(image.build(BOARD, base).data)
    between = uf2.FLASH_START + len(BASE_PAGES) * 256
    assert pages[between] == b"\xff" * 256


def test_repeats_to_the_byte(base: Path, tmp_path: Path) -> None:
    first, second = image.build(BOARD, base), image.build(BOARD, base)
    assert first == second
    path, listing = first.save(tmp_path / "out")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == first.manifest["image"]["sha256"]
    assert listing.read_text().endswith("}\n")


def test_one_changed_byte_changes_the_digest() -> None:
    files = program.sources(BOARD)
    other = files | {"main.py": files["main.py"] + b"\n"}
    assert program.digest(files) != program.digest(other)


def test_a_base_that_reaches_into_the_filesystem_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.uf2"
    top = uf2.FLASH_START + filesystem.PICO.offset
    path.write_bytes(uf2.write({uf2.FLASH_START: b"", top: b""}))
    with pytest.raises(Problem, match="into the filesystem at 0xa0000"):
        image.build(BOARD, path)


def test_a_missing_base_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="No such file") as caught:
        image.build(BOARD, tmp_path / "none.uf2")
    assert "BASE=" in caught.value.remedy


def test_what_does_not_compile_is_named() -> None:
    with pytest.raises(Problem, match="mpy-cross") as caught:
        program.compiled({"hal/bad.py": b"def ("}, "armv6m")
    assert caught.value.where == "hal/bad.py"
