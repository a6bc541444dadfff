"""Known faults of ports and cables; docs/pitfalls.md says which row is which test."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from feltlink.link import messages as m
from feltlink.link.discovery import PortInfo, probe
from feltlink.link.frames import encode
from feltlink.sim.board import SimBoard
from support.bench_host import BenchHost
from support.raw_link import RawLink

Make = Callable[..., tuple[SimBoard, BenchHost]]

# What an ESP32's ROM says on UART0 when it starts, before any firmware runs (esp-idf #4836).
ROM_TEXT = (
    b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n"
    b"configsip: 0, SPIWP:0xee\r\nclk_drv:0x00,q_drv:0x00,d_drv:0x00,cs0_drv:0x00,hd_drv:0x00\r\n"
    b"mode:DIO, clock div:2\r\nload:0x3fff0030,len:4832\r\nentry 0x400805e4\r\n"
)


@pytest.mark.parametrize("after", [1, 7, 8, 9, 25, 49])
def test_a_host_killed_in_a_burst_gets_the_rest_once_and_in_order(
    simulated: Make, after: int
) -> None:
    """50 events wait; the host dies after it has committed some, with others in its memory."""
    board, host = simulated()
    host.find()
    host.stuck = True
    for i in range(49):
        board.button(True)
        host.run(20)
        board.button(False)
        host.run(60 if i % 7 else 200)
    host.kill()
    host.stuck = False
    known = len(host.disk.rows)
    host.until(lambda: len(host.disk.rows) >= known + after, 5_000, "the burst")
    host.commits = False  # more comes into its memory than reaches the disk
    host.run(3)
    host.kill()
    host.commits = True
    host.find()
    host.run(1_000)
    assert len(host.messages(m.PressIgnored)) == 49
    host.stream_is_whole()


@pytest.mark.parametrize("stall_us", [30_000, 120_000, 400_000])
def test_a_full_stream_during_a_flash_write_loses_frames_and_recovers(
    simulated: Make, stall_us: int
) -> None:
    """The UART's FIFO holds 32 bytes while interrupts are off."""
    board, host = simulated()
    host.find()
    sound = host.stats()
    for turn in range(10):
        board.stall(stall_us, interrupts_off=True)
        for token in range(60):
            board.write(encode(m.Ack(0), token))  # 10 bytes: the FIFO ends inside one
        host.session.command(m.Lights(bytes([turn & 1] * 3)), board.now_us)
        board.button(True)
        host.run(stall_us // 1_000 + 60)
        board.button(False)
        host.run(stall_us // 1_000 + 100)
    host.find()
    assert host.do(m.Lights(bytes([0x11, 0, 0]))) == "ok"
    host.run(50)
    assert [seat for seat in range(1, 7) if board.lit(f"light {seat}")] == [1, 2]
    counters = host.stats()
    assert counters.bad_crc + counters.bad_shape > sound.bad_crc + sound.bad_shape
    assert len(host.messages(m.PressIgnored)) == 10
    host.stream_is_whole()


@pytest.mark.parametrize("name", ["pico-6seat", "esp32-6seat"])
@pytest.mark.parametrize("seed", range(3))
def test_boot_text_and_noise_before_hello_cost_one_frame_at_most(
    simulated: Make, name: str, seed: int
) -> None:
    board, _ = simulated(board=name)
    board.run(100_000)
    link = RawLink(board)
    noise = Random(seed).randbytes(400)
    link.decoder.feed(ROM_TEXT + noise)  # up
    board.write(ROM_TEXT[:200] + noise[:200])  # and down
    board.run(100_000)
    link.hello()
    link.hello()  # the first answer may be glued to what the text left behind
    assert link.of(m.Welcome)
    link.hello()
    link.hello()
    assert len(link.of(m.Welcome)) in (3, 4)


def test_the_host_finds_a_controller_that_greets_with_boot_text(simulated: Make) -> None:
    board, host = simulated(board="esp32-6seat")
    board.run(50_000)
    for _ in range(4):
        board.device.port.give(ROM_TEXT)
        host.run(30)
    host.find()
    board.chip(2)
    host.run(200)
    assert [(e.input, e.covered) for e in host.messages(m.Edge)] == [(1, True)]


def test_opening_and_closing_the_port_twenty_times_resets_nothing() -> None:
    with SimBoard() as board:
        board.run_until(lambda: bool(board.changes), 10_000_000)
        boots = {probe(PortInfo(board.port)).boot_id for _ in range(20)}
        assert len(boots) == 1
        assert len(board.device.resets) == 1
