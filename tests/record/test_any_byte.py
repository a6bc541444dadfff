"""Whoever edits one byte of one entry, whichever, makes `verify` name that entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import apsw
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from feltlink.record.entry import Origin
from feltlink.record.schema import APPEND_ONLY, COLUMNS
from feltlink.record.sealer import Sealer
from feltlink.record.signing import beside, make_keys, public_key, signer_of
from feltlink.record.store import Record
from feltlink.record.verify import verify

NAMES = COLUMNS.split(", ")
TEXTS = {"role", "kind", "source", "uid", "act_id", "body"}
ENTRIES = 60
Edited = tuple[apsw.Connection, Any]


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edited]:
    """A signed record of every sort of entry, without what keeps it from being edited; its key."""
    path = tmp_path_factory.mktemp("any") / "r.db"
    make_keys(path)
    record = Record(path)
    sealer = Sealer(record, signer_of(path))
    while record.number < ENTRIES:
        now = record.number * 1_000_000
        batch = record.batch(now)
        first = batch.add(
            "input", "edge", {"seat": 3, "who": "Zoë"}, source="controller", round_id=now + 1,
            origin=Origin("aabbccdd00112233", 7, record.number),
        )  # fmt: skip
        batch.add("result", "refused", {"sentence": "no"}, cause=first)
        batch.add("input", "mark", {}, source="dealer", act_id=f"tap{record.number}")
        record.commit(batch)
        sealer.seal(now)
    record.close()
    db = apsw.Connection(str(path))
    for trigger in APPEND_ONLY:
        db.execute(f"DROP TRIGGER {trigger}")
    for index in ("entry_origin", "entry_act"):
        db.execute(f"DROP INDEX {index}")
    db.pragma("ignore_check_constraints", 1)
    yield db, public_key(beside(path, ".pub"))
    db.close()


def changed(value: Any, at: int, bits: int) -> Any:
    """The value with some bits of one byte flipped; where there was none, something."""
    if value is None:
        return bits
    if isinstance(value, int):
        raw = bytearray(value.to_bytes(8, "big", signed=True))
        raw[at % 8] ^= bits
        return int.from_bytes(raw, "big", signed=True)
    raw = bytearray(value if isinstance(value, bytes) else value.encode())
    if not raw:
        return bytes([bits])
    raw[at % len(raw)] ^= bits
    return bytes(raw)


@settings(max_examples=600, deadline=None)
@given(
    number=st.integers(1, ENTRIES),
    column=st.sampled_from(NAMES),
    at=st.integers(0, 400),
    bits=st.integers(1, 255),
)
def test_any_byte_of_any_entry(
    edited: Edited, number: int, column: str, at: int, bits: int
) -> None:
    db, key = edited
    row = db.execute(f"SELECT {column} FROM entry WHERE number = ?", (number,)).fetchone()
    assert row is not None
    new = changed(row[0], at, bits)
    # What is no text (half a character) stands in the file as well as what is.
    value = "CAST(? AS TEXT)" if column in TEXTS else "?"
    db.execute("BEGIN")
    try:
        try:
            db.execute(f"UPDATE entry SET {column} = {value} WHERE number = ?", (new, number))
        except apsw.ConstraintError:
            assume(False)  # another entry has this number: that is no edit of one byte
        fault = verify(db, key).fault
    finally:
        db.execute("ROLLBACK")
    assert fault is not None, (number, column, new)
    # An entry that calls itself by an earlier number is named so, if it is met before its gap.
    assert fault.number in ((number, new) if column == "number" else (number,)), fault.what


def test_untouched_it_is_sound(edited: Edited) -> None:
    db, key = edited
    verdict = verify(db, key)
    assert (verdict.fault, verdict.entries) == (None, ENTRIES)
