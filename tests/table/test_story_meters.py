"""What a supervisor reads of a progressive."""

from __future__ import annotations

from typing import Any

import pytest

from feltlink.table.story_meters import TELLERS


@pytest.mark.parametrize(
    ("kind", "data", "told"),
    [
        ("meter", {"do": "Contribute", "amount_cents": 100, "seat": 2}, "m: $1 wagered at seat 2"),
        ("meter", {"do": "KeyWinners", "winners": []}, "m: winners keyed: nobody"),
        ("meter", {"do": "VoidRound", "round_id": 3, "why": "misdeal"}, "round 3 is void: misdeal"),
        ("meter", {"do": "CloseRound", "round_id": 3}, "m: round 3 is closed"),
        ("awards", {"refused": "the round is closed"}, "refused the winners: the round is closed"),
        ("awards", {"awards": []}, "no award stands"),
        ("award_waiting", {"round_id": 3, "why": "no route"}, "round 3 WAITS: no route"),
        ("meter_link", {"why": ""}, "m: bets are taken"),
        ("award", {"seat": 2, "keyed": False}, "seat 2 taken back"),
        ("drawn", {"draw_id": 1, "cards": ["As", "Kd"]}, "draw 1: As Kd"),
        ("paid", {"payment": "envy:4"}, "paid: envy, seat 4"),
    ],
)
def test_an_entry_in_words(kind: str, data: dict[str, Any], told: str) -> None:
    assert told in TELLERS[kind]({"meter": "m", **data})
