"""Samples all pins of the RP2040 into a ring in RAM, by a state machine and a DMA channel."""

# mypy: ignore-errors
# ruff: noqa: F821

import sys

import machine
import uctypes

from feltwire.speed import micropython

WORDS = 256
_BYTES = 4 * WORDS
_RING_BITS = 10  # log2(_BYTES): the DMA wraps its address there (RP2040 Datasheet 2.5.7, RING_SIZE)
_MACHINE = 1
_DREQ = 5  # 2.5.3.1: DREQ_PIO0_RX1
_HZ = 64_000  # 64 cycles a sample
_DMA = 0x50000000  # 2.5.7, a channel each 0x40
_FOREVER = 0xFFFFFFFF  # 49 days of samples; then `start` again


def _assembled(rp2):
    @rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=32)
    def program():  # the assembler gives these names their meaning
        wrap_target()
        in_(pins, 32)[31]  # there are 30 pins: the word is below 2**30
        nop()[31]
        wrap()

    return program


class Sampler:
    """`ring` is the address of WORDS words; `place()` that of the next to be written."""

    def __init__(self) -> None:
        import rp2

        self._room = bytearray(2 * _BYTES)  # the ring must lie on a multiple of its size
        self.ring = (uctypes.addressof(self._room) + _BYTES - 1) & ~(_BYTES - 1)
        self._machine = rp2.StateMachine(
            _MACHINE, _assembled(rp2), freq=_HZ, in_base=machine.Pin(0)
        )
        self._dma = rp2.DMA()
        self.head_at = _DMA + 0x40 * self._dma.channel + 4
        self._control = self._dma.pack_ctrl(
            size=2,
            inc_read=False,
            inc_write=True,
            ring_sel=True,
            ring_size=_RING_BITS,
            treq_sel=_DREQ,
        )
        self.start()
        sys.modules.pop("rp2", None)  # its assembler holds some KiB that nobody needs again

    def start(self) -> None:
        self._machine.active(0)
        self._dma.config(
            read=self._machine,
            write=self.ring,
            count=_FOREVER,
            ctrl=self._control,
            trigger=True,
        )
        self._machine.active(1)

    @micropython.native
    def place(self) -> int:
        return machine.mem32[self.head_at] - self.ring >> 2 & WORDS - 1
