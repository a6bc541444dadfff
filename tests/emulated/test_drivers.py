"""What runs by PIO and DMA, on the real RP2040 image: the simulated board has neither.

Run with `PICO_UF2=path make test-emulated`; takes about two minutes.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from feltlink.link import messages as m
from feltlink.workshop import boards
from feltwire import catalogue
from support.bench_host import BenchHost
from support.pico_bench import PicoEnd, boot
from support.pico_chips import ShiftChain, pixels

UF2 = os.environ.get("PICO_UF2", "")
pytestmark = [
    pytest.mark.skipif(not UF2, reason="no RP2040 image: set PICO_UF2=path of RPI_PICO-*.uf2"),
    pytest.mark.timeout(900),
]
STALL_MS = 80


def test_the_sampler_keeps_every_edge_and_its_time_while_the_loop_stands_still() -> None:
    board = boards.load("pico-6seat")
    short = {"SENSOR_ON_MS": 1, "SENSOR_OFF_MS": 1}
    pico = boot(Path(UF2), board, 100, short, STALL_MS)
    host = BenchHost(PicoEnd(pico))
    host.find()
    host.do(m.Configure(key=3, value=0))
    began = len(host.committed(m.Edge))
    truth = []
    for turn in range(24):  # every 10 ms, whatever the loop does
        gpio = board.sensors[turn % 6]
        at_us = 2_000 + 10_000 * turn
        truth.append(at_us)
        pico.at(at_us, lambda gpio=gpio: pico.drive(gpio, False))  # type: ignore[misc]
        pico.at(at_us + 4_000, lambda gpio=gpio: pico.drive(gpio, None))  # type: ignore[misc]
    host.until(lambda: len(host.messages(m.Edge)) >= began + 48, 1_500, "every edge")
    edges = host.messages(m.Edge)[began:]
    assert host.stats().worst_gap_us > STALL_MS * 1000, "it did stand still"
    assert [edge.input for edge in edges if edge.covered] == [turn % 6 for turn in range(24)]
    assert len(edges) == 48
    times = [edge.at_us for edge in edges if edge.covered]
    late_us = [at - times[0] - (true - truth[0]) for at, true in zip(times, truth, strict=True)]
    assert max(late_us) - min(late_us) <= 1_000, "a sample is taken each millisecond"


def test_a_chain_is_shifted_in_and_leds_are_sent_by_pio() -> None:
    board = boards.load("pico-7seat-3spot")
    port = boards.load("pico-6seat").file.port  # the emulated host is on the UART
    board = replace(board, file=board.file.model_copy(update={"port": port}))
    pico = boot(Path(UF2), board, 0)
    chain = ShiftChain(pico, data=2, clock=3, latch=4, chips=4)
    host = BenchHost(PicoEnd(pico))
    host.find()
    assert host.snapshot().raw == 0
    for chip, d, number in ((0, 0, 0), (1, 4, 10), (3, 2, 20)):
        chain.covered.add((chip, d))
        host.run(60)
        assert host.messages(m.Edge)[-1].what == 2 * number + 1
    chain.there = 2
    host.run(40)
    assert [f.input for f in host.messages(m.Fault)] == list(range(12, 21))
    assert {f.code for f in host.messages(m.Fault)} == {catalogue.DRIVER_SILENT}
    dark = pixels(pico, 6)
    assert dark[0] == [(0, 0, 0)] * 21
    host.do(
        m.Lights(patterns=bytes([catalogue.ON, 0, 0, 0, 0, 0, 0, 0, 0, 0, catalogue.ON] + [0] * 4))
    )
    host.run(10)
    lit = pixels(pico, 6)[-1]
    assert [i for i, colour in enumerate(lit) if colour != (0, 0, 0)] == [0, 20]
    assert lit[0] == (63, 63, 63)
