"""Seat lights and the button's lamp, each on a pin of its own."""

import machine

from feltwire.speed import micropython


def open_lights(numbers: "tuple[int, ...]", low: int, _wiring: "tuple[int, ...]") -> "Lights":
    return Lights(numbers, low)


class Lights:
    """Dark from the moment it is made. Bit i of the word is light i; the lamp is above them."""

    def __init__(self, numbers: "tuple[int, ...]", low: int) -> None:
        self._low = low
        self._pins = []
        for i, number in enumerate(numbers):
            self._pins.append(machine.Pin(number, machine.Pin.OUT, value=low >> i & 1))
        self._word = 0

    def refresh(self) -> None:
        """Say again what is shown: a pin keeps it by itself."""

    @micropython.native
    def write(self, word: int) -> None:
        """Show `word`; only lights that change are touched."""
        changed = word ^ self._word
        self._word = word
        word ^= self._low
        pins = self._pins
        i = 0
        while changed:
            if changed & 1:
                pins[i].value(word >> i & 1)
            changed >>= 1
            i += 1
