"""Every serial port, and what is on it. No event is taken from any controller."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from feltlink.link.discovery import ports
from feltlink.link.judge import firmware_version
from feltlink.link.port import BAUD, PortInfo
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltlink.workshop import attached, usb
from feltlink.workshop.verify import released
from feltwire import catalogue

__all__ = ["Found", "devices"]

_DIGEST_S = 20.0  # after a boot an RP2040 reads its program in ten seconds


@dataclass(frozen=True)
class Found:
    """A port. `uid` is "" when no controller answers, and `why` then tells why.

    `program` is "image" or "source" for this release's in that form, "another" for any other, ""
    when it is not known (a round is being played). `waiting` events are not acknowledged yet.
    """

    port: str
    usb: str
    kind: str
    serial: str
    uid: str = ""
    board: str = ""
    chip: str = ""
    firmware: str = ""
    program: str = ""
    provisioned: bool = False
    waiting: int = 0
    why: str = ""


def devices(given: Iterable[str] = (), baud: int = BAUD) -> list[Found]:
    """Look at the USB serial ports and at the paths given, one after the other."""
    return [_look(port, baud) for port in ports(given)]


def _look(port: PortInfo, baud: int) -> Found:
    ids = kind = ""
    if port.vendor is not None and port.product is not None:
        ids = f"{port.vendor:04x}:{port.product:04x}"
        known = usb.known(port.vendor, port.product)
        kind = known.name if known else port.description
    try:
        with Quiet(port, baud) as looking:
            return _ask(looking, Found(port.path, ids, kind, port.serial))
    except Problem as problem:
        return Found(port.path, ids, kind, port.serial, why=problem.what)


def _ask(looking: Quiet, at: Found) -> Found:
    welcome = looking.welcome
    said, name = attached.identity(looking)
    return Found(
        at.port,
        at.usb,
        at.kind,
        at.serial,
        uid=welcome.uid.hex(),
        board=name,
        chip=said.chip.rstrip(b"\0").decode(errors="replace"),
        firmware=firmware_version(welcome),
        program=_program(looking, name),
        provisioned=bool(welcome.flags & catalogue.PROVISIONED),
        waiting=welcome.pending,
    )


def _program(looking: Quiet, board: str) -> str:
    """By the first bytes of the digest that the greeting carries; until a boot's is done, waited
    for."""
    try:
        found = looking.welcome.firmware
        if not any(found):
            found = attached.digest(looking, _DIGEST_S)[: len(found)]
    except Problem:
        return ""
    try:
        wanted = released(board)
    except Problem:  # a board that this release does not know
        return "another"
    return next((form for form, digest in wanted.items() if digest.startswith(found)), "another")
