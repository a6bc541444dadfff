# mypy: ignore-errors
"""The loops over bytes, for MicroPython's viper emitter: twenty times faster there than bytecode.

Viper checks no bounds and takes four arguments at most. Plain Python runs the same lines.
"""

from .crc16_table import TABLE
from .speed import micropython, ptr8, ptr16, ptr32

# places in the state of `take`
N, LEFT, ZERO, BAD, CRC, AT, END = range(7)


@micropython.viper
def crc(data: ptr8, end: int, start: int) -> int:
    """The CRC of `data[0:end]`, from `start` on."""
    table = ptr16(TABLE)
    total = start
    for i in range(end):
        total = ((total << 8) & 0xFF00) ^ int(table[(total >> 8) ^ int(data[i])])
    return total


@micropython.viper
def stuff(plain: ptr8, end: int, wire: ptr8, start: int) -> int:
    """Write `plain[0:end]` stuffed, and 0x00, from `wire[start]` on; return where that ends."""
    mark = start
    at = start + 1
    for i in range(end):
        byte = int(plain[i])
        if byte == 0:
            wire[mark] = at - mark
            mark = at
        else:
            wire[at] = byte
        at += 1
    wire[mark] = at - mark
    wire[at] = 0
    return at + 1


@micropython.viper
def low(plain: ptr8, at: int, value: int, width: int):
    """Write the `width` lowest bytes of `value` from `plain[at]` on, the lowest first."""
    for i in range(width):
        plain[at + i] = value & 0xFF
        value = value >> 8


@micropython.viper
def copy(plain: ptr8, at: int, data: ptr8, count: int):
    """Write `data[0:count]` from `plain[at]` on."""
    for i in range(count):
        plain[at + i] = data[i]


@micropython.viper
def take(state: ptr32, plain: ptr8, data: ptr8) -> int:
    """Unstuff `data[AT:END]` into `plain` up to and with the next 0x00; 1 when that has come."""
    table = ptr16(TABLE)
    n = int(state[0])
    left = int(state[1])
    zero = int(state[2])
    bad = int(state[3])
    total = int(state[4])
    at = int(state[5])
    end = int(state[6])
    closed = 0
    while at < end and closed == 0:
        byte = int(data[at])
        at += 1
        if byte == 0:
            closed = 1
        elif bad == 0:
            write = 1
            if left == 0:  # a COBS code: how many bytes follow until the next
                left = byte - 1
                write = zero  # a 0x00 belongs before them, but not before the first
                zero = 1
                if byte == 255:
                    zero = 0
                byte = 0
            else:
                left -= 1
            if write == 1:
                if n >= 58:  # the longest frame, less COBS code and closing 0x00
                    bad = 1
                else:
                    plain[n] = byte
                    n += 1
                    total = ((total << 8) & 0xFF00) ^ int(table[(total >> 8) ^ byte])
    state[0] = n
    state[1] = left
    state[2] = zero
    state[3] = bad
    state[4] = total
    state[5] = at
    return closed
