"""The wire to the host on an ESP32's UART0, whose bridge is a DevKit's only socket.

MicroPython keeps this UART for its prompt (ports/esp32/uart.c) and lets nobody else read it. So the
prompt's streams are used. A write beyond the chip's FIFO would wait for the wire.
"""

from feltwire.speed import micropython

from .paced import Paced
from .streams import Streams

FIFO = 120  # of 128 bytes (ESP32 Technical Reference Manual, 13.3.3 UART RAM)


def open_port(_number: int, baud: int, _pins: "tuple[int, ...]") -> "Port":
    return Port(baud)


class Port(Streams, Paced):
    """Neither side of it ever waits."""

    def __init__(self, baud: int) -> None:
        Streams.__init__(self)
        Paced.__init__(self, baud, FIFO)

    @micropython.native
    def write(self, buffer: bytearray, count: int) -> int:
        """Give up to `count` bytes of `buffer` to the UART; return how many it took."""
        self._drain()
        room = self._room - self._waiting
        if count > room:
            count = room
        if count == 0:
            return 0
        taken = self._out.write(buffer, count) or 0
        self._waiting += taken
        return taken
