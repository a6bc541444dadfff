"""Sensors on MCP23017 expanders, on one or two I2C buses.

The inputs are read at every scan: the expander can lose its last interrupt, so its interrupt line
is not used. A chip that fails keeps its last levels for a few scans, then its inputs are silent.
Its bus is tried again each 50 ms, after clocking SCL nine times, which frees an SDA that a chip
holds low in the middle of a byte (I2C specification 3.1.16). A chip may lose its settings and go on
answering: so these are looked at in turn and written again.

Allocates nothing while the chips answer; an error is an object.
"""

from time import sleep_us

import machine

from feltwire.speed import micropython

from .inputs_gpio import BankInputs, PinInputs
from .inputs_gpio import open_inputs as open_pins
from .runs import Runs, inputs_of

_GPPU = 0x0C  # MCP23017 data sheet 3.5, IOCON.BANK = 0
_GPIO = 0x12
_IODIR = 0x00
_TIMEOUT_US = 1_000
SILENT_SCANS = 5
RETRY_SCANS = 50
CHECK_SCANS = 512


class Bus:
    """One I2C peripheral. A stuck bus costs a scan `_TIMEOUT_US`."""

    def __init__(self, number: int, sda: int, scl: int, hz: int) -> None:
        self._number = number
        self._sda = sda
        self._scl = scl
        self._hz = hz
        self._open()

    def _open(self) -> None:
        self.i2c = machine.I2C(
            self._number,
            scl=machine.Pin(self._scl),
            sda=machine.Pin(self._sda),
            freq=self._hz,
            timeout=_TIMEOUT_US,
        )

    def free(self) -> None:
        """Clock SCL until whoever holds SDA has let go, then take the pins back."""
        scl = machine.Pin(self._scl, machine.Pin.OPEN_DRAIN, value=1)
        for _ in range(9):
            scl.value(0)
            sleep_us(5)
            scl.value(1)
            sleep_us(5)
        self._open()


class Expander:
    """One chip. `data` are its levels, A0 to A7 and B0 to B7."""

    def __init__(self, bus: Bus, address: int, pull: int, released: int) -> None:
        self._bus = bus
        self._address = address
        self._pull = bytes([0xFF if pull else 0] * 2)
        self._inputs = b"\xff\xff"
        self.data = bytearray([released] * 2)
        self._fresh = bytearray(2)
        self.bad_scans = 0
        self._set_up = False

    @micropython.native
    def read(self) -> None:
        """Read the levels; count scans that fail."""
        if self.bad_scans > SILENT_SCANS and (self.bad_scans - SILENT_SCANS) % RETRY_SCANS:
            self.bad_scans += 1
            return
        if self.bad_scans > 1_000_000:
            self.bad_scans = SILENT_SCANS
        try:
            if not self._set_up:
                self._settle()
            self._bus.i2c.readfrom_mem_into(self._address, _GPIO, self._fresh)
        except OSError:
            self.bad_scans += 1
            self._set_up = False
            if self.bad_scans >= SILENT_SCANS:
                self._bus.free()
            return
        self.data[0] = self._fresh[0]
        self.data[1] = self._fresh[1]
        self.bad_scans = 0

    def check(self) -> None:
        """See whether the chip still has its settings; if not, they are written again."""
        if self.bad_scans:
            return
        try:
            self._bus.i2c.readfrom_mem_into(self._address, _GPPU, self._fresh)
        except OSError:
            return
        if self._fresh != self._pull:
            self._set_up = False

    def _settle(self) -> None:
        i2c = self._bus.i2c
        i2c.writeto_mem(self._address, _IODIR, self._inputs)
        i2c.writeto_mem(self._address, _GPPU, self._pull)
        sleep_us(50)  # a pulled line rises
        self._set_up = True


def open_inputs(
    chip: bytes,
    numbers: "tuple[int, ...]",
    pulls: "tuple[int, ...]",
    low: int,
    wiring: "tuple[tuple[int, int, int, int, tuple[int, ...], int], ...]",
) -> "ExpanderInputs":
    """`wiring`, a bus: number, SDA, SCL, Hz, addresses, pull-ups 0 or 1."""
    pins = open_pins(chip, numbers, pulls, low, ())
    released = 0xFF if low & inputs_of(numbers, 0, 128) else 0
    expanders = []
    for number, sda, scl, hz, addresses, pull in wiring:
        bus = Bus(number, sda, scl, hz)
        for address in addresses:
            expanders.append(Expander(bus, address, pull, released))
    return ExpanderInputs(pins, expanders, numbers, low)


class ExpanderInputs:
    """The expanders' inputs and those on plain pins, as one word."""

    at_us = -1  # read now
    behind = False  # nothing is kept
    waited_us = 0

    def __init__(
        self,
        pins: "BankInputs | PinInputs",
        expanders: "list[Expander]",
        numbers: "tuple[int, ...]",
        low: int,
    ) -> None:
        self._pins = pins
        self._expanders = expanders
        self._count = len(expanders)
        self._low = low & inputs_of(numbers, 0, 128)
        self._of = [inputs_of(numbers, 16 * k, 16 * k + 16) for k in range(self._count)]
        self._runs = Runs(numbers)
        self._all = bytearray(2 * self._count)
        self._until_check = CHECK_SCANS
        self._checked = 0
        self.silent = 0

    @micropython.native
    def read(self) -> int:
        self._until_check -= 1
        if self._until_check == 0:
            self._until_check = CHECK_SCANS
            self._checked += 1
            if self._checked >= self._count:
                self._checked = 0
            self._expanders[self._checked].check()
        silent = 0
        for k in range(self._count):
            expander = self._expanders[k]
            expander.read()
            self._all[2 * k] = expander.data[0]
            self._all[2 * k + 1] = expander.data[1]
            if expander.bad_scans >= SILENT_SCANS:
                silent |= self._of[k]
        self.silent = silent
        word = self._runs.word(self._all) ^ self._low
        return self._pins.read() | word & ~silent
