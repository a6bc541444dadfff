"""Every check of the controller, under CPython and under MicroPython."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.on_micropython import both, run

HERE = Path(__file__).parent
CASES = [
    (file.stem.removeprefix("checks_"), where, name)
    for file in sorted(HERE.glob("checks_*.py"))
    for where, name in both(file)
]


@pytest.mark.parametrize(("subject", "interpreter", "name"), CASES)
def test_controller(subject: str, interpreter: str, name: str) -> None:
    run(HERE / f"checks_{subject}.py", interpreter, name)
