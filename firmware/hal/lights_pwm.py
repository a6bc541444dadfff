"""Seat lights dimmed by PWM, each on a pin of its own; the button's lamp is on or off."""

import machine

from .lights_gpio import Lights as Lamp

_FULL = 65535


def open_lights(numbers: "tuple[int, ...]", low: int, wiring: "tuple[int, ...]") -> "Lights":
    """`wiring`: the duty of a lit light, 1 to 65535; the frequency in Hz."""
    return Lights(numbers, low, wiring[0], wiring[1])


class Lights:
    """Dark from the moment it is made. Bit i of the word is light i; the lamp is above them."""

    def __init__(self, numbers: "tuple[int, ...]", low: int, duty: int, hz: int) -> None:
        self._count = len(numbers) - 1
        self._lamp = Lamp(numbers[self._count :], low >> self._count)
        inverted = low & 1
        self._on = _FULL - duty if inverted else duty
        self._off = _FULL if inverted else 0
        self._pins = []
        for number in numbers[: self._count]:
            pin = machine.Pin(number, machine.Pin.OUT, value=inverted)
            self._pins.append(machine.PWM(pin, freq=hz, duty_u16=self._off))
        self._word = 0

    def refresh(self) -> None:
        """Say again what is shown: a channel keeps it by itself."""

    def write(self, word: int) -> None:
        """Show `word`; only lights that change are touched."""
        changed = word ^ self._word
        self._word = word
        for i in range(self._count):
            if changed >> i & 1:
                self._pins[i].duty_u16(self._on if word >> i & 1 else self._off)
        self._lamp.write(word >> self._count)
