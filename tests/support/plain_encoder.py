"""A second, unrelated encoder of the wire, from docs/protocol.md and the standard library alone.

`python tests/support/plain_encoder.py` writes vectors for messages that have none yet into
tests/feltwire/vectors.json. A vector that is there is never written again, so that a change of
the wire shows; frozen.json beside it is not written at all.
"""

from __future__ import annotations

import binascii
import json
import struct
import sys
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
VECTORS = TESTS / "feltwire" / "vectors.json"


def cobs(data: bytes) -> bytes:
    """Stuff by splitting at zeros; runs here are always shorter than 254."""
    return b"".join(bytes([len(run) + 1]) + run for run in data.split(b"\0"))


def wire(kind: int, seq: int, fields: str, values: dict[str, Any]) -> bytes:
    """One frame; raw fields are given as hex text."""
    body = b""
    for field in fields.split():
        name, kind_of = field.split(":")
        value = values[name]
        if kind_of[0] == "b":
            body += bytes.fromhex(value).ljust(int(kind_of[1:]), b"\0")
        else:
            body += struct.pack({"u8": "<B", "u1": "<H", "u3": "<I"}[kind_of[:2]], value)
    plain = bytes([kind, seq]) + body
    return cobs(plain + struct.pack(">H", binascii.crc_hqx(plain, 0xFFFF))) + b"\0"


def sample(kind_of: str, which: str, turn: int) -> int | str:
    """A field's smallest, largest or some middle value."""
    if kind_of[0] == "b":
        width = int(kind_of[1:])
        middle = bytes((turn * 37 + i * 11) & 0xFF for i in range(width))
        return {"low": b"", "high": b"\xff" * width, "middle": middle}[which].hex()
    if "<" in kind_of:
        top = int(kind_of.split("<")[1]) - 1
    else:
        top = {"u8": 255, "u16": 65535, "u30": (1 << 30) - 1}[kind_of]
    return {"low": 0, "high": top, "middle": (top * 5 // 7 + turn * 3) % (top + 1)}[which]


def vectors(rows: tuple[tuple[int, str, int, bool, str], ...]) -> dict[str, dict[str, Any]]:
    """Three vectors a message, by "NAME which"."""
    out = {}
    for kind, name, sender, _reliable, fields in rows:
        for seq, which in ((0, "low"), (255, "high"), (kind, "middle")):
            values = {
                field.split(":")[0]: sample(field.split(":")[1], which, turn)
                for turn, field in enumerate(fields.split())
            }
            out[f"{name} {which}"] = {
                "kind": kind,
                "sender": sender,
                "seq": seq,
                "fields": values,
                "wire": wire(kind, seq, fields, values).hex(),
            }
    return out


def main() -> None:
    """Add what is missing."""
    sys.path.insert(0, str(TESTS.parent / "firmware"))
    from feltwire import catalogue

    have = json.loads(VECTORS.read_text()) if VECTORS.exists() else {}
    rows = [f" {json.dumps(k)}: {json.dumps(v)}" for k, v in _merged(catalogue.MESSAGES, have)]
    VECTORS.write_text("{\n" + ",\n".join(rows) + "\n}\n")


def _merged(
    rows: tuple[tuple[int, str, int, bool, str], ...], have: dict[str, Any]
) -> list[tuple[str, Any]]:
    return [(name, have.get(name, made)) for name, made in vectors(rows).items()]


if __name__ == "__main__":
    main()
