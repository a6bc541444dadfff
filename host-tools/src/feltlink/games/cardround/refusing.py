"""Refusals from deep inside a step, and reading an input's fields without trusting them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltlink.games.cardround.state import Seat, State


class Refused(Exception):
    """The input changes nothing; why, and the rule behind it."""

    def __init__(self, sentence: str, paragraph: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.paragraph = paragraph


def text(data: Mapping[str, Any], key: str) -> str:
    """A field that must be text."""
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise Refused(f"the act names no {key}")
    return value


def amount(data: Mapping[str, Any], key: str = "amount_cents") -> int:
    """A field that must be cents, 0 or more."""
    value = data.get(key)
    if type(value) is not int or value < 0:
        raise Refused(f"{key} must be a whole number of cents, not {value!r}")
    return value


def seat_of(state: State, data: Mapping[str, Any]) -> Seat:
    """The seat that the input names."""
    seat = state.seat(data.get("seat"))
    if seat is None:
        raise Refused(f"this table has no seat {data.get('seat')!r}, only 1 to {len(state.seats)}")
    return seat


def spots(data: Mapping[str, Any], key: str) -> set[tuple[int, str]]:
    """A list of [seat, spot]; what is none is passed over."""
    found = data.get(key)
    if not isinstance(found, list | tuple):
        return set()
    pairs = [pair for pair in found if isinstance(pair, list | tuple) and len(pair) == 2]
    return {(seat, spot) for seat, spot in pairs if type(seat) is int and isinstance(spot, str)}


def entries(data: Mapping[str, Any], key: str) -> dict[int, Mapping[str, Any]]:
    """A list of the meter's awards by seat; what is none is passed over."""
    found = data.get(key)
    if not isinstance(found, list | tuple):
        return {}
    return {
        entry["seat"]: entry
        for entry in found
        if isinstance(entry, Mapping)
        and all(type(entry.get(name)) is int for name in ("seat", "amount_cents", "award"))
    }
