"""Reflective sensors on analogue pins, each with two thresholds, so that an edge is one edge.

With an emitter the signal is the difference between lit and dark, so that the light of the room
drops out: all are read lit at each scan, and one in turn is read dark. Allocates nothing.
"""

from array import array
from time import sleep_us

import machine

from feltwire.speed import micropython

from . import calibration
from .inputs_gpio import BankInputs, PinInputs
from .inputs_gpio import open_inputs as open_pins

_TOP = 65_535
_RAIL = 64  # counts from either end: nothing that a working sensor reads
SETTLE_US = 20  # of a phototransistor, from lit to dark
SILENT_SCANS = 100


def open_inputs(
    chip: bytes,
    numbers: "tuple[int, ...]",
    pulls: "tuple[int, ...]",
    low: int,
    wiring: "tuple[int | None, int, int]",
) -> "AnalogInputs":
    """`wiring`: the emitters' pin or None, the counts to be covered and to be free again."""
    emitter, on_counts, off_counts = wiring
    last = len(numbers) - 1  # the button is a plain pin
    button = open_pins(chip, (128,) * last + numbers[last:], pulls, low & 1 << last, ())
    on = [on_counts] * last
    off = [off_counts] * last
    calibration.load(on, off)
    converters = []
    for number in numbers[:last]:
        converter = machine.ADC(machine.Pin(number))
        if hasattr(machine.ADC, "ATTN_11DB"):  # the whole range of the supply
            converter.atten(machine.ADC.ATTN_11DB)
        converters.append(converter)
    lamp = None if emitter is None else machine.Pin(emitter, machine.Pin.OUT, value=1)
    return AnalogInputs(button, converters, lamp, on, off, bool(low & 1))


class AnalogInputs:
    """The sensors and the button as one word. `signal[i]` is what sensor i last read as."""

    at_us = -1  # read now
    behind = False  # nothing is kept
    waited_us = 0

    def __init__(
        self,
        button: "BankInputs | PinInputs",
        converters: "list[machine.ADC]",
        emitter: "machine.Pin | None",
        on: "list[int]",
        off: "list[int]",
        falls: bool,
    ) -> None:
        self._button = button
        self._converters = converters
        self._count = len(converters)
        self._emitter = emitter
        self._on = array("H", on)
        self._off = array("H", off)
        self._falls = falls
        self._dark = array("H", [0] * self._count)
        self.signal = array("H", [0] * self._count)
        self._rail_scans = bytearray(self._count)
        self._turn = 0
        self._word = 0
        self.silent = 0
        if emitter:
            for i in range(self._count):
                self._darken(i)

    @micropython.native
    def read(self) -> int:
        word = self._word
        bit = 1
        for i in range(self._count):
            lit = self._converters[i].read_u16()
            if self._emitter:
                signal = self._dark[i] - lit if self._falls else lit - self._dark[i]
                if signal < 0:
                    signal = 0
            else:
                signal = _TOP - lit if self._falls else lit
            self.signal[i] = signal
            if signal >= self._on[i]:
                word |= bit
            elif signal < self._off[i]:
                word &= ~bit
            self._trust(i, bit, lit)
            bit <<= 1
        if self._emitter:
            self._darken(self._turn)
            self._turn += 1
            if self._turn == self._count:
                self._turn = 0
        word &= ~self.silent
        self._word = word
        return self._button.read() | word

    @micropython.native
    def _trust(self, i: int, bit: int, lit: int) -> None:
        """A sensor whose wire is off, or shorted, stays at an end of the range."""
        if _RAIL <= lit <= _TOP - _RAIL:
            self._rail_scans[i] = 0
            self.silent &= ~bit
        elif self._rail_scans[i] < SILENT_SCANS:
            self._rail_scans[i] += 1
        else:
            self.silent |= bit

    @micropython.native
    def _darken(self, i: int) -> None:
        """Read sensor i without the emitters; they are lit again at once."""
        emitter = self._emitter
        assert emitter
        emitter.value(0)
        sleep_us(SETTLE_US)
        self._dark[i] = self._converters[i].read_u16()
        emitter.value(1)
