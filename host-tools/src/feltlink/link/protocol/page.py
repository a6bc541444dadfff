"""Writes docs/protocol.md from the catalogue, `meanings.toml` and `template.md`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from feltlink.link.frames import encode
from feltlink.link.messages import Edge
from feltwire import catalogue
from feltwire.codec import MAX_WIRE, SIZE, layout

HERE = Path(__file__).parent

ENUMERATIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Reasons of PRESS_IGNORED", catalogue.IGNORED_REASONS),
    ("Reasons of DISARMED", catalogue.DISARM_REASONS),
    ("Fault codes", catalogue.FAULT_CODES),
    ("Reset causes", catalogue.RESET_CAUSES),
    ("Results", catalogue.RESULTS),
)
FLAGS = (
    (catalogue.PROVISIONED, "the controller has a key"),
    (catalogue.OVERFLOWED, "the journal has overflowed and is not yet drained"),
    (
        catalogue.KEPT_JOURNAL,
        "the journal was kept over a reset whose BOOT is not yet acknowledged",
    ),
)
SHAPES = {
    "off": ("–", "never"),
    "on": ("–", "always"),
    "blink": ("1 s", "first half"),
    "blink fast": ("0.4 s", "first half"),
    "pulse": ("1 s", "first 0.1 s"),
    "wink": ("1 s", "all but the first 0.1 s"),
}
GROUPS = (
    ("Events, controller → host, reliable", range(0x40)),
    ("Answers, controller → host", range(0x40, 0x80)),
    ("The link's own, host → controller", range(0x80, 0x90)),
    ("Commands, host → controller", range(0x90, 0x100)),
)


def meanings() -> dict[str, dict[str, str]]:
    """What messages and fields mean: message name -> field name (or "about") -> words."""
    with (HERE / "meanings.toml").open("rb") as file:
        return tomllib.load(file)


def page() -> str:
    """The whole page."""
    names = {row[0]: row[1] for row in catalogue.MESSAGES}
    parts = {
        "major": str(catalogue.MAJOR),
        "minor": str(catalogue.MINOR),
        "max_wire": str(MAX_WIRE),
        "most": str(catalogue.MAX_INPUTS),
        "hash": f"0x{catalogue.fingerprint():08X}",
        "frozen": ", ".join(names[kind] for kind in catalogue.FROZEN),
        "example": _example(),
        "patterns": "\n".join(
            f"| {n} | {name} | {SHAPES[name][0]} | {SHAPES[name][1]} |"
            for n, name in enumerate(catalogue.PATTERNS)
        ),
        "messages": "\n\n".join(_group(title, kinds) for title, kinds in GROUPS),
        "enumerations": "\n\n".join(_enumerations()),
    }
    text = (HERE / "template.md").read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    return text


def _hex(data: bytes) -> str:
    return " ".join(f"{byte:02X}" for byte in data)


def _example() -> str:
    """An EDGE taken apart."""
    edge = Edge(at_us=0x00012C05, what=2 * 3 + 1)
    wire = encode(edge, seq=0x107)
    pieces = []
    at = 0
    while wire[at]:
        pieces.append(wire[at + 1 : at + wire[at]])
        at += wire[at]
    plain = b"\0".join(pieces)
    rows = [
        ("kind, EDGE", plain[:1]),
        ("seq, of event 263 = 0x107", plain[1:2]),
        (f"at_us, {edge.at_us} µs", plain[2:6]),
        ("what, sensor 3 is now covered", plain[6:7]),
        ("crc over the seven bytes above", plain[7:]),
    ]
    table = "\n".join(f"| {what} | `{_hex(data)}` |" for what, data in rows)
    split = "  ".join(f"[{_hex(piece)}]" for piece in pieces)
    return (
        f"| part | bytes |\n|---|---|\n{table}\n\nSplit at the zeros, which fall away: "
        f"`{split}`. Each piece gets its length plus 1 in front, and 0x00 ends the frame:"
        f"\n\n    {_hex(wire)}\n\n{len(wire)} bytes."
    )


def _group(title: str, kinds: range) -> str:
    words = meanings()
    rows = [row for row in catalogue.MESSAGES if row[0] in kinds]
    return f"### {title}\n\n" + "\n\n".join(_message(row, words) for row in rows)


def _message(row: tuple[int, str, int, bool, str], words: dict[str, dict[str, str]]) -> str:
    kind, name, sender, reliable, fields = row
    size = SIZE[kind]
    head = f"#### 0x{kind:02X} {name}\n\n{words[name]['about']} {size} bytes of body.\n\n"
    head += f"    {kind} {name} {sender} {int(reliable)} {fields}".rstrip()
    if not fields:
        return head
    table = [
        f"| {offset} | {field} | {text} | {words[name].get(field) or words['shared'][field]} |"
        for (field, _kind, offset, _width), text in zip(
            layout(fields), (f.split(":")[1] for f in fields.split()), strict=True
        )
    ]
    return head + "\n\n| at | field | kind | meaning |\n|---|---|---|---|\n" + "\n".join(table)


def _enumerations() -> Iterable[str]:
    for title, names in ENUMERATIONS:
        rows = "\n".join(f"| {n} | {name} |" for n, name in enumerate(names))
        yield f"### {title}\n\n| number | meaning |\n|---|---|\n{rows}"
    rows = "\n".join(f"| {bit} | {what} |" for bit, what in FLAGS)
    yield f"### Flags of WELCOME\n\n| bit | meaning |\n|---|---|\n{rows}"
