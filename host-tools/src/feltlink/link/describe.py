"""Messages and link events as a person reads them."""

from __future__ import annotations

from typing import Any

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.judge import firmware_version
from feltwire import catalogue

_WORDS: dict[tuple[type[m.Message], str], tuple[str, ...]] = {
    (m.PressIgnored, "reason"): catalogue.IGNORED_REASONS,
    (m.Disarmed, "reason"): catalogue.DISARM_REASONS,
    (m.Fault, "code"): catalogue.FAULT_CODES,
    (m.FaultCleared, "code"): catalogue.FAULT_CODES,
    (m.Boot, "cause"): catalogue.RESET_CAUSES,
    (m.Welcome, "cause"): catalogue.RESET_CAUSES,
    (m.Done, "result"): catalogue.RESULTS,
    (m.SelfTest, "pattern"): catalogue.PATTERNS,
}
_MASKS = {"mask", "inputs", "raw", "latched", "faulted"}


def name(message: m.Message) -> str:
    """The catalogue's name of a message."""
    return m.NAME_OF[m.KIND_OF[type(message)]]


def plain(message: m.Message) -> dict[str, Any]:
    """The fields as JSON: numbers, words for enumerations, hex for bytes."""
    return {field: _json(message, field, value) for field, value in m.values(message).items()}


def _json(message: m.Message, field: str, value: int | bytes) -> int | str:
    if isinstance(value, bytes):
        return value.hex()
    words = _WORDS.get((type(message), field))
    if words is not None:
        return m.word(words, value)
    if isinstance(message, m.Done) and field == "kind":
        return m.NAME_OF.get(value, str(value))
    return value


def sentence(message: m.Message) -> str:
    """The fields in one line."""
    if isinstance(message, m.Edge):
        side = "covered" if message.covered else "free"
        return f"input {message.input} {side}  at_us={message.at_us}"
    if isinstance(message, m.Lights):
        nibbles = "".join(f"{byte & 15:x}{byte >> 4:x}" for byte in message.patterns)
        return f"patterns={nibbles}"
    return "  ".join(f"{field}={_text(message, field)}" for field in m.values(message))


def _text(message: m.Message, field: str) -> str:
    value = _json(message, field, getattr(message, field))
    if field in _MASKS and isinstance(value, int):
        return f"{value:#b}"
    return f"'{value}'" if isinstance(value, str) and " " in value else str(value)


def event(told: ev.LinkEvent) -> str | None:
    """What a link event says, None for those that only programs need."""
    match told:
        case ev.ControllerFound(welcome, new_boot, proven):
            return (
                f"controller {welcome.uid.hex()} found: firmware {firmware_version(welcome)},"
                f" boot {welcome.boot_id}{' (new)' if new_boot else ''},"
                f" {'proven' if proven else 'not proven'}"
            )
        case ev.ControllerLost(why):
            return f"controller lost: {why}"
        case ev.ControllerReset(cause, gap):
            before = f" after boot {gap.old_boot_id}" if gap else ""
            return f"controller was reset ({cause}){before}"
        case ev.EventsMissing(gap):
            return f"events {gap.old_next} to {gap.new_next - 1} were taken by another host"
        case ev.Refused(why, remedy, _) | ev.ReadOnly(_, why, remedy):
            return f"refused: {why}\n  → {remedy}"
        case ev.ProgramChecked(found, expected, files):
            verdict = "as released" if told.right else f"NOT as released ({expected.hex()})"
            return f"program of {files} files is {verdict}: {found.hex()}"
        case ev.PortTrouble(why, remedy):
            return f"{why}\n  → {remedy}"
        case _:
            return None
