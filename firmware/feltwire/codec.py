"""Frames to bytes and back: COBS(kind | seq | body | crc16) 0x00, at most 60 bytes on the wire.

Consistent Overhead Byte Stuffing (Cheshire & Baker 1999): 0x00 occurs only between frames, and
for frames under 254 bytes the overhead is exactly one byte.

`Writer` and `Reader` own their buffers and allocate nothing after they are built. A `Reader`
never raises on what the wire brings: it counts and drops, and is in step again at the next 0x00.
"""

from array import array

from . import kernels
from .crc16 import START
from .kernels import AT, BAD, CRC, END, LEFT, ZERO, N
from .speed import micropython

MAX_WIRE = 60
MAX_BODY = MAX_WIRE - 6  # COBS code, kind, seq, two of CRC, closing 0x00
UNKNOWN = 255


def _width(kind: str) -> int:
    if kind[0] == "b":
        return int(kind[1:])
    return {"u8": 1, "u16": 2, "u30": 4}[kind.split("<")[0]]


def layout(fields: str) -> "list[tuple[str, str, int, int]]":
    """Return [(name, kind, offset in the body, width in bytes)] of a catalogue field text."""
    out = []
    offset = 0
    for field in fields.split():
        name, kind = field.split(":")
        width = _width(kind)
        out.append((name, kind, offset, width))
        offset += width
    return out


def _compile() -> "tuple[bytearray, bytearray, dict[int, bytes]]":
    """Per message kind: body length, sender, and byte limits as (offset, limit) pairs."""
    from .catalogue import MESSAGES  # here, so that a controller can let the table go

    size = bytearray([UNKNOWN] * 256)
    sender = bytearray(256)
    limits = {}
    for ident, _name, who, _reliable, fields in MESSAGES:
        pairs = bytearray()
        total = 0
        for _field, kind, offset, width in layout(fields):
            if kind == "u30":
                pairs.extend(bytes((offset + 3, 0x40)))
            elif "<" in kind:
                pairs.extend(bytes((offset, int(kind.split("<")[1]))))
            total += width
        if total > MAX_BODY:
            raise ValueError(_name)
        size[ident] = total
        sender[ident] = who
        limits[ident] = bytes(pairs)
    return size, sender, limits


SIZE, SENDER, LIMITS = _compile()


class Writer:
    """Builds one frame at a time: `begin`, a field call each, `end`. `wire[:n]` is the frame."""

    def __init__(self) -> None:
        self._plain = bytearray(MAX_WIRE)
        self._at = 0
        self.wire = bytearray(MAX_WIRE)

    @micropython.native
    def begin(self, kind: int, seq: int) -> None:
        self._plain[0] = kind
        self._plain[1] = seq & 0xFF
        self._at = 2

    @micropython.native
    def u8(self, value: int) -> None:
        self._plain[self._at] = value
        self._at += 1

    @micropython.native
    def u16(self, value: int) -> None:
        self.low(value, 2)

    @micropython.native
    def u30(self, value: int) -> None:
        at = self._at
        kernels.low(self._plain, at, value, 4)
        self._at = at + 4

    @micropython.native
    def low(self, value: int, width: int) -> None:
        """Write the `width` lowest bytes of `value`."""
        at = self._at
        kernels.low(self._plain, at, value, width)
        self._at = at + width

    @micropython.native
    def raw(self, data: "bytes | bytearray", width: int) -> None:
        """Copy `width` bytes of `data`, zero-filled when it is shorter."""
        at = self._at
        have = min(len(data), width)
        kernels.copy(self._plain, at, data, have)
        kernels.low(self._plain, at + have, 0, width - have)
        self._at = at + width

    def end(self) -> int:
        """Close the frame and return its length in `wire`, 0x00 included."""
        return self.end_into(self.wire, 0)

    @micropython.native
    def end_into(self, out: bytearray, start: int) -> int:
        """Close the frame and write it from `out[start]` on, where it must fit; return its end."""
        plain = self._plain
        at = self._at
        crc: int = kernels.crc(plain, at, START)
        plain[at] = crc >> 8
        plain[at + 1] = crc & 0xFF
        end: int = kernels.stuff(plain, at + 2, out, start)
        return end


class Reader:
    """Takes bytes as they come and holds the last good frame.

    `sender` is whose messages are taken (catalogue.DEVICE or HOST); the other side's, an echo for
    instance, are counted as bad. Counters: `good`, `bad_crc`, `bad_shape` (stuffing, length, kind,
    range, over-long). `plain` holds kind, seq, and the body from [2] on.
    """

    def __init__(self, sender: int) -> None:
        self._sender = sender
        self.plain = bytearray(MAX_WIRE)
        self._state = array("I", [0] * 7)  # see kernels
        self._state[CRC] = START
        self.kind = 0
        self.seq = 0
        self.ready = False
        self.good = 0
        self.bad_crc = 0
        self.bad_shape = 0

    @micropython.native
    def take(self, data: "bytes | bytearray", start: int, end: int) -> int:
        """Read `data[start:end]` up to and with the first good frame; return where to go on.

        `ready` tells whether a frame is held. Its fields stay valid until the next call.
        """
        state = self._state
        state[AT] = start
        state[END] = end
        self.ready = False
        while kernels.take(state, self.plain, data):
            self._close()
            state[N] = 0
            state[LEFT] = 0
            state[ZERO] = 0
            state[BAD] = 0
            state[CRC] = START
            if self.ready:
                break
        return state[AT]

    @micropython.native
    def _close(self) -> None:
        state = self._state
        n = state[N]
        bad = state[BAD]
        if n == 0 and state[ZERO] == 0 and not bad:
            return  # two boundaries in a row: the one sent after a (re)connect
        if bad or state[LEFT] or n < 4:
            self.bad_shape += 1
        elif state[CRC]:
            self.bad_crc += 1
        elif self._fits(n - 4):
            self.kind = self.plain[0]
            self.seq = self.plain[1]
            self.good += 1
            self.ready = True
        else:
            self.bad_shape += 1

    @micropython.native
    def _fits(self, body: int) -> bool:
        plain = self.plain
        kind = plain[0]
        if SIZE[kind] != body or SENDER[kind] != self._sender:
            return False
        pairs = LIMITS[kind]
        for i in range(0, len(pairs), 2):
            if plain[2 + pairs[i]] >= pairs[i + 1]:
                return False
        return True

    @micropython.native
    def u8(self, offset: int) -> int:
        return self.plain[2 + offset]

    @micropython.native
    def u16(self, offset: int) -> int:
        plain = self.plain
        return plain[2 + offset] | plain[3 + offset] << 8

    @micropython.native
    def u30(self, offset: int) -> int:
        plain = self.plain
        at = 2 + offset
        return plain[at] | plain[at + 1] << 8 | plain[at + 2] << 16 | plain[at + 3] << 24

    def raw(self, offset: int, width: int) -> bytes:
        """Return a copy of `width` bytes. The only call here that allocates."""
        return bytes(self.plain[2 + offset : 2 + offset + width])
