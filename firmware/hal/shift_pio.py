"""Shifts a chain of 74HC165 in by a state machine of the RP2040's PIO, at 1 Mbit/s on any pins."""

# mypy: ignore-errors
# ruff: noqa: F821

import machine
import rp2

from feltwire.speed import micropython

_HZ = 2_000_000  # two instructions a bit
_MACHINE = 0


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_HIGH,
    set_init=rp2.PIO.OUT_HIGH,
    in_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopush=True,
    push_thresh=8,
)
def _program():  # the assembler gives these names their meaning
    pull().side(1)  # how many bits, less one
    mov(x, osr).side(1)
    set(pins, 0).side(1)[3]  # load
    set(pins, 1).side(1)[1]
    label("bit")
    in_(pins, 1).side(0)
    jmp(x_dec, "bit").side(1)  # the rising edge shifts


class Shifter:
    def __init__(self, data: "machine.Pin", clock: int, latch: int) -> None:
        self._machine = rp2.StateMachine(
            _MACHINE,
            _program,
            freq=_HZ,
            in_base=data,
            sideset_base=machine.Pin(clock),
            set_base=machine.Pin(latch),
        )
        self._machine.active(1)

    @micropython.native
    def shift(self, into: bytearray) -> None:
        """Latch all inputs; put one chip a byte into `into`, bit d its input Dd."""
        self._machine.put(8 * len(into) - 1)
        self._machine.get(into)  # each byte is below 2**30: no number on the heap
