from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from feltlink.sim.board import SimBoard
from support.bench_host import BenchHost


@pytest.fixture
def rig() -> Iterator[Callable[..., tuple[SimBoard, BenchHost]]]:
    """Start simulated boards in virtual time, each with a host that has not yet greeted."""
    with ExitStack() as boards:

        def make(**options: Any) -> tuple[SimBoard, BenchHost]:
            board = boards.enter_context(SimBoard(clock="virtual", **options))
            return board, BenchHost(board)

        yield make
