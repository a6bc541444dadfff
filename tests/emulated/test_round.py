"""A Bonus Spin round on the real RP2040 image, emulated: our files in its flash, its own UART.

Run with `PICO_UF2=path make test-emulated`; takes about two minutes. All times are simulated, so
they repeat exactly.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlink.record import reading
from feltlink.workshop import boards, filesystem, program
from feltwire import catalogue
from support.pico import Pico
from support.pico_table import PicoTable

UF2 = os.environ.get("PICO_UF2", "")
pytestmark = [
    pytest.mark.skipif(not UF2, reason="no RP2040 image: set PICO_UF2=path of RPI_PICO-*.uf2"),
    pytest.mark.timeout(900),
]
BOARD = boards.load("pico-6seat")
STOP = 4
BETS = (1, 3, 5)


def sensor(seat: int) -> int:
    return BOARD.places[BOARD.input_of(seat, "bonus_spin")].sensor


def light(seat: int) -> int:
    return BOARD.places[BOARD.input_of(seat, "bonus_spin")].light


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PicoTable]:
    """The chip, booted, and a host that has found it."""
    files = program.compiled(program.sources(BOARD), "armv6m")
    pico = Pico(Path(UF2), filesystem.build(files, filesystem.PICO))
    at = PicoTable(pico, tmp_path_factory.mktemp("table"), STOP)
    at.until("the controller", lambda v: v["controller"]["state"] == "live", 4000)
    yield at
    at.record.close()


def test_boots_dark_and_answers_in_time(table: PicoTable) -> None:
    assert table.first_heard_us is not None
    assert table.first_heard_us <= 1_500_000
    assert [level for _ns, gpio, level in table.pico.changes if gpio in BOARD.lights] == [0] * 6


def test_a_round_to_its_end(table: PicoTable) -> None:
    pico = table.pico
    table.act("new_game")
    for seat in BETS:
        pico.drive(sensor(seat), False)
    covered = dict.fromkeys(BETS, True)
    table.until(
        "three bets",
        lambda v: {s["seat"]: True for s in v["state"]["seats"] if s["covered"]} == covered,
    )
    table.act("begin_game")
    table.until("the lock", lambda v: v["state"]["phase"] == "marking")
    table.run(5_000)
    assert [pico.level(light(seat)) for seat in range(1, 7)] == [1, 0, 1, 0, 1, 0]
    table.act("mark", seat=5, mark="spin")
    table.act("proceed_to_spins")
    table.act("enable_spin", seat=5)
    lamp = BOARD.button_light
    while not pico.level(lamp):
        table.run(1_000)
    pico.drive(BOARD.button, False)
    pressed_us = pico.us
    table.until("the draw", lambda v: v["state"]["phase"] == "spun")
    # 3 ms of confirmation included
    assert pico.first_byte_us(catalogue.PRESS) - pressed_us <= 5_000
    assert pico.level(lamp) == 0, "one press, and the button is dark"
    assert table.host.view()["state"]["spin"]["stop"] == STOP
    pico.drive(BOARD.button, None)
    for seat in BETS:
        pico.drive(sensor(seat), None)
    table.run(80_000)
    assert pico.level(light(1)) == 1, "stays lit until the round ends"
    table.act("winner_paid", seat=5)
    table.until("the next round", lambda v: v["state"]["phase"] == "bets")
    table.run(20_000)
    assert [pico.level(light(seat)) for seat in range(1, 7)] == [0] * 6


def test_the_record_has_each_press_and_chip_once(table: PicoTable) -> None:
    kinds = [entry.kind for entry in reading.between(table.record.live, 1)]
    assert kinds.count("press") == 1
    assert kinds.count("drawn") == 1
    assert kinds.count("edge") == len(BETS)
    assert kinds.count("late_edge") == len(BETS)
