"""Sensors on a chain of 74HC165: all are latched at once, then shifted in, D7 of U1 first.

On every chip one input is tied high and one low. A broken chain reads all ones or all zeros from
the break on, so a chip is there when its ties, or those of one farther away, read as they must.
Allocates nothing.
"""

import machine

from feltwire.speed import micropython

from .inputs_gpio import BankInputs, PinInputs
from .inputs_gpio import open_inputs as open_pins
from .runs import Runs, inputs_of

SILENT_SCANS = 5  # so many bad scans, and the chips beyond the break are silent

try:
    import rp2  # noqa: F401

    from .shift_pio import Shifter
except ImportError:
    from .shift_pins import Shifter  # type: ignore[assignment]


def open_inputs(
    chip: bytes,
    numbers: "tuple[int, ...]",
    pulls: "tuple[int, ...]",
    low: int,
    wiring: "tuple[int, ...]",
) -> "ChainInputs":
    """`wiring`: data, clock and latch pin, chips, the input tied high, the one tied low."""
    data, clock, latch, count, high, lo = wiring
    pins = open_pins(chip, numbers, pulls, low, ())
    shifter = Shifter(machine.Pin(data, machine.Pin.IN), clock, latch)
    return ChainInputs(pins, shifter, numbers, low, (count, 1 << high, 1 << lo))


class ChainInputs:
    """The chain's inputs and those on plain pins, as one word."""

    at_us = -1  # read now
    behind = False  # nothing is kept
    waited_us = 0

    def __init__(
        self,
        pins: "BankInputs | PinInputs",
        shifter: Shifter,
        numbers: "tuple[int, ...]",
        low: int,
        chain: "tuple[int, int, int]",
    ) -> None:
        self._pins = pins
        self._shifter = shifter
        self._runs = Runs(numbers)
        self._count, self._high, self._tied_low = chain
        chained = inputs_of(numbers, 0, 8 * self._count)
        self._low = low & chained
        # [k]: the inputs of the chips from the k-th on
        self._beyond = [inputs_of(numbers, 8 * k, 8 * self._count) for k in range(self._count + 1)]
        self._fresh = bytearray(self._count)
        self._bytes = bytearray(self._count)  # the last good ones; at first: nothing covered
        for k in range(self._count):
            self._bytes[k] = 0xFF if low & chained else 0
        self._bad_scans = 0
        self.silent = 0

    @micropython.native
    def read(self) -> int:
        fresh = self._fresh
        self._shifter.shift(fresh)
        ties = self._high | self._tied_low
        good = self._count
        while good and fresh[good - 1] & ties != self._high:
            good -= 1
        for k in range(good):
            self._bytes[k] = fresh[k]
        if good == self._count:
            self._bad_scans = 0
            self.silent = 0
        elif self._bad_scans < SILENT_SCANS:
            self._bad_scans += 1
        else:
            self.silent = self._beyond[good]
        word = self._runs.word(self._bytes) ^ self._low
        return self._pins.read() | word & ~self.silent
