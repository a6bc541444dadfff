"""The wire to the host on a UART. Neither side of it ever waits."""

import os

import machine

from feltwire.speed import micropython

from .paced import Paced

BUFFER = 512
PROMPT_WAIT_MS = 200  # at the prompt: for room in the buffer, where else output would be lost


def open_port(number: int, baud: int, pins: "tuple[int, ...]") -> "Port":
    return Port(number, baud, pins)


class Port(Paced):
    def __init__(self, number: int, baud: int, pins: "tuple[int, ...]") -> None:
        super().__init__(baud, BUFFER)
        self._uart = machine.UART(
            number,
            baud,
            tx=machine.Pin(pins[0]),
            rx=machine.Pin(pins[1]),
            txbuf=BUFFER,
            rxbuf=BUFFER,
            timeout=0,
        )

    @micropython.native
    def read(self, buffer: bytearray) -> int:
        """Read what has come, at most the buffer's length; return how many bytes."""
        waiting = self._uart.any()
        if not waiting:  # a read would wait for a millisecond to pass, even with timeout=0
            return 0
        return self._uart.readinto(buffer) or 0

    @micropython.native
    def write(self, buffer: bytearray, count: int) -> int:
        """Give up to `count` bytes of `buffer` to the UART; return how many it took."""
        self._drain()
        room = self._room - self._waiting
        if count > room:
            count = room
        if count == 0:
            return 0
        taken = self._uart.write(buffer, count) or 0  # type: ignore[call-arg]  # as every stream
        self._waiting += taken
        return taken

    def give_prompt(self) -> None:
        """Let the prompt be on this UART as well."""
        self._uart.init(timeout=PROMPT_WAIT_MS)
        os.dupterm(self._uart)
