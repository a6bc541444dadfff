"""Sensors and button on the chip's own pins, as one word: bit i is set while input i is active."""

from array import array

import machine

from feltwire.speed import micropython

from .runs import OUTSIDE

_GPIO_IN = 0xD0000004  # RP2040 Datasheet 2.3.1.7: the levels of all 30 pins, so below 2**30


def open_inputs(
    chip: bytes,
    numbers: "tuple[int, ...]",
    pulls: "tuple[int, ...]",
    low: int,
    _wiring: "tuple[int, ...]",
) -> "BankInputs | PinInputs":
    """Set the pins up and return the quickest reader for this chip.

    `pulls` are 0 none, 1 up, 2 down. Bit i of `low` is set when input i is active low. Inputs of
    other chips (OUTSIDE and up) are left out.
    """
    pins = []
    bits = []
    for i, number in enumerate(numbers):
        if number >= OUTSIDE:
            continue
        pin = machine.Pin(number, machine.Pin.IN)
        if pulls[i]:
            pull = machine.Pin.PULL_UP if pulls[i] == 1 else machine.Pin.PULL_DOWN
            pin.init(machine.Pin.IN, pull)
        pins.append(pin)
        bits.append(1 << i)
    low &= sum(bits)
    if chip == b"rp2040":
        return BankInputs(numbers, low)
    return PinInputs(pins, array("I", bits), low)


class BankInputs:
    """One read of the chip's input register for all pins."""

    silent = 0  # inputs whose chip does not answer: a pin always does
    at_us = -1  # when they were read: now
    behind = False  # nothing is kept
    waited_us = 0  # for the next sample

    def __init__(self, numbers: "tuple[int, ...]", low: int) -> None:
        """Pins that follow each other as the inputs do are taken out together, as one run."""
        shifts: "list[int]" = []
        masks: "list[int]" = []
        for i, number in enumerate(numbers):
            shift = number - i
            if number >= OUTSIDE:
                continue
            if shifts and shifts[-1] == shift:
                masks[-1] |= 1 << i
            else:
                shifts.append(shift)
                masks.append(1 << i)
        self._right = array("B", [max(shift, 0) for shift in shifts])
        self._left = array("B", [max(-shift, 0) for shift in shifts])
        self._masks = array("I", masks)
        self._runs = len(masks)
        self.low = low

    @micropython.native
    def read(self) -> int:
        return self.gather(machine.mem32[_GPIO_IN])

    @micropython.native
    def gather(self, levels: int) -> int:
        """Return the inputs' word out of the levels of all pins."""
        word = 0
        for k in range(self._runs):
            word |= levels >> self._right[k] << self._left[k] & self._masks[k]
        return word ^ self.low


class PinInputs:
    """A read a pin, for chips without such a register."""

    silent = 0
    at_us = -1
    behind = False
    waited_us = 0

    def __init__(self, pins: "list[machine.Pin]", bits: "array[int]", low: int) -> None:
        self._pins = pins
        self._bits = bits
        self._count = len(pins)
        self._low = low

    @micropython.native
    def read(self) -> int:
        word = 0
        for k in range(self._count):
            if self._pins[k].value():
                word |= self._bits[k]
        return word ^ self._low
