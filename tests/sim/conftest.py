from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from feltlink.sim.board import SimBoard
from support import echo_firmware


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Callable[..., SimBoard]]:
    """Start boards with the tiny program; each is ended with the test."""
    program = echo_firmware.write(tmp_path / "program")
    with ExitStack() as boards:

        def make(**options: Any) -> SimBoard:
            options.setdefault("clock", "virtual")
            return boards.enter_context(SimBoard(firmware=program, **options))

        yield make
