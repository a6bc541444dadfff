"""Consistent Overhead Byte Stuffing (Cheshire & Baker 1999): 0x00 occurs only between frames.

For the short frames of this wire (under 254 bytes) the overhead is exactly one byte.
Taking apart is done byte by byte in `codec.Reader`, together with the CRC.
"""


def stuff(plain: "bytes | bytearray", end: int, wire: bytearray) -> int:
    """Write `plain[0:end]` stuffed, with its closing 0x00, into `wire`; return the length.

    `end` is at most 253. Allocates nothing.
    """
    mark = 0
    at = 1
    for i in range(end):
        byte = plain[i]
        if byte:
            wire[at] = byte
        else:
            wire[mark] = at - mark
            mark = at
        at += 1
    wire[mark] = at - mark
    wire[at] = 0
    return at + 1
