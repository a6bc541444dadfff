"""The bytes that are hashed never change: what an earlier version wrote is checked by this one."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.entry import GENESIS, Origin, canonical, link
from feltlink.record.schema import AT_ONCE
from feltlink.record.store import Record
from feltlink.record.verify import verify

NUMBERS = st.integers() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | NUMBERS | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(), VALUES))
def test_a_body_is_what_the_standard_library_makes_of_it(body: dict[str, Any]) -> None:
    plain = json.dumps(body, sort_keys=True, separators=(",", ":"), allow_nan=False)
    assert canonical(body) == plain


@pytest.mark.parametrize("body", [{"a": float("nan")}, {"a": float("inf")}, {"a": {1, 2}}])
def test_what_is_no_json_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        canonical(body)


ROWS = {
    "1|2|4:note|5:drawn|4:host|None|None|-|None|None|-|2:{}": (
        1, 2, "note", "drawn", "host", None, None, None, None, None, None, "{}",
    ),
    '8|9|5:input|4:edge|10:controller|3|7|4:aabb|5|6|4:tap1|9:{"s":"é"}': (
        8, 9, "input", "edge", "controller", 3, 7, "aabb", 5, 6, "tap1", '{"s":"é"}',
    ),
    "8|9|5:input|4:mark|6:dealer|3|None|-|None|None|0:|2:{}": (
        8, 9, "input", "mark", "dealer", 3, None, None, None, None, "", "{}",
    ),
    "8|9|5:input|4:mark|6:dealer|3|None|-|5|None|-|2:{}": (  # as nobody but a forger writes it
        8, 9, "input", "mark", "dealer", 3, None, None, 5, None, None, "{}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", ROWS)
def test_what_the_chain_covers(text: str) -> None:
    covered = sha256(GENESIS + text.encode()).digest()
    assert link(GENESIS, ROWS[text]) == covered
    assert link(GENESIS, (*ROWS[text], b"its own")) == covered


@pytest.mark.parametrize("count", [1, 8, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE, 999])
@pytest.mark.parametrize("along", [False, True])
def test_a_batch_of_any_size_is_one_transaction(tmp_path: Path, count: int, along: bool) -> None:
    record = Record(tmp_path / "r.db")
    for life in (0, 1):
        batch = record.batch(1000 + life)
        for i in range(count):
            batch.add("input", "edge", {"i": i}, origin=Origin("aa", life, i), round_id=i)
        if along:
            batch.along.append(
                lambda c: c.execute("INSERT INTO kept VALUES ('k', '1') RETURNING 1")
            )
        if life:
            batch.add("input", "edge", {}, origin=Origin("aa", 0, count - 1))  # twice: refused
            with pytest.raises(Problem, match="refused an entry"):
                record.commit(batch)
        else:
            record.commit(batch)
    record.close()
    record = Record(tmp_path / "r.db")
    found = list(reading.between(record.live, 1))
    assert [(e.number, e.data["i"]) for e in found] == [(i + 1, i) for i in range(count)]
    assert verify(record.live).fault is None
    assert reading.kept(record.live, "k") == (1 if along else None)
    record.close()
