"""Sensors and button on the RP2040's own pins, sampled each millisecond by PIO and DMA.

A state machine reads all pins at once and DMA keeps the words in a ring of a quarter of a second,
so every sample outlives what the loop stands still for: the collector, a file that is written, an
erased page of flash. A kept sample's time is reckoned from the one before it; after a stall of
80 ms it was up to 7 ms early on the emulated chip. Without PIO the pins are polled as by
`inputs_gpio`. Allocates nothing.
"""

from time import ticks_add, ticks_diff

import machine

from feltwire.speed import micropython

from .clock import ticks_us
from .inputs_gpio import BankInputs, PinInputs
from .inputs_gpio import open_inputs as open_pins

try:
    import _rp2  # type: ignore  # noqa: F401 - the chip's own part of rp2

    from .sampler_pio import WORDS, Sampler
except ImportError:
    Sampler = None  # type: ignore

PERIOD_US = 1_000
_LOST_US = 200_000  # nearly a whole ring: what is in it may be overwritten


def open_inputs(
    chip: bytes,
    numbers: "tuple[int, ...]",
    pulls: "tuple[int, ...]",
    low: int,
    wiring: "tuple[int, ...]",
) -> "BankInputs | PinInputs":
    pins = open_pins(chip, numbers, pulls, low, wiring)
    if Sampler is None or isinstance(pins, PinInputs):
        return pins
    return SampledInputs(numbers, pins.low)


class SampledInputs(BankInputs):
    """`read` gives one sample after the other, `at_us` says when it was taken, `behind` whether
    more wait, `waited_us` how long this one was waited for."""

    def __init__(self, numbers: "tuple[int, ...]", low: int) -> None:
        super().__init__(numbers, low)
        self._sampler = Sampler()
        self._ring = self._sampler.ring
        self._head_at = self._sampler.head_at
        self._place = self._sampler.place()
        self.at_us = ticks_us()

    @micropython.native
    def read(self) -> int:
        now_us = ticks_us()
        self.waited_us = 0
        late_us = ticks_diff(now_us, self.at_us)
        if late_us > _LOST_US:
            self._place = self._sampler.place()
            self.at_us = now_us
        head = self._sampler.place()
        if head == self._place:  # the next one is about to be taken
            self.at_us = self._wait(now_us)
            self.waited_us = ticks_diff(self.at_us, now_us)
            head = self._sampler.place()
        else:
            self.at_us = ticks_add(self.at_us, PERIOD_US)  # type: ignore[type-var]
            if ticks_diff(self.at_us, now_us) > 0:
                self.at_us = now_us
        levels = machine.mem32[self._ring + 4 * self._place]
        place = self._place + 1
        if place == WORDS:
            place = 0
        self._place = place
        self.behind = place != head
        return self.gather(levels)

    @micropython.native
    def _wait(self, since_us: int) -> int:
        """Return when the next sample has come. A sampler that has stopped is started anew."""
        now_us = since_us
        while self._sampler.place() == self._place:
            now_us = ticks_us()
            if ticks_diff(now_us, since_us) > 3 * PERIOD_US:
                self._sampler.start()
                self._place = self._sampler.place()
                since_us = now_us
        return now_us
