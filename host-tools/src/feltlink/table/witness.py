"""The record's signed head, deposited in the meters' store: a cut-off record is seen from there."""

from __future__ import annotations

from pathlib import Path

from feltlink.floor.place import Witness
from feltlink.floor.store import Store
from feltlink.problem import Problem
from feltlink.record.signing import Head, beside, head_in

LOOK_EVERY_MS = 1000


class Deposit:
    """Brings each new head of one table's record to the store."""

    def __init__(self, record: Path, table: str) -> None:
        self._file = beside(record, ".head")
        self._table = table
        self._seen: tuple[int, int] | None = None
        self._due_ms = 0

    def step(self, store: Store, now_ms: int) -> None:
        """Deposit the head if it is a new one. A Problem of the store says that the record is not
        the one it has seen.
        """
        if now_ms < self._due_ms:
            return
        self._due_ms = now_ms + LOOK_EVERY_MS
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return  # a record without keys
        stamp = (found.st_mtime_ns, found.st_ino)
        if stamp != self._seen:
            head = head_in(self._file)
            store.witness(self._table, head.number, head.chain, _text(head))
            self._seen = stamp


def _text(head: Head) -> str:
    return f"{head.at_utc_us} {head.key} {head.signature}"


def head_of(witness: Witness) -> Head:
    """The head that a table deposited."""
    try:
        at_utc_us, key, signature = witness.signature.split(" ")
        return Head(witness.number, witness.head, int(at_utc_us), key, signature)
    except ValueError:
        raise Problem(
            "the store's witness cannot be read", where=f"table {witness.table}"
        ) from None
