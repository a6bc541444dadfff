"""A real RP2040 MicroPython image on an emulated chip (rp2040py), with our filesystem in its flash.

Everything happens on the caller's thread and in simulated time, so that the same script gives the
same instructions every run. What the emulator needs mended is here and in `pl011.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rp2040py.boards import BoardSpec, FlashLayout
from rp2040py.device.mp_device import MicroPythonDevice
from rp2040py.execute_batch import execute_batch
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.utils.logging import LogLevel

from feltlink.workshop import filesystem
from feltwire import catalogue
from feltwire.codec import Reader
from support.pl011 import Pl011

GEOMETRY = filesystem.PICO
LAYOUT = FlashLayout(
    fs_start=GEOMETRY.offset, fs_blockcount=GEOMETRY.blocks, fs_blocksize=filesystem.BLOCK_BYTES
)
DRIVEN = (GPIOPinState.LOW, GPIOPinState.HIGH)
CYCLE_NS = 8
SLACK_NS = 128  # the emulator's count of cycles lags by one a jump
LONGEST_NS = 1e6
SHORTEST_NS = 1e4


class Pico:
    """The chip. `sent` is what it sent over UART0 as (microseconds, byte); `changes` are the
    changes of its outputs as (nanoseconds, GPIO, level)."""

    def __init__(self, image: Path, disk: bytes, baud: int = 115_200) -> None:
        board = BoardSpec(image=image, layout=LAYOUT, extras=())
        self._device = MicroPythonDevice(board=board, log_level=LogLevel.ERROR)
        self._chip: Any = self._device.mcu
        self._sim: Any = self._device.simulator
        self.clock: Any = self._sim.clock
        self._chip.flash[LAYOUT.fs_start : LAYOUT.fs_start + len(disk)] = disk
        self.uart = Pl011.install(self._chip, 0)
        self.uart_rx = bytearray()
        self.sent: list[tuple[int, int]] = []
        self.uart.sent = self._sent
        self._baud = baud
        self._tx = bytearray()
        self._tx_alarm = self.clock.create_alarm(self._send_byte)
        self._tx_busy = False
        self.changes: list[tuple[int, int, int]] = []
        self._outside: dict[int, bool | None] = {}
        for gpio in range(30):
            self._chip.gpio[gpio].add_listener(self._listener(gpio))
        self.batch = 1
        self._quiet_usb()
        self.resets: list[int] = []
        self._watch_resets()
        self._pio_due = self.clock.create_alarm(self._pio_woke)
        self._pio_look = self.clock.create_alarm(self._pio_next)
        self._pio_next()
        self._chip.core.pc = FLASH_START_ADDRESS

    def _quiet_usb(self) -> None:
        """A host with nothing to say answers NAK. The emulator answers an empty packet at once,
        so that the chip never sleeps and all runs 18 times slower."""
        cdc = self._device.cdc
        answer = self._chip.usb_ctrl.on_endpoint_read

        def on_read(endpoint: int, size: int) -> None:
            if endpoint == cdc._out_endpoint and endpoint > 0 and cdc.tx_fifo.empty:
                return
            answer(endpoint, size)

        self._chip.usb_ctrl.on_endpoint_read = on_read

    def _pio_next(self) -> None:
        """Wake the emulator when PIO has its next instruction to do.

        While the CPU sleeps the emulator jumps from alarm to alarm, up to a millisecond, and PIO
        loses all but one instruction of each jump. The chip's goes on: it has the system clock.
        """
        pio = self._chip.pio[0]
        left_ns = (pio.next_due_fp - pio.cycle_fp) / 256 * CYCLE_NS + SLACK_NS
        self._pio_due.schedule(max(SHORTEST_NS, min(left_ns, LONGEST_NS)))

    def _pio_woke(self) -> None:
        """The emulator counts the cycles of its jump when this returns: look after that."""
        self._pio_look.schedule(CYCLE_NS)

    def _watch_resets(self) -> None:
        stock = self._device._on_watchdog_trigger

        def bite() -> None:
            self.resets.append(self.clock.nanos)
            stock()

        self._chip.watchdog.on_watchdog_trigger = bite

    def _listener(self, gpio: int) -> Callable[[Any, Any], None]:
        """Note the change, and let an output read back its own level as on the chip."""

        def changed(new: Any, _old: Any) -> None:
            if new in DRIVEN:
                level = new == GPIOPinState.HIGH
                self.changes.append((self.clock.nanos, gpio, int(level)))
                self._chip.gpio[gpio].set_input_value(level)
            else:
                self._apply(gpio)

        return changed

    def _apply(self, gpio: int) -> None:
        level = self._outside.get(gpio)
        if level is None:
            self._chip.gpio[gpio].release_input()
        else:
            self._chip.gpio[gpio].set_input_value(level)

    def listen(self, gpio: int, on_change: Callable[[Any], None]) -> None:
        """Call with the new state of a pin whenever it changes."""
        self._chip.gpio[gpio].add_listener(lambda new, _old: on_change(new))

    def drive(self, gpio: int, level: bool | None) -> None:
        """Put a level on an input from outside; None lets go, so that its pull decides."""
        self._outside[gpio] = level
        if self._chip.gpio[gpio].value not in DRIVEN:
            self._apply(gpio)

    def level(self, gpio: int) -> int:
        """What the chip drives on an output: 1 or 0."""
        return int(self._chip.gpio[gpio].value == GPIOPinState.HIGH)

    def write(self, data: bytes) -> None:
        """Send bytes to UART0, each in its own time on the wire."""
        self._tx += data
        if self._tx and not self._tx_busy:
            self._tx_busy = True
            self._tx_alarm.schedule(10e9 / self._baud)

    def _send_byte(self) -> None:
        self.uart.feed_byte(self._tx.pop(0))
        self._tx_busy = bool(self._tx)
        if self._tx_busy:
            self._tx_alarm.schedule(10e9 / self._baud)

    def _sent(self, byte: int) -> None:
        self.uart_rx.append(byte)
        self.sent.append((self.us, byte))

    def first_byte_us(self, kind: int) -> int:
        """When the first byte of the first frame of `kind` was on the wire."""
        reader = Reader(catalogue.DEVICE)
        began_us: int | None = None
        for at_us, byte in self.sent:
            if began_us is None and byte:
                began_us = at_us
            reader.take(bytes([byte]), 0, 1)
            if reader.ready and reader.kind == kind:
                assert began_us is not None
                return began_us
            if not byte:
                began_us = None
        raise AssertionError(f"no frame of kind {kind:#04x} was sent")

    def take(self) -> bytes:
        """What has come over UART0 since the last call."""
        data = bytes(self.uart_rx)
        self.uart_rx.clear()
        return data

    def word(self, address: int) -> int:
        """A word of the chip's memory or of a register."""
        return int(self._chip.read_uint32(address))

    def put_word(self, address: int, value: int) -> None:
        """Put a word into the chip's memory or a register."""
        self._chip.write_uint32(address, value)

    @property
    def us(self) -> int:
        """Simulated microseconds since power-on."""
        return int(self.clock.nanos // 1000)

    def at(self, delay_us: float, act: Callable[[], None]) -> None:
        """Do something at a simulated instant: runs with such stimuli repeat to the cycle."""
        self.clock.create_alarm(act).schedule(delay_us * 1e3)

    def run(self, us: float) -> None:
        """Let the chip live `us` more microseconds."""

        def stop() -> None:
            self._sim.stopped = True

        alarm = self.clock.create_alarm(stop)
        alarm.schedule(us * 1e3)
        self._sim.stopped = False
        while not self._sim.stopped:
            execute_batch(self._sim, self.batch)
        alarm.cancel()

    @property
    def flash_disk(self) -> bytes:
        """The filesystem as it is in flash now."""
        return bytes(self._chip.flash[LAYOUT.fs_start : LAYOUT.fs_start + GEOMETRY.size])
