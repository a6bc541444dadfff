"""Sends a chain of WS2812 by a state machine of the RP2040's PIO, fed by DMA.

`machine.bitstream` would mask interrupts for 30 us an LED (ports/rp2/machine_bitstream.c), and
bytes of the host would be lost meanwhile.
"""

# mypy: ignore-errors
# ruff: noqa: F821

import machine
import rp2

_HZ = 8_000_000  # ten cycles a bit of 1.25 us
_MACHINE = 4  # of the second PIO
_DREQ = 8  # its TX FIFO's (RP2040 Datasheet 2.5.3.1: DREQ_PIO1_TX0)


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8
)
def _program():  # the assembler gives these names their meaning
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[2]
    jmp("bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
    wrap()


class Sender:
    def __init__(self, pin: "machine.Pin") -> None:
        self._machine = rp2.StateMachine(_MACHINE, _program, freq=_HZ, sideset_base=pin)
        self._machine.active(1)
        # DMA writes a byte to all four lanes of the FIFO (2.1.4), the top one is shifted out first
        self._dma = rp2.DMA() if hasattr(rp2, "DMA") else None
        if self._dma:
            self._control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=_DREQ)

    def send(self, data: bytearray) -> None:
        """Three bytes an LED: green, red, blue. `data` may change once it is out, 30 us an LED.

        Allocates a little, for the call's keywords: only when lights change.
        """
        if self._dma is None:
            self._machine.put(data, 24)
            return
        self._dma.config(
            read=data,
            write=self._machine,
            count=len(data),
            ctrl=self._control,
            trigger=True,
        )
