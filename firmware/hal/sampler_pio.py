"""Samples all pins of the RP2040 into a ring in RAM, by a state machine and a DMA channel."""

# mypy: ignore-errors
# ruff: noqa: F821

import sys

import machine
import uctypes

from feltwire.speed import const, micropython, ptr32

WORDS = const(256)
_BYTES = const(1024)
_RING_BITS = const(10)  # the DMA wraps its address there (RP2040 Datasheet 2.5.7, RING_SIZE)
_MACHINE = const(1)
_DREQ = const(5)  # 2.5.3.1: DREQ_PIO0_RX1
_HZ = const(64_000)  # 64 cycles a sample
_DMA = const(0x50000000)  # 2.5.7, a channel each 0x40
_FOREVER = const(0xFFFFFFFF)  # 49 days of samples; then `start` again
_TRIES = const(4)


def _assembled(rp2):
    @rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=32)
    def program():  # the assembler gives these names their meaning
        wrap_target()
        in_(pins, 32)[31]  # there are 30 pins: the word is below 2**30
        nop()[31]
        wrap()

    return program


def _room() -> bytearray:
    """Return room with a ring in it, on a multiple of the ring's size.

    A heap that is not yet in pieces gives one piece after the other, so what fills up to the next
    multiple is asked for first. Where that fails there is a ring in room for two.
    """
    tried = []
    for _ in range(_TRIES):
        room = bytearray(_BYTES)
        over = uctypes.addressof(room) & _BYTES - 1
        if over == 0:
            return room
        tried.append(room)
        tried.append(bytearray(_BYTES - over))
    return bytearray(2 * _BYTES)


@micropython.viper
def place(head_at: int, ring: int) -> int:
    """Return the place of the next word to be written."""
    return (int(ptr32(head_at)[0]) - ring) >> 2 & 255


@micropython.viper
def sample(ring: int, at: int) -> int:
    """Return the word in a place."""
    return int(ptr32(ring)[at])


class Sampler:
    """`ring` is the address of WORDS words, `head_at` that of the register that says which is
    written next. A sample is taken each 1,000 us of the crystal that `ticks_us` counts by."""

    def __init__(self) -> None:
        import rp2

        self._room = _room()
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
