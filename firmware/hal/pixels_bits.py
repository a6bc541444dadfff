"""Sends a chain of WS2812 by `machine.bitstream`, which waits until all is out."""

import machine

_TIMES = (400, 850, 800, 450)  # ns of a 0 and a 1, high and low (WS2812B data sheet)


class Sender:
    def __init__(self, pin: "machine.Pin") -> None:
        self._pin = pin

    def send(self, data: bytearray) -> None:
        """Three bytes an LED: green, red, blue."""
        machine.bitstream(self._pin, 0, _TIMES, data)
