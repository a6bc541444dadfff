"""The books find what does not add up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from feltlink.record.store import Batch, Record
from feltlink.table.audit import Books, books


def line(seat: int, amount: int, stake: int = 500, order: int = 1, **more: Any) -> dict[str, Any]:
    plain = {
        "seat": seat, "wager": "bonus_spin", "stake_cents": stake,
        "outcome": "win" if amount else "lose", "pays": "x", "amount_cents": amount,
        "paid_by": "house", "stake_back": False, "order": order, "paragraph": "p",
    }  # fmt: skip
    return {**plain, **more}


def summed(path: Path, lines: list[dict[str, Any]], draws: tuple[int, ...] = (1,)) -> Books:
    """Round 1 with seats 1 and 3 locked, these lines, one draw asked for and `draws` made."""
    record = Record(path)
    batch: Batch = record.batch(1)
    spots = [[1, "bonus_spin"], [3, "bonus_spin"]]
    batch.add("input", "locked", {"round_id": 1, "spots": spots}, round_id=1)
    batch.add("result", "draw", {"draw_id": 1, "what": "wheel", "options": {}}, round_id=1)
    for draw in draws:
        batch.add("input", "drawn", {"draw_id": draw, "stop": 2}, round_id=1)
    batch.add("result", "settled", {"lines": lines}, round_id=1)
    batch.add("result", "release", {"round_id": 1}, round_id=1)
    record.commit(batch)
    out = books(record.live)
    record.close()
    return out


def test_a_round_that_balances(tmp_path: Path) -> None:
    out = summed(tmp_path / "r.db", [line(1, 1000), line(3, 0, order=2)])
    assert out == Books(inputs=2, lines=2, stakes_cents=1000, handed_over_cents=1000)


def test_a_line_taken_back_and_written_again(tmp_path: Path) -> None:
    back = line(1, -1000, stake=-500, order=2, outcome="win")
    lines = [line(1, 1000), back, line(1, 6500, order=3), line(3, 0, order=4)]
    out = summed(tmp_path / "r.db", lines)
    assert (out.faults, out.handed_over_cents) == ([], 6500)


@pytest.mark.parametrize(
    ("lines", "draws", "words"),
    [
        ([line(1, 1000)], (1,), "seat 3 bonus_spin had a locked wager and was not settled"),
        ([], (1,), "seat 1 bonus_spin had a locked wager and was not settled"),
        (
            [line(1, 1000), line(1, 1000, order=2), line(3, 0, order=3)],
            (1,), "seat 1 bonus_spin was settled 2 times",
        ),
        (
            [line(1, 0), line(3, 0, order=2), line(5, 1000, order=3)],
            (1,), "seat 5 bonus_spin was settled without a locked wager",
        ),
        ([line(1, 0), line(3, 0, order=1)], (1,), "line 1 stands after line 1"),
        ([line(1, 0, outcome="win"), line(3, 0, order=2)], (1,), "win of $5 that hands over $0"),
        ([line(1, 0), line(3, 0, order=2)], (), "draw 1 was asked for 1x and made 0x"),
        ([line(1, 0), line(3, 0, order=2)], (1, 1), "draw 1 was asked for 1x and made 2x"),
        ([line(1, 0), line(3, 0, order=2)], (1, 2), "draw 2 was asked for 0x and made 1x"),
    ],
)  # fmt: skip
def test_what_does_not_add_up_is_named(
    tmp_path: Path, lines: list[dict[str, Any]], draws: tuple[int, ...], words: str
) -> None:
    assert words in "; ".join(summed(tmp_path / "r.db", lines, draws).faults)


def test_a_lock_that_came_too_late_asks_for_no_line(tmp_path: Path) -> None:
    record = Record(tmp_path / "r.db")
    batch: Batch = record.batch(1)
    batch.add("result", "release", {"round_id": 1}, round_id=1)
    body = {"round_id": 1, "spots": [[1, "bonus_spin"]]}
    late = batch.add("input", "locked", body, round_id=1)
    batch.add("result", "refused", {"sentence": "void"}, round_id=2, cause=late)
    record.commit(batch)
    assert books(record.live).faults == []
    record.close()
