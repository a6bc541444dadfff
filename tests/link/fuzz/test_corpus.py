"""Every input the fuzzer has kept, and a short run of new ones. `make fuzz` runs for minutes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltwire import catalogue
from support.fuzz_play import babble, one, speak
from support.wire import lines

CORPUS = sorted(Path(__file__).with_name("corpus").iterdir())


@pytest.mark.parametrize("part", range(4))
def test_kept_inputs(part: int) -> None:
    for file in CORPUS[part::4]:
        try:
            one(file.read_bytes())
        except BaseException as fault:
            fault.add_note(f"kept input: {file}")
            raise


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_any_play(data: bytes) -> None:
    speak(data)


@settings(max_examples=60)
@given(lines(catalogue.HOST) | lines(catalogue.DEVICE) | st.binary(max_size=200))
def test_bytes_without_a_good_frame_change_nothing(data: bytes) -> None:
    babble(data)
