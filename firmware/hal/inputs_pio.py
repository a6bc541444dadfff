"""Sensors and button on the RP2040's own pins, sampled each millisecond by PIO and DMA.

A state machine reads all pins at once and DMA keeps the words in a ring of a quarter of a second,
so every sample outlives what the loop stands still for: the collector, a file that is written, an
erased page of flash. PIO and `ticks_us` count by the same crystal, so a kept sample was taken
exactly a period after the one before it. Without PIO the pins are polled as by `inputs_gpio`.
Allocates nothing.
"""

from time import ticks_add, ticks_diff

from feltwire.speed import const, micropython

from .clock import ticks_us
from .inputs_gpio import BankInputs, PinInputs, gather
from .inputs_gpio import open_inputs as open_pins

try:
    import _rp2  # type: ignore  # noqa: F401 - the chip's own part of rp2

    from .sampler_pio import WORDS, Sampler, place, sample
except ImportError:
    Sampler = None  # type: ignore

_PERIOD_US = const(1_000)
_LOST_US = const(200_000)  # nearly a whole ring: what is in it may be overwritten


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
        self._next = place(self._head_at, self._ring)
        self.at_us = ticks_us()

    @micropython.native
    def read(self) -> int:
        now_us = ticks_us()
        ring = self._ring
        at = self._next
        at_us = self.at_us
        self.waited_us = 0
        head = place(self._head_at, ring)
        if ticks_diff(now_us, at_us) > _LOST_US:
            at = head
            at_us = now_us
        if head == at:  # the next one is about to be taken
            at_us = self._wait(at, now_us)
            self.waited_us = ticks_diff(at_us, now_us)
            at = self._next
            head = place(self._head_at, ring)
        else:
            at_us = ticks_add(at_us, _PERIOD_US)  # type: ignore[type-var]
            if ticks_diff(at_us, now_us) > 0:
                at_us = now_us
        levels = sample(ring, at)
        at += 1
        if at == WORDS:
            at = 0
        self._next = at
        self.at_us = at_us
        self.behind = at != head
        return gather(self._runs, self._end, levels) ^ self.low

    @micropython.native
    def _wait(self, at: int, since_us: int) -> int:
        """Return when the sample in place `at` has come, which is then `_next`. A sampler that has
        stopped is started anew."""
        now_us = since_us
        while place(self._head_at, self._ring) == at:
            now_us = ticks_us()
            if ticks_diff(now_us, since_us) > 3 * _PERIOD_US:
                self._sampler.start()
                at = place(self._head_at, self._ring)
                since_us = now_us
        self._next = at
        return now_us
