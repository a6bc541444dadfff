"""Bytes on the wire beside the same content as a JSON line and as MessagePack.

Neither peer carries a checksum; the frame does.
"""

from __future__ import annotations

import json
from typing import Any

import msgpack

from feltlink.link import messages as m
from feltlink.link.frames import encode
from measure.row import Row

EVENT = m.Edge(at_us=123_456_789, what=2 * 2 + 1)
EVENT_CONTENT = {"type": "edge", "seq": 17, "at_us": 123_456_789, "input": 2, "covered": True}
LIGHTS = m.Lights(bytes([0x10, 0x02, 0x11]))
LIGHTS_CONTENT = {"type": "lights", "seq": 17, "patterns": [0, 1, 2, 0, 1, 1]}


def rows() -> list[Row]:
    return [
        *_pair("event_bytes", len(encode(EVENT, 17)), EVENT_CONTENT, 11, 4.0),
        *_pair("lights_bytes", len(encode(LIGHTS, 17)), LIGHTS_CONTENT, 21, 2.0),
    ]


def _pair(name: str, ours: int, content: dict[str, Any], most: int, times: float) -> list[Row]:
    line = len(json.dumps(content, separators=(",", ":")).encode()) + 1
    packed = len(msgpack.packb(content))
    return [
        Row(
            name,
            ours,
            "bytes",
            f"{most}, and at most 1/{times:g} of the JSON line",
            ours == most and ours * times <= line,
            "JSON line",
            line,
        ),
        Row(f"{name}_msgpack", ours, "bytes", "fewer", ours < packed, "MessagePack", packed),
    ]
