"""The line between harness and simulated chip: two 64-bit words, then up to 65,535 bytes.

`mp/simchip.py` is the other end. Words: op | a << 8 | n << 16 | b << 32, then a time in true
microseconds since the board was first powered.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

# harness -> chip
GRANT = "G"
PIN = "S"
BYTES = "B"
STALL = "Z"
TROUBLE = "T"
CTRL_C = 3  # the trouble that a KeyboardInterrupt is
BLOCK = "W"
FAULT = "F"  # of a chip beside the controller: a says which, b is its value + 1, 0 mends
HEAP_LOCK = "L"
HEAP = "Q"  # both ways: question and answer (b: bytes in use, time: bytes free)

# chip -> harness
OUTPUT = "O"
SENT = "T"
IDLE = "D"  # the granted time is used up
BOOTED = "B"  # b: bytes of heap that the simulation itself takes
ENDED = "E"  # payload: traceback
RESET = "X"  # a: MicroPython's reset cause
GIVEN = "P"  # the prompt is on the table's port as well, from now on
FED = "F"  # main.py has ended, and the watchdog bites at this time unless it is fed again

MAX_PAYLOAD = 256
_HEAD = struct.Struct("<QQ")


@dataclass(frozen=True, slots=True)
class Record:
    """One record; `a`, `b` and `at_us` mean what their operation says."""

    op: str
    a: int = 0
    b: int = 0
    at_us: int = 0
    data: bytes = b""

    def pack(self) -> bytes:
        """Return the bytes that go over the line."""
        word = ord(self.op) | self.a << 8 | len(self.data) << 16 | self.b << 32
        return _HEAD.pack(word, self.at_us) + self.data


class Unpacker:
    """Puts records together from the bytes as they come."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[Record]:
        """Return the records that `data` completes."""
        self._rest += data
        out = []
        at = 0
        while len(self._rest) - at >= _HEAD.size:
            word, when = _HEAD.unpack_from(self._rest, at)
            size = word >> 16 & 0xFFFF
            end = at + _HEAD.size + size
            if len(self._rest) < end:
                break
            body = self._rest[end - size : end]
            out.append(Record(chr(word & 255), word >> 8 & 255, word >> 32, when, body))
            at = end
        self._rest = self._rest[at:]
        return out
