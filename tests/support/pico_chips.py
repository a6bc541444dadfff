"""Models of what hangs on an emulated RP2040's pins: a 74HC165 chain, a chain of WS2812."""

from __future__ import annotations

from typing import Any

from rp2040py.gpio_pin import GPIOPinState

from support.pico import Pico

ONE_NS = 600  # high for longer is a 1 (WS2812B data sheet: 400 or 800, each within 150)
LATCH_NS = 50_000


class ShiftChain:
    """74HC165 data sheet, function table: latch low loads, a rising clock shifts, D7 first.

    `covered` holds chip and input, both from 0. D6 is tied high and D7 low.
    """

    def __init__(self, pico: Pico, data: int, clock: int, latch: int, chips: int) -> None:
        self.covered: set[tuple[int, int]] = set()
        self.there = chips  # those beyond are cut off
        self._pico = pico
        self._data = data
        self._chips = chips
        self._bits: list[bool] = []
        pico.listen(latch, self._on_latch)
        pico.listen(clock, self._on_clock)

    def _on_latch(self, state: Any) -> None:
        if state == GPIOPinState.LOW:
            self._bits = [
                chip >= self.there or self._input(chip, d)
                for chip in range(self._chips)
                for d in range(7, -1, -1)
            ]
            self._show()

    def _input(self, chip: int, d: int) -> bool:
        if d >= 6:
            return d == 6
        return (chip, d) not in self.covered

    def _on_clock(self, state: Any) -> None:
        if state == GPIOPinState.HIGH:
            self._bits = self._bits[1:]
            self._show()

    def _show(self) -> None:
        self._pico.drive(self._data, self._bits[0] if self._bits else False)


def pixels(pico: Pico, gpio: int) -> list[list[tuple[int, int, int]]]:
    """Return each refresh seen on a pin: green, red and blue of every LED."""
    refreshes: list[list[int]] = []
    rose_ns = fell_ns = -LATCH_NS
    for at_ns, pin, level in pico.changes:
        if pin != gpio:
            continue
        if level:
            if at_ns - fell_ns >= LATCH_NS:
                refreshes.append([])
            rose_ns = at_ns
        elif refreshes:
            refreshes[-1].append(int(at_ns - rose_ns > ONE_NS))
            fell_ns = at_ns
    return [_colours(bits) for bits in refreshes]


def _colours(bits: list[int]) -> list[tuple[int, int, int]]:
    assert len(bits) % 24 == 0, f"{len(bits)} bits are no whole number of LEDs"
    data = [
        sum(bit << 7 - place for place, bit in enumerate(bits[at : at + 8]))
        for at in range(0, len(bits), 8)
    ]
    return [(data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3)]
