"""Seat lights in one chain of WS2812; the button's lamp is on a pin of its own.

On the RP2040 a state machine and a DMA channel send the chain, so that neither interrupts nor the
scan wait; elsewhere `machine.bitstream` does, which takes 30 us an LED.
"""

import machine

from .lights_gpio import Lights as Lamp
from .runs import OUTSIDE

_PIXEL = 2 * OUTSIDE

try:
    import rp2  # noqa: F401

    from .pixels_pio import Sender
except ImportError:
    from .pixels_bits import Sender  # type: ignore[assignment]


def open_lights(numbers: "tuple[int, ...]", low: int, wiring: "tuple[int, ...]") -> "Lights":
    """`wiring`: the chain's pin, how many LEDs, brightness 1 to 255."""
    pin, count, brightness = wiring
    return Lights(
        numbers, low, Sender(machine.Pin(pin, machine.Pin.OUT, value=0)), count, brightness
    )


class Lights:
    """Dark from the moment it is made. Bit i of the word is light i; the lamp is above them."""

    def __init__(
        self, numbers: "tuple[int, ...]", low: int, sender: Sender, count: int, brightness: int
    ) -> None:
        self._count = len(numbers) - 1
        self._lamp = Lamp(numbers[self._count :], low >> self._count)
        self._at = bytes([3 * (number - _PIXEL) for number in numbers[: self._count]])
        self._data = bytearray(3 * count)  # green, red, blue of each LED
        self._brightness = brightness
        self._sender = sender
        self._word = 0
        self.refresh()

    def refresh(self) -> None:
        """Say again what is shown: a chain that misheard once would stay wrong."""
        self._sender.send(self._data)

    def write(self, word: int) -> None:
        """Show `word`; the chain is sent when one of its lights changes."""
        changed = word ^ self._word
        self._word = word
        self._lamp.write(word >> self._count)
        if not changed & (1 << self._count) - 1:
            return
        data = self._data
        for i in range(self._count):
            if changed >> i & 1:
                shade = self._brightness if word >> i & 1 else 0
                for k in range(self._at[i], self._at[i] + 3):
                    data[k] = shade
        self._sender.send(data)
