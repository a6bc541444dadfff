"""A real serial port as the end of a cable for `BenchHost`; its clock is the machine's."""

from __future__ import annotations

import time

import serial


class SerialEnd:
    """Reads and writes without waiting; `run` lets time pass."""

    def __init__(self, port: str) -> None:
        self._port = serial.Serial(port, 115200, timeout=0, exclusive=True)

    @property
    def now_us(self) -> int:
        return time.monotonic_ns() // 1000

    def run(self, us: int) -> None:
        time.sleep(us / 1e6)

    def read(self) -> bytes:
        return self._port.read(4096)

    def write(self, data: bytes) -> int:
        return self._port.write(data) or 0

    def close(self) -> None:
        self._port.close()
