"""A bad cable (Klipper #147, #3599): bits flipped in 1 % of the frames, both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltlink.sim.cable import Cable, Faults
from feltlink.sim.lines import RELEASED
from measure.wiring import rewire
from support.bench_host import BenchHost

SENSORS = 28
EVENTS = 100_000


@pytest.mark.timeout(600)
def test_bits_flipped_in_one_frame_of_a_hundred_lose_and_double_nothing(
    simulated: Callable[..., tuple[SimBoard, BenchHost]],
) -> None:
    """100,000 events over a cable that spoils 1 % of the frames both ways: each exactly once."""
    flips = Faults(flip=0.01)
    cable = Cable(up=flips, down=flips, seed=20)
    board, host = simulated(cable=cable, start=False)
    rewire(board, SENSORS)
    board.start()
    host.step_us = host.answer_step_us = 3_000
    host.find()
    sent = 0
    on = False
    while sent < EVENTS:
        on = not on
        for pin in range(SENSORS):
            board.set(pin, 0 if on else RELEASED)
        host.run(110)
        sent += SENSORS
    host.run(3_000)
    edges = [(e.input, e.covered) for e in host.messages(m.Edge)]
    assert edges == [
        (pin, turn % 2 == 0) for turn in range(sent // SENSORS) for pin in range(SENSORS)
    ]
    host.stream_is_whole()
    spoilt = Counter({way: n for (way, _), n in cable.happened.items()})
    assert spoilt["up"] > EVENTS // 200
    assert spoilt["down"] > 0
    assert host.stats().bad_crc > 0
    assert host.messages(m.Fault) == []
