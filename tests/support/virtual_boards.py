"""Simulated boards in virtual time, each with a host: the fixture of tests/bench and
tests/firmware."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from feltlink.sim.board import SimBoard
from support.bench_host import BenchHost

Simulated = Callable[..., tuple[SimBoard, BenchHost]]


@pytest.fixture
def simulated(request: pytest.FixtureRequest) -> Iterator[Simulated]:
    """Start boards, with hosts that have not yet greeted. No program may end."""
    if request.config.getoption("--fixture", "sim") != "sim":
        pytest.skip("this test cuts power, cable or time: it needs the simulated board")
    with ExitStack() as boards:
        made: list[SimBoard] = []

        def make(**options: Any) -> tuple[SimBoard, BenchHost]:
            board = boards.enter_context(SimBoard(clock="virtual", **options))
            made.append(board)
            return board, BenchHost(board)

        yield make
        for board in made:
            assert board.ended == ""
