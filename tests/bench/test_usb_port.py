"""The chip's own USB port: every byte goes through, and a host that does not read stops nothing."""

from __future__ import annotations

from feltlink.link import messages as m
from support.virtual_boards import Simulated

BOARD = "pico-7seat-3spot"


def test_ctrl_c_and_ends_of_lines_are_bytes_like_others(simulated: Simulated) -> None:
    board, host = simulated(board=BOARD)
    host.find()
    for value in (3, 0x0A0D, 0x0D0A, 0x030303, 0x04030201):  # each byte stands in the frame
        assert host.do(m.Arm(arm_id=value, lease_ms=0x0303)) == "ok"
    board.write(b"\x03\x03\x04\r\n\x01" * 50)
    host.run(200)
    assert host.snapshot().arm_id == 0x04030201
    assert len(host.messages(m.Boot)) == 1


def test_a_host_that_does_not_read_delays_no_scan(simulated: Simulated) -> None:
    board, host = simulated(board=BOARD)
    host.find()
    host.do(m.Configure(key=3, value=0))
    host.stuck = True
    board.block_writes(500_000)
    for turn in range(40):
        board.chip(1 + turn % 7, turn % 14 < 7, spot="ante")
        host.run(100)
    board.block_writes(0)
    host.stuck = False
    host.until(lambda: len(host.messages(m.Edge)) == 40, 5_000, "all edges")
    host.stream_is_whole()
    assert host.stats().worst_gap_us < 5_000


CDC = """
import simport, simchip
class CDCInterface:
    def init(self, timeout=None):
        assert timeout == 0
    def is_open(self):
        return True
    def readinto(self, buffer):
        return simport.read_into(buffer, len(buffer)) or None
    def write(self, data):
        return simport.write(data, len(data))
    def flush(self):
        if simport.sent_us > simchip.clock():
            raise OSError(110)
"""
DEVICE = """
import sys
class _Device:
    def init(self, *interfaces, builtin_driver=False):
        assert builtin_driver and len(interfaces) == 1
        open("/second_port", "w").close()
def get():
    return _Device()
"""


def test_a_second_port_is_taken_where_the_library_is_there(simulated: Simulated) -> None:
    board, host = simulated(board=BOARD, start=False)
    library = board.flash.root / "lib" / "usb" / "device"
    library.mkdir(parents=True)
    (library.parent / "__init__.py").write_text("")
    (library / "__init__.py").write_text(DEVICE)
    (library / "cdc.py").write_text(CDC)
    board.start()
    host.find()
    assert (board.flash.root / "second_port").exists()
    board.chip(3, spot="blind")
    host.run(60)
    assert [e.input for e in host.messages(m.Edge)] == [7]
