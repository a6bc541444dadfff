"""What holds for any message and any garbage."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from feltlink.link.frames import Decoder, Frame, encode
from feltlink.link.messages import Message
from feltwire import catalogue
from feltwire.codec import MAX_WIRE, Reader
from support.wire import frames, lines, messages

DEVICE, HOST = catalogue.DEVICE, catalogue.HOST


@given(messages(DEVICE) | messages(HOST), st.integers(0, 255))
def test_round_trip(message: Message, seq: int) -> None:
    wire = encode(message, seq)
    assert len(wire) <= MAX_WIRE
    assert wire.index(0) == len(wire) - 1
    both = [Decoder(DEVICE).feed(wire), Decoder(HOST).feed(wire)]
    assert sorted(both, key=len) == [[], [Frame(seq, message)]]


@given(st.binary(max_size=400), frames(DEVICE))
def test_in_step_again_after_any_prefix_of_garbage(prefix: bytes, frame: bytes) -> None:
    decoder = Decoder(DEVICE)
    before = len(decoder.feed(prefix + b"\0"))
    assert len(decoder.feed(frame)) == 1
    assert decoder.good == before + 1


@given(lines(DEVICE))
def test_every_frame_of_any_line_is_counted_once(line: bytes) -> None:
    decoder = Decoder(DEVICE)
    got = decoder.feed(line + b"\0")
    pieces = [piece for piece in (line + b"\0").split(b"\0") if piece]
    assert decoder.good == len(got)
    assert decoder.good + decoder.bad_crc + decoder.bad_shape == len(pieces)


@given(lines(DEVICE), st.lists(st.integers(0, 500), max_size=6))
def test_how_the_bytes_were_cut_changes_nothing(line: bytes, cuts: list[int]) -> None:
    whole, cut = Decoder(DEVICE), Decoder(DEVICE)
    expected = whole.feed(line)
    edges = [0, *sorted(min(c, len(line)) for c in cuts), len(line)]
    parts = [line[a:b] for a, b in itertools.pairwise(edges)]
    assert [frame for part in parts for frame in cut.feed(part)] == expected
    assert (cut.bad_crc, cut.bad_shape) == (whole.bad_crc, whole.bad_shape)


@given(st.binary(max_size=300))
def test_what_is_taken_is_exactly_what_was_sent(line: bytes) -> None:
    """A frame that is taken encodes back to the very bytes that were on the line."""
    decoder = Decoder(DEVICE)
    for seq, message in decoder.feed(line + b"\0"):
        assert encode(message, seq)[:-1] in line


def test_bytes_beyond_the_longest_frame_do_not_pile_up() -> None:
    reader = Reader(DEVICE)
    long = b"\xff" * 100_000
    assert reader.take(long, 0, len(long)) == len(long)
    assert len(reader.plain) == MAX_WIRE
    assert reader.take(b"\0", 0, 1) == 1
    assert reader.bad_shape == 1
