"""CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, check value 0x29B1.

Sent high byte first, so that the CRC over a whole good frame, its own two bytes included, is 0.
Table driven: `binascii.crc32` would allocate its result on 32-bit MicroPython.
"""

from . import kernels

START = 0xFFFF


def crc16(data: "bytes | bytearray", end: int, start: int = START) -> int:
    """Return the CRC of `data[0:end]`. Allocates nothing."""
    total: int = kernels.crc(data, end, start)
    return total
