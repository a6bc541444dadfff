"""Shifts a chain of 74HC165 in by plain pins: three calls a bit, for any chip."""

import machine

from feltwire.speed import micropython


class Shifter:
    """The clock rests low; a rising edge shifts (74HC165 data sheet, function table)."""

    def __init__(self, data: "machine.Pin", clock: int, latch: int) -> None:
        self._data = data
        self._clock = machine.Pin(clock, machine.Pin.OUT, value=0)
        self._latch = machine.Pin(latch, machine.Pin.OUT, value=1)

    @micropython.native
    def shift(self, into: bytearray) -> None:
        """Latch all inputs; put one chip a byte into `into`, bit d its input Dd."""
        data = self._data
        clock = self._clock
        self._latch.value(0)
        self._latch.value(1)
        for k in range(len(into)):
            byte = 0
            for _ in range(8):
                byte = byte << 1 | data.value()
                clock.value(1)
                clock.value(0)
            into[k] = byte
