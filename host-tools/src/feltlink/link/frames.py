"""Messages to frames and back."""

from __future__ import annotations

from typing import NamedTuple

from feltlink.link.messages import CLASS_OF, KIND_OF, Message, values
from feltwire import catalogue
from feltwire.codec import Reader, Writer, layout

_LAYOUT = {row[0]: layout(row[4]) for row in catalogue.MESSAGES}


class Frame(NamedTuple):
    """One good frame. `seq` is its byte on the wire."""

    seq: int
    message: Message


def encode(message: Message, seq: int = 0) -> bytes:
    """Return the frame's bytes with its closing 0x00. A field out of range is a ValueError."""
    writer = Writer()
    writer.begin(KIND_OF[type(message)], seq)
    have = values(message)
    for name, kind, _offset, width in _LAYOUT[KIND_OF[type(message)]]:
        value = have[name]
        if kind[0] == "b":
            if len(value) > width:
                raise ValueError(f"{type(message).__name__}.{name}: over {width} bytes")
            writer.raw(value, width)
            continue
        if not 0 <= value < _limit(kind, width):
            raise ValueError(f"{type(message).__name__}.{name}: {value} does not fit {kind}")
        (writer.u8, writer.u16, writer.u30)[width >> 1](value)
    length = writer.end()
    return bytes(writer.wire[:length])


def _limit(kind: str, width: int) -> int:
    if "<" in kind:
        return int(kind.split("<")[1])
    return 1 << (30 if width == 4 else 8 * width)


class Decoder:
    """Bytes in, frames of one sender out; never raises on what the wire brings.

    `sender` is whose messages are taken: `catalogue.DEVICE` on the host. The counters `good`,
    `bad_crc` and `bad_shape` are the reader's.
    """

    def __init__(self, sender: int = catalogue.DEVICE) -> None:
        self._reader = Reader(sender)

    @property
    def good(self) -> int:
        """Frames taken so far."""
        return self._reader.good

    @property
    def bad_crc(self) -> int:
        """Frames dropped for their checksum."""
        return self._reader.bad_crc

    @property
    def bad_shape(self) -> int:
        """Frames dropped for stuffing, length, kind, sender or a field out of range."""
        return self._reader.bad_shape

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes as they came, in pieces of any size; return the frames they complete."""
        reader = self._reader
        out = []
        at = 0
        while at < len(data):
            at = reader.take(data, at, len(data))
            if reader.ready:
                out.append(Frame(reader.seq, self._message()))
        return out

    def _message(self) -> Message:
        reader = self._reader
        got: list[int | bytes] = []
        for _name, kind, offset, width in _LAYOUT[reader.kind]:
            if kind[0] == "b":
                got.append(reader.raw(offset, width))
            else:
                got.append((reader.u8, reader.u16, reader.u30)[width >> 1](offset))
        return CLASS_OF[reader.kind](*got)
