"""CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, no reflection, check value 0x29B1.

Sent high byte first, so that the CRC over a whole good frame, its own two bytes included, is 0.
Table driven: `binascii.crc32` would allocate its result on 32-bit MicroPython.
"""

from array import array

START = 0xFFFF


def _table() -> "array[int]":
    table = array("H", range(256))
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table[byte] = crc & 0xFFFF
    return table


TABLE = _table()


def crc16(data: "bytes | bytearray", end: int, crc: int = START) -> int:
    """Return the CRC of `data[0:end]`. Allocates nothing."""
    table = TABLE
    for i in range(end):
        crc = ((crc << 8) & 0xFF00) ^ table[(crc >> 8) ^ data[i]]
    return crc
