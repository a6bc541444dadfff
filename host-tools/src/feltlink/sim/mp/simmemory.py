# Memory outside the heap: the RP2040's registers that the firmware may look at, and what a chip
# keeps over a reset. What is kept lies in a file beside (not in) the device's flash, so that it
# outlives this process; the harness deletes it when it cuts the power.
import uos

import simpins

_SIO = 0xD0000000  # RP2040 datasheet 2.3.1.7
_SCRATCH = 0x4005800C  # RP2040 datasheet 4.7.6: SCRATCH0 to SCRATCH7


class RetainedFile:
    "`size` bytes at most. Opened before the device's own file system takes the place of `/`."

    def __init__(self, size):
        name = uos.getenv("FELTLINK_SIM_RETAINED")
        try:
            self._file = open(name, "r+b", 0)
        except OSError:
            self._file = open(name, "w+b", 0)
        self._size = size

    def get(self):
        self._file.seek(0)
        return self._file.read(self._size)

    def put(self, data):
        if len(data) > self._size:
            raise ValueError("buffer too long")
        self._file.seek(0)
        self._file.write(data)


class Registers:
    def __init__(self):
        self._kept = RetainedFile(32)
        kept = self._kept.get()
        self._scratch = bytearray(32)
        self._scratch[: len(kept)] = kept

    def read(self, address):
        if address == _SIO + 0x04:  # GPIO_IN
            return simpins.read_all()
        if address == _SIO + 0x10:  # GPIO_OUT
            word = 0
            for pin in range(simpins.PINS):
                word |= simpins.latches[pin] << pin
            return word
        at = address - _SCRATCH
        if 0 <= at < 32:
            kept = self._scratch
            return kept[at] | kept[at + 1] << 8 | kept[at + 2] << 16 | kept[at + 3] << 24
        raise ValueError("no such register")

    def write(self, address, value):
        at = address - _SCRATCH
        if 0 <= at < 32:
            for i in range(4):
                self._scratch[at + i] = value >> 8 * i & 255
            self._kept.put(self._scratch)
            return
        at = address - _SIO
        if at == 0x10:
            simpins.write_all(simpins.ALL, value)
        elif at == 0x14:  # GPIO_OUT_SET
            simpins.write_all(value, value)
        elif at == 0x18:  # GPIO_OUT_CLR
            simpins.write_all(value, 0)
        elif at == 0x24:  # GPIO_OE_SET
            simpins.enable(value, True)
        elif at == 0x28:  # GPIO_OE_CLR
            simpins.enable(value, False)
        else:
            raise ValueError("no such register")
