"""Codec checks that run under CPython and MicroPython alike (support.on_micropython)."""

import json
import sys

from feltwire import catalogue
from feltwire.codec import MAX_WIRE, Reader, Writer, layout
from feltwire.crc16 import crc16

HERE = __file__.rsplit("/", 1)[0]


def _load(name):
    with open(HERE + "/" + name) as file:
        return json.load(file)


def _plan(vector):
    """[(method name, offset, value, width)] of a vector's fields."""
    rows = [row for row in catalogue.MESSAGES if row[0] == vector["kind"]]
    out = []
    for name, kind, offset, width in layout(rows[0][4]):
        value = vector["fields"][name]
        if kind[0] == "b":
            value = bytes.fromhex(value) if value else b""
            value = value + bytes(width - len(value))
        out.append(
            (("u8", "u16", "u30")[width >> 1] if kind[0] != "b" else "raw", offset, value, width)
        )
    return out


def _write(writer, vector, plan):
    writer.begin(vector["kind"], vector["seq"])
    for method, _offset, value, width in plan:
        if method == "raw":
            writer.raw(value, width)
        else:
            getattr(writer, method)(value)
    return writer.end()


def _check(name, vector):
    writer = Writer()
    plan = _plan(vector)
    length = _write(writer, vector, plan)
    wire = bytes.fromhex(vector["wire"])
    assert bytes(writer.wire[:length]) == wire, name
    assert length <= MAX_WIRE, name
    reader = Reader(vector["sender"])
    assert reader.take(wire, 0, length) == length, name
    assert reader.ready, name
    assert (reader.kind, reader.seq) == (vector["kind"], vector["seq"]), name
    for method, offset, value, width in plan:
        got = reader.raw(offset, width) if method == "raw" else getattr(reader, method)(offset)
        assert got == value, name
    other = Reader(catalogue.DEVICE + catalogue.HOST - vector["sender"])
    other.take(wire, 0, length)
    assert not other.ready, name
    assert other.bad_shape == 1, name


def every_message_has_its_golden_bytes():
    vectors = _load("vectors.json")
    for name in vectors:
        _check(name, vectors[name])
    named = {name.split()[0] for name in vectors}
    assert named == {row[1] for row in catalogue.MESSAGES}


def the_frozen_core_never_changes_its_bytes():
    vectors = _load("frozen.json")
    for name in vectors:
        _check(name, vectors[name])
    kinds = {vectors[name]["kind"] for name in vectors}
    assert kinds == set(catalogue.FROZEN)


def the_checksum_has_the_published_check_value():
    assert crc16(b"123456789", 9) == 0x29B1


def an_input_event_is_eleven_bytes():
    writer = Writer()
    writer.begin(catalogue.EDGE, 5)
    writer.u30(123456789)
    writer.u8(7)
    assert writer.end() == 11


def the_codec_allocates_nothing():
    if sys.implementation.name != "micropython":
        return  # only there can the heap be locked
    import micropython

    vectors = _load("vectors.json")
    writer = Writer()
    reader = Reader(catalogue.DEVICE)
    u8, u16, u30, raw = writer.u8, writer.u16, writer.u30, writer.raw
    mine = [v for v in vectors.values() if v["sender"] == catalogue.DEVICE]
    calls = [(v["kind"], _plan(v)) for v in mine]
    noise = bytes(range(256)) + bytes(1)
    good = 0
    micropython.heap_lock()
    try:
        for kind, plan in calls:
            writer.begin(kind, 1)
            for method, _offset, value, width in plan:
                if method == "u8":
                    u8(value)
                elif method == "u16":
                    u16(value)
                elif method == "u30":
                    u30(value)
                else:
                    raw(value, width)
            length = writer.end()
            reader.take(writer.wire, 0, length)
            if reader.ready:
                good += 1
            for method, offset, _value, _width in plan:
                if method == "u8":
                    reader.u8(offset)
                elif method == "u16":
                    reader.u16(offset)
                elif method == "u30":
                    reader.u30(offset)
            start = reader.take(noise, 0, 257)
    finally:
        micropython.heap_unlock()
    assert start == 257
    assert good == len(calls)
    assert reader.bad_shape + reader.bad_crc == len(calls)


CASES = {
    "every message has its golden bytes": every_message_has_its_golden_bytes,
    "the frozen core never changes its bytes": the_frozen_core_never_changes_its_bytes,
    "the checksum has the published check value": the_checksum_has_the_published_check_value,
    "an input event is eleven bytes": an_input_event_is_eleven_bytes,
    "the codec allocates nothing": the_codec_allocates_nothing,
}
