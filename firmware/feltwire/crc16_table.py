"""The table of CRC-16/CCITT: polynomial 0x1021, no reflection."""

from array import array


def _table() -> "array[int]":
    table = array("H", range(256))
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table[byte] = crc & 0xFFFF
    return table


TABLE = _table()
