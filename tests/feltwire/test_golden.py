"""Golden bytes of every message, on both interpreters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from feltwire import catalogue
from support.on_micropython import both, run
from support.plain_encoder import VECTORS, vectors

CHECKS = Path(__file__).with_name("checks_codec.py")


@pytest.mark.parametrize(("interpreter", "name"), both(CHECKS))
def test_codec(interpreter: str, name: str) -> None:
    run(CHECKS, interpreter, name)


def test_an_unrelated_encoder_writes_the_same_bytes() -> None:
    assert json.loads(VECTORS.read_text()) == vectors(catalogue.MESSAGES)
