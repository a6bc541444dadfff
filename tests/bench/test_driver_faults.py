"""A chip beside the controller that fails is a fault of each seat behind it, by name; the others
play on, and what comes back is taken again once it is cleared."""

from __future__ import annotations

import pytest

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltwire import catalogue
from support.bench_host import BenchHost
from support.virtual_boards import Simulated

SILENT = catalogue.DRIVER_SILENT


def silent(board: SimBoard, host: BenchHost) -> list[str]:
    """The lines of the faults told so far."""
    told = [fault for fault in host.messages(m.Fault) if type(fault) is m.Fault]
    assert {fault.code for fault in told} <= {SILENT}
    return [board.board.pin_of(fault.input) for fault in told]


def clear(host: BenchHost, number: int) -> None:
    assert host.do(m.ClearFault(input=number)) == "ok"
    host.run(100)


def covered(host: BenchHost) -> list[int]:
    word = host.snapshot().inputs
    return [i for i in range(30) if word >> i & 1]


@pytest.mark.parametrize("beyond", [0, 1], ids=["zeros", "ones"])
@pytest.mark.parametrize("there", [0, 1, 2, 3])
def test_an_open_chain_names_each_seat_beyond_the_break(
    simulated: Simulated, there: int, beyond: int
) -> None:
    board, host = simulated(board="pico-7seat-3spot")
    host.find()
    board.chip(1, spot="trips")
    host.run(60)
    board.fault("open chain", 2 * there + beyond)
    host.run(60)
    dead = [p for p in board.board.places if board.board.pin_of(p.input) >= f"U{there + 1}"]
    assert silent(board, host) == [board.board.pin_of(p.input) for p in dead]
    assert [e.covered for e in host.messages(m.Edge)] == [True]  # no false bet
    assert covered(host) == ([2] if there else [])
    board.mend("open chain")
    host.run(20)
    clear(host, dead[-1].input)
    board.chip(7, spot="trips")
    host.run(60)
    assert covered(host)[-1] == 20


def test_a_short_break_of_the_chain_is_no_event(simulated: Simulated) -> None:
    board, host = simulated(board="pico-7seat-3spot")
    host.find()
    for _ in range(20):
        board.fault("open chain", 0)
        host.run(3)
        board.mend("open chain")
        host.run(5)
    assert host.messages(m.Edge) == host.messages(m.Fault) == []


def test_a_missing_expander_is_four_seats_and_the_others_play_on(simulated: Simulated) -> None:
    board, host = simulated(board="pico-7seat-mcp23017")
    host.find()
    board.chip(2)
    host.run(60)
    board.fault("missing chip", 0x20)
    host.run(60)
    assert silent(board, host) == ["0x20.A0", "0x20.A1", "0x20.A2", "0x20.A3"]
    board.chip(6)
    host.run(60)
    assert covered(host) == [5]
    clear(host, 1)  # while the chip is away this does not hold
    assert silent(board, host)[4:] == ["0x20.A1"]
    board.mend("missing chip")
    host.run(200)
    clear(host, 1)
    assert covered(host) == [1, 5]  # what lies there is told


def test_a_stuck_bus_is_freed_by_clocking_and_hangs_nothing(simulated: Simulated) -> None:
    board, host = simulated(board="pico-7seat-mcp23017")
    host.find()
    host.do(m.Configure(key=3, value=0))
    board.fault("stuck SDA", 1)
    board.chip(3)
    host.run(60)
    assert covered(host) == [2]
    assert silent(board, host) == ["0x21.A0", "0x21.A1", "0x21.A2"]
    assert host.stats().worst_gap_us < 5_000
    for number in (4, 5, 6):
        clear(host, number)
    board.chip(7)
    host.run(60)
    assert covered(host) == [2, 6]
    assert len(silent(board, host)) == 3


def test_a_shorted_bus_stays_silent_and_costs_few_scans(simulated: Simulated) -> None:
    board, host = simulated(board="pico-7seat-mcp23017")
    host.find()
    board.fault("shorted SDA", 0)
    host.run(2_000)
    assert silent(board, host) == ["0x20.A0", "0x20.A1", "0x20.A2", "0x20.A3"]
    board.button(True)
    host.run(20)
    assert len(host.messages(m.PressIgnored)) == 1
    board.chip(5)
    host.run(60)
    assert covered(host)[:1] == [4]
    assert host.stats().worst_gap_us < 5_000


def test_an_expander_that_lost_its_settings_is_set_up_again(simulated: Simulated) -> None:
    board, host = simulated(board="pico-7seat-mcp23017")
    host.find()
    board.fault("reset chip", 0x21)
    host.run(1_500)
    faulted = host.snapshot().faulted
    assert not faulted
    board.chip(5)
    host.run(60)
    assert covered(host) == [4]


def test_noise_and_the_light_of_the_room_are_no_bet(simulated: Simulated) -> None:
    board, host = simulated(board="esp32-7seat-adc")
    host.find()
    board.fault("noise", 2_500)
    for ambient in (0, 8_000, 20_000, 3_000):
        board.fault("ambient", ambient)
        host.run(300)
    assert host.messages(m.Edge) == host.messages(m.Fault) == []
    board.chip(4)
    host.run(60)
    board.fault("ambient", 20_000)
    host.run(300)
    board.fault("ambient", 0)
    host.run(300)
    assert [(e.input, e.covered) for e in host.messages(m.Edge)] == [(3, True)]


def test_a_sensor_with_its_wire_off_is_named(simulated: Simulated) -> None:
    board, host = simulated(board="esp32-7seat-adc")
    host.find()
    board.fault("dead sensor", board.board.places[2].sensor)
    host.run(200)
    assert silent(board, host) == ["IO27"]
    board.chip(6)
    host.run(60)
    assert covered(host) == [5]
    board.mend("dead sensor")
    host.run(20)
    clear(host, 2)
    board.chip(3)
    host.run(60)
    assert covered(host) == [2, 5]


def test_a_calibration_file_moves_the_thresholds_and_a_spoilt_one_does_not(
    simulated: Simulated,
) -> None:
    from feltwire.crc16 import crc16

    lines = b"0 60000 50000\n"
    for check, on_seat_1 in ((crc16(lines, len(lines)), []), (1, [0])):
        board, host = simulated(board="esp32-7seat-adc", start=False)
        (board.flash.root / "calibration").write_bytes(lines + b"check %d\n" % check)
        board.start()
        host.find()
        board.chip(1)
        board.chip(2)
        host.run(60)
        assert covered(host) == [*on_seat_1, 1]
