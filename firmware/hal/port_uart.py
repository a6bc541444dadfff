"""The wire to the host on a UART. Neither side of it ever waits."""

import os

import machine

from feltwire.speed import const, micropython

from .paced import Paced

BUFFER = const(512)
PROMPT_WAIT_MS = const(200)  # at the prompt: for room, where else output would be lost


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
        """Read what has come, at most the buffer's length; return how many bytes.

        Asked for more than is there, the UART waits a millisecond for each next byte, even with
        timeout=0: until a host that goes on talking has done.
        """
        waiting = self._uart.any()
        if waiting == 0:
            return 0
        if waiting > len(buffer):
            waiting = len(buffer)
        return self._uart.readinto(buffer, waiting) or 0

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
