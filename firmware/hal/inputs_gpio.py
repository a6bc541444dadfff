"""Sensors and button on the chip's own pins, as one word: bit i is set while input i is active."""

from array import array

import machine

from feltwire.speed import const, micropython, ptr32

from .runs import OUTSIDE

_GPIO_IN = const(0xD0000004)  # RP2040 Datasheet 2.3.1.7: all 30 pins, so below 2**30


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


@micropython.viper
def gather(runs: ptr32, end: int, levels: int) -> int:
    """Return the inputs' word out of the levels of all pins: each run is taken out by its mask
    after a shift right and one left."""
    word = 0
    k = 0
    while k < end:
        word |= (levels >> int(runs[k])) << int(runs[k + 1]) & int(runs[k + 2])
        k += 3
    return word


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
        runs = []
        for shift, mask in zip(shifts, masks):
            runs += [max(shift, 0), max(-shift, 0), mask]
        self._runs = array("I", runs)
        self._end = len(runs)
        self.low = low

    @micropython.native
    def read(self) -> int:
        word: int = gather(self._runs, self._end, machine.mem32[_GPIO_IN])
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
