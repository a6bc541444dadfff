"""The fixture itself: through the real `digitalio`, no line is ever driven high."""

from __future__ import annotations

from collections.abc import Callable

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from support.bench_host import BenchHost
from support.fixture_lines import FixtureLines
from support.fixture_simpins import SimPin, pins_of


def test_becoming_an_output_places_no_false_bet_and_drives_nothing_high(
    simulated: Callable[..., tuple[SimBoard, BenchHost]],
) -> None:
    board, host = simulated()
    wires = FixtureLines(board.board, pins_of(board))
    host.find()
    for seat in board.board.seats:
        wires.hold(f"seat {seat}", False)
        wires.lit(f"light {seat}")
    host.run(200)
    assert host.messages(m.Edge) == []
    wires.hold("seat 6")
    host.run(100)
    wires.close()
    host.run(100)
    assert [(e.input, e.covered) for e in host.messages(m.Edge)] == [(5, True), (5, False)]
    assert SimPin.driven_high == []
