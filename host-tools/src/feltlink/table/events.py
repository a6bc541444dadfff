"""Controller events as the game's inputs: input numbers become seats, spots and pins."""

from __future__ import annotations

from typing import Any

from feltlink.link import messages as m
from feltlink.record.entry import Role
from feltlink.workshop.boards import Board
from feltwire import catalogue

Told = tuple[Role, str, dict[str, Any]]
"""Role, kind and body of the entry. A note is recorded but no game's business."""


def spots(board: Board, mask: int) -> list[list[int | str]]:
    """[[seat, spot] …] of a mask of sensors, in board order; bits beyond the board are left out."""
    return [[p.seat, p.spot] for p in board.places if mask >> p.input & 1]


def mask_of(board: Board, places: tuple[tuple[int, str], ...]) -> int:
    """The mask of sensors of [(seat, spot) …]."""
    return sum(1 << board.input_of(seat, spot) for seat, spot in places)


def told(board: Board, event: m.Message, at_utc_us: int | None) -> Told:
    """The entry of one controller event. `at_utc_us` is the time of its first edge, None if no
    host has ever seen the clock it was taken with."""
    role, kind, body = _told(board, event)
    return role, kind, {**body, "at_utc_us": at_utc_us}


def _told(board: Board, event: m.Message) -> Told:
    match event:
        case m.Edge():  # and LateEdge, which is one
            kind = "late_edge" if isinstance(event, m.LateEdge) else "edge"
            return _edge(board, kind, event)
        case m.Press():
            return "input", "press", {"arm_id": event.arm_id}
        case m.PressIgnored():
            reason = _name(catalogue.IGNORED_REASONS, event.reason)
            return "input", "press_ignored", {"reason": reason}
        case m.Disarmed():
            reason = _name(catalogue.DISARM_REASONS, event.reason)
            return "input", "disarmed", {"arm_id": event.arm_id, "reason": reason}
        case m.Locked():
            body = {"round_id": event.round_id, "spots": spots(board, event.mask)}
            return "input", "locked", body
        case m.Fault():  # and FaultCleared
            kind = "fault_cleared" if isinstance(event, m.FaultCleared) else "fault"
            return "input", kind, _fault(board, event)
        case m.Overflow():
            return "input", "overflow", {"lost": event.lost, "first_lost": event.first_lost}
        case m.HostLost():
            return "note", "host_lost", {"silent_ms": event.silent_ms}
        case m.Wrap():
            return "note", "clock_wrap", {"wraps": event.wraps}
        case _:
            return "note", "unknown_event", {"text": repr(event)}


def cause_name(cause: int) -> str:
    """The words for BOOT.cause."""
    return _name(catalogue.RESET_CAUSES, cause)


def _name(names: tuple[str, ...], number: int) -> str:
    return names[number] if number < len(names) else f"number {number}"


def _edge(board: Board, kind: str, event: m.Edge) -> Told:
    try:
        seat, spot = board.spot_of(event.input)
    except KeyError:  # the button's own edges, or an input that this board does not have
        return "note", "other_edge", {"input": event.input, "covered": event.covered}
    return "input", kind, {"seat": seat, "spot": spot, "covered": event.covered}


def _fault(board: Board, event: m.Fault) -> dict[str, Any]:
    seat: int | None = None
    spot: str | None = None
    pin: str | None = None
    where = "Controller"
    if event.input != catalogue.NO_INPUT and event.input < board.inputs:
        pin = board.pin_of(event.input)
        where = f"Button (pin {pin})"
        if event.input != board.button_input:
            seat, spot = board.spot_of(event.input)
            where = f"Seat {seat} {spot} (pin {pin})"
    code = _name(catalogue.FAULT_CODES, event.code)
    return {
        "code": code,
        "seat": seat,
        "spot": spot,
        "pin": pin,
        "detail": f"{where}: {code}.",
        "number": event.detail,
    }
