"""A closer model of the RP2040's UART for rp2040py 0.3.6 (PL011; RP2040 Datasheet 4.2).

The emulator's own asserts its transmit interrupt for ever, so that `machine.UART` never returns
from its handler; it has no receive time-out, and sends bytes in no time at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from rp2040py.peripherals.uart import RPUART

DR, RSR, FR, IFLS, IMSC, RIS, MIS, ICR, DMACR = 0, 4, 0x18, 0x34, 0x38, 0x3C, 0x40, 0x44, 0x48
CR = 0x30
RX_INT, TX_INT, TIMEOUT_INT, OVERRUN_INT = 1 << 4, 1 << 5, 1 << 6, 1 << 10
FIFO_ENABLED = 1 << 4
LEVELS = (4, 8, 16, 24, 28, 28, 28, 28)  # of 32, by IFLS


class Pl011(RPUART):
    """Bytes take their time on the wire; interrupts come and clear as the datasheet says."""

    def __init__(self, chip: Any, name: str, irq: int, dreq: int) -> None:
        super().__init__(chip, name, irq, dreq)
        self.sent: Callable[[int], None] = lambda byte: None
        self.overruns = 0
        self._sending: deque[int] = deque()
        self._shifting: int | None = None
        self._raw = 0
        self._ifls = 0x12
        self._dma = 0
        self._sent_alarm = chip.clock.create_alarm(self._sent_one)
        self._idle_alarm = chip.clock.create_alarm(self._line_idle)

    @classmethod
    def install(cls, chip: Any, number: int) -> Pl011:
        """Put this model in the place of UART `number`."""
        old = chip.uart[number]
        new = cls(chip, old.name, old.irq, old.dreq)
        chip.uart[number] = new
        chip.peripherals[0x40034 + 4 * number] = new
        return new

    def reset(self) -> None:
        super().reset()
        self._sending.clear()
        self._shifting = None
        self._raw, self._ifls, self._dma = 0, 0x12, 0
        self._sent_alarm.cancel()
        self._idle_alarm.cancel()

    @property
    def _depth(self) -> int:
        return 32 if self._line_ctrl_register & FIFO_ENABLED else 1

    @property
    def _rx_level(self) -> int:
        return LEVELS[self._ifls >> 3 & 7] if self._depth > 1 else 1

    @property
    def _tx_level(self) -> int:
        return LEVELS[self._ifls & 7] if self._depth > 1 else 0

    @property
    def _char_ns(self) -> float:
        return 1e9 * 10 * 16 * (self.baud_divider or 1) / self.rp2040.clk_peri

    def check_interrupts(self) -> None:
        self.rp2040.set_interrupt(self.irq, bool(self._raw & self._interrupt_mask))

    def feed_byte(self, value: int) -> None:
        """One byte off the wire. A full FIFO loses it, as the chip does."""
        if not (self.enabled and self.rx_enabled):
            return
        if self.rx_fifo.item_count >= self._depth:
            self._raw |= OVERRUN_INT
            self.overruns += 1
        else:
            self.rx_fifo.push(value)
        if self.rx_fifo.item_count >= self._rx_level:
            self._raw |= RX_INT
        self._idle_alarm.schedule(self._char_ns * 3.2)  # 32 bit times
        self.check_interrupts()

    def _line_idle(self) -> None:
        if not self.rx_fifo.empty:
            self._raw |= TIMEOUT_INT
            self.check_interrupts()

    def _start_sending(self) -> None:
        if self._shifting is None and self._sending and self.enabled and self.tx_enabled:
            self._shifting = self._sending.popleft()
            if len(self._sending) == self._tx_level:
                self._raw |= TX_INT
            self._sent_alarm.schedule(self._char_ns)

    def _sent_one(self) -> None:
        byte, self._shifting = self._shifting, None
        self._start_sending()
        self.check_interrupts()
        if byte is not None:
            self.sent(byte)

    @property
    def flags(self) -> int:
        waiting = self.rx_fifo.item_count
        return (
            (0x80 if not self._sending else 0)
            | (0x40 if waiting >= self._depth else 0)
            | (0x20 if len(self._sending) >= self._depth else 0)
            | (0x10 if not waiting else 0)
            | (0x08 if self._shifting is not None else 0)
        )

    def read_uint32(self, offset: int) -> int:
        if offset == DR:
            value = self.rx_fifo.pull()
            if self.rx_fifo.item_count < self._rx_level:
                self._raw &= ~RX_INT
            if self.rx_fifo.empty:
                self._raw &= ~TIMEOUT_INT
                self._idle_alarm.cancel()
            self.check_interrupts()
            return int(value)
        registers = {
            FR: self.flags,
            IFLS: self._ifls,
            RIS: self._raw,
            MIS: self._raw & self._interrupt_mask,
            DMACR: self._dma,
            RSR: 0,
        }
        return registers[offset] if offset in registers else int(super().read_uint32(offset))

    def write_uint32(self, offset: int, value: int) -> None:
        if offset == DR:
            if len(self._sending) < self._depth:
                self._sending.append(value & 0xFF)
            if len(self._sending) > self._tx_level:
                self._raw &= ~TX_INT
            self._start_sending()
            self.check_interrupts()
        elif offset == ICR:
            self._raw &= ~value
            self.check_interrupts()
        elif offset == IFLS:
            self._ifls = value & 0x3F
        elif offset == DMACR:
            self._dma = value & 7
        elif offset != RSR:
            super().write_uint32(offset, value)
            if offset == CR:
                self._start_sending()
