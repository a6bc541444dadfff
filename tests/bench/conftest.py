"""The whole firmware, hal included, on a fixture: simulated pins, or real ones through Blinka.

`pytest tests/bench` simulates. On hardware, wired pin to pin to a Pico with Adafruit's u2if:
`pytest tests/bench --fixture=blinka:u2if --port=/dev/ttyACM0`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from feltlink.sim.board import SimBoard
from feltlink.workshop.boards import load
from support.bench_host import BenchHost
from support.bench_table import Table
from support.fixture_lines import FixtureLines, adapter
from support.fixture_simpins import pins_of
from support.serial_end import SerialEnd
from support.virtual_boards import simulated

__all__ = ["simulated"]

# kind of fixture -> what the tick counter shows at boot; "wrap" is a second before it wraps
SIMULATED = {"sim": 0, "wrap": (1 << 30) - 1_000_000, "digitalio": 0}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fixture", default="sim", help="sim, or blinka:ADAPTER (u2if)")
    parser.addoption("--port", default="", help="the controller's serial port, with blinka")
    parser.addoption("--board", default="pico-6seat", help="the controller's board")


def option(config: pytest.Config, name: str, usual: str) -> str:
    """An option of ours; pytest knows it only when it was started for this folder."""
    return str(config.getoption(name, usual))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        fixture = option(metafunc.config, "fixture", "sim")
        kinds = list(SIMULATED) if fixture == "sim" else [fixture]
        metafunc.parametrize("table", kinds, indirect=True)


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """A controller that the host has found, with nothing on it."""
    kind = request.param
    board = load(option(request.config, "board", "pico-6seat"))
    with ExitStack() as stack:
        if kind in SIMULATED:
            simulated = stack.enter_context(SimBoard(board, clock="virtual", ticks=SIMULATED[kind]))
            host = BenchHost(simulated)
            wires: Any = simulated
            if kind == "digitalio":
                wires = FixtureLines(board, pins_of(simulated))
                stack.callback(wires.close)
        else:
            port = option(request.config, "port", "")
            if not port:
                pytest.skip("a real fixture needs --port, the controller's serial port")
            wires = FixtureLines(board, adapter(kind.removeprefix("blinka:")))
            stack.callback(wires.close)
            end = SerialEnd(port)
            stack.callback(end.close)
            host = BenchHost(end)
        host.find()
        yield Table(wires, host, board, slack_ms=30 if kind in SIMULATED else 300)
        if kind in SIMULATED:
            assert simulated.ended == ""
