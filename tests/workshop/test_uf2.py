"""UF2: what is written is read back; what is wrong is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlink.problem import Problem
from feltlink.workshop import uf2

addresses = st.integers(0, 4000).map(lambda n: uf2.FLASH_START + n * uf2.PAGE)
contents = st.dictionaries(addresses, st.binary(min_size=256, max_size=256), min_size=1)


@given(contents)
def test_round_trip(pages: dict[int, bytes]) -> None:
    assert uf2.read(uf2.write(pages)) == pages


@given(contents)
def test_same_pages_same_bytes(pages: dict[int, bytes]) -> None:
    backwards = dict(reversed(list(pages.items())))
    assert uf2.write(pages) == uf2.write(backwards)


GOOD = uf2.write({uf2.FLASH_START: b"\x11" * 256, uf2.FLASH_START + 256: b"\x22" * 256})


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "whole number of UF2 blocks"),
        (GOOD[:-1], "whole number of UF2 blocks"),
        (b"\0" * 512, "no UF2 block at byte 0"),
        (GOOD[:512] + b"\xff" * 512, "no UF2 block at byte 512"),
        (uf2.write({uf2.FLASH_START: b""}, family=1), "holds nothing for family"),
    ],
)
def test_bad_files_are_named(data: bytes, says: str) -> None:
    with pytest.raises(Problem, match=says) as caught:
        uf2.read(data, where="base.uf2")
    assert caught.value.where == "base.uf2"
    assert caught.value.remedy


def test_blocks_outside_main_flash_are_left_out() -> None:
    other = bytearray(GOOD)
    other[8] |= uf2.NOT_MAIN_FLASH
    assert list(uf2.read(bytes(other))) == [uf2.FLASH_START + 256]


def test_flatten_fills_with_erased_flash() -> None:
    pages = uf2.read(GOOD)
    flat = uf2.flatten(pages, uf2.FLASH_START, uf2.FLASH_START + 600)
    assert flat == b"\x11" * 256 + b"\x22" * 256 + b"\xff" * 88
