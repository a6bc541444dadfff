"""The wire to the host on a UART. Neither side of it ever waits."""

from time import ticks_diff, ticks_us

import machine

from feltwire.speed import micropython

BUFFER = 512


def open_port(number: int, baud: int, pins: "tuple[int, ...]") -> "Port":
    return Port(number, baud, pins)


class Port:
    def __init__(self, number: int, baud: int, pins: "tuple[int, ...]") -> None:
        self._uart = machine.UART(
            number,
            baud,
            tx=machine.Pin(pins[0]),
            rx=machine.Pin(pins[1]),
            txbuf=BUFFER,
            rxbuf=BUFFER,
            timeout=0,
        )
        self._byte_us = 10_000_000 // baud + 1  # start, eight bits, stop
        self._waiting = 0  # bytes that cannot have left the buffer yet
        self._at_us = ticks_us()

    @micropython.native
    def read(self, buffer: bytearray) -> int:
        """Read what has come, at most the buffer's length; return how many bytes."""
        waiting = self._uart.any()
        if not waiting:  # a read would wait for a millisecond to pass, even with timeout=0
            return 0
        return self._uart.readinto(buffer) or 0

    @micropython.native
    def write(self, buffer: bytearray, count: int) -> int:
        """Give up to `count` bytes of `buffer` to the UART; return how many it took.

        A write to a full buffer would wait for the wire, so no more is given than has room.
        """
        self._drain()
        room = BUFFER - self._waiting
        if count > room:
            count = room
        if count == 0:
            return 0
        taken = self._uart.write(buffer, count) or 0  # type: ignore[call-arg]  # as every stream
        self._waiting += taken
        return taken

    def drained(self) -> bool:
        """Tell whether everything has left for the wire."""
        self._drain()
        return self._waiting == 0

    def _drain(self) -> None:
        now_us = ticks_us()
        left = ticks_diff(now_us, self._at_us) // self._byte_us
        if left:
            self._at_us = now_us
            self._waiting = self._waiting - left if 0 < left < self._waiting else 0
