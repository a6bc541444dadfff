"""Hypothesis strategies for what may be on the wire."""

from __future__ import annotations

from hypothesis import strategies as st

from feltlink.link.frames import encode
from feltlink.link.messages import CLASS_OF, Message
from feltwire import catalogue


def _field(kind: str) -> st.SearchStrategy[int] | st.SearchStrategy[bytes]:
    if kind[0] == "b":
        width = int(kind[1:])
        return st.binary(min_size=width, max_size=width)
    if "<" in kind:
        return st.integers(0, int(kind.split("<")[1]) - 1)
    return st.integers(0, {"u8": 0xFF, "u16": 0xFFFF, "u30": (1 << 30) - 1}[kind])


def messages(sender: int) -> st.SearchStrategy[Message]:
    """Any message of one sender."""
    kinds = [
        st.builds(CLASS_OF[ident], *(_field(f.split(":")[1]) for f in fields.split()))
        for ident, _name, who, _reliable, fields in catalogue.MESSAGES
        if who == sender
    ]
    return st.one_of(kinds)


def frames(sender: int) -> st.SearchStrategy[bytes]:
    """Any good frame of one sender."""
    return st.builds(encode, messages(sender), st.integers(0, 255))


def spoiled(sender: int) -> st.SearchStrategy[bytes]:
    """A good frame with a bit flipped, a part missing, doubled or with noise in it."""

    def spoil(frame: bytes, how: int, at: int, noise: bytes) -> bytes:
        at %= len(frame)
        return (
            frame[:at] + bytes([frame[at] ^ (1 << at % 8)]) + frame[at + 1 :],
            frame[:at],
            frame[at:],
            frame + frame,
            frame[:at] + noise + frame[at:],
        )[how]

    return st.builds(
        spoil, frames(sender), st.integers(0, 4), st.integers(0, 59), st.binary(max_size=8)
    )


def lines(sender: int) -> st.SearchStrategy[bytes]:
    """A stretch of line: good frames, spoiled ones and garbage in any order."""
    piece = st.one_of(frames(sender), spoiled(sender), st.binary(max_size=80))
    return st.lists(piece, max_size=12).map(b"".join)
