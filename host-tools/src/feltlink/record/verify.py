"""Is the record whole? Finds the first altered, missing, reordered, forged or cut-off entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import apsw
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from feltlink.record.entry import GENESIS, Entry, from_row, link
from feltlink.record.export import utc_text
from feltlink.record.schema import COLUMNS
from feltlink.record.signing import CHECKPOINT, Head, fingerprint, signed

CARRIED_OVER = "carried_over"
"""Kind of a rotated record's first entry: `number` and `chain` of the last entry before it, the
name of the `file` that holds that, and per controller the boot and the next event wanted."""
CHECKPOINT_S = 60
CHECKPOINT_ENTRIES = 1000
TAIL_S = 3 * CHECKPOINT_S
"""A running table signs each minute; a longer tail without a signature is no accident."""
PROGRESS_EVERY = 100_000

_NUMBER, _AT, _ROLE, _KIND, _BODY, _CHAIN = 0, 1, 2, 3, 11, 12


@dataclass(frozen=True, slots=True)
class Fault:
    """`number` is the first entry that is not as it was written."""

    number: int
    what: str


@dataclass
class Verdict:
    """What was found, from entry `first` to `last`. `unsigned` counts those after the last
    checkpoint, which covers all up to `signed_to`, and were written from `unsigned_since_us` on.
    """

    checked_signatures: bool = False
    first: int = 1
    last: int = 0
    checkpoints: int = 0
    signed_to: int = 0
    unsigned: int = 0
    unsigned_since_us: int = 0
    last_utc_us: int = 0
    fault: Fault | None = None

    @property
    def entries(self) -> int:
        """How many entries were found in order."""
        return self.last - self.first + 1

    @property
    def unproven(self) -> str:
        """Why a whole record proves nothing: a key was given, and it has signed no entry yet."""
        if not self.checked_signatures or self.fault is not None or self.signed_to >= self.first:
            return ""
        if not self.entries:
            return "no entry is in this record yet"
        return (
            f"the chain of its {self.entries} entries (since {utc_text(self.unsigned_since_us)})"
            " is whole, but the key has signed none of them. A table that has keys signs its first"
            " entries: these were written without, or their signatures were taken away"
        )


def verify(
    connection: apsw.Connection,
    key: Ed25519PublicKey | None = None,
    witnesses: Iterable[Head] = (),
    progress: Callable[[int], None] = lambda number: None,
) -> Verdict:
    """Read the whole record and stop at its first fault.

    With `key` each checkpoint's signature is checked, and the tail behind the last one; a
    `witness` is a signed head kept elsewhere, which the record must still hold.
    """
    check = _Check(key, witnesses)
    verdict = check.verdict
    expected, chain = _beginning(connection)
    verdict.first = expected
    verdict.last = verdict.signed_to = expected - 1
    for row in _rows(connection):
        if row is None:
            verdict.fault = _unreadable(connection, expected)
            return verdict
        number = row[_NUMBER]
        if number != expected:
            verdict.fault = _missing(expected, number)
            return verdict
        right = link(chain, row)
        if right != row[_CHAIN]:
            verdict.fault = _altered(connection, row, right)
            return verdict
        if row[_KIND] == CHECKPOINT and row[_ROLE] == "note":
            if not check.checkpoint(from_row(row), chain):
                return verdict
        elif not verdict.unsigned_since_us:
            verdict.unsigned_since_us = row[_AT]
        chain = right
        if number in check.wanted and not check.witness(number, chain):
            return verdict
        verdict.last = number
        verdict.last_utc_us = row[_AT]
        expected = number + 1
        if number % PROGRESS_EVERY == 0:
            progress(number)
    check.tail()
    return verdict


def damage(connection: apsw.Connection) -> Fault | None:
    """What SQLite finds wrong with the file itself: an index that tells of other entries than there
    are would let a repeated event or tap in a second time, though the chain is whole.
    """
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found is None or found[0] == "ok":
        return None
    return Fault(0, f"each entry is whole, but the file is damaged ({found[0]}): restore a backup")


def _beginning(connection: apsw.Connection) -> tuple[int, bytes]:
    """(number, chain value before it) of the first entry: a rotated record says it itself, and
    `--before` compares that with the file before.
    """
    try:
        row = next(_rows(connection), None)
        if row is None or row[_KIND] != CARRIED_OVER or row[_NUMBER] == 1:
            return 1, GENESIS
        body = from_row(row).data
        return int(body["number"]) + 1, bytes.fromhex(body["chain"])
    except (KeyError, TypeError, ValueError):
        return 1, GENESIS


def _rows(connection: apsw.Connection, first: int = -(2**63)) -> Iterator[tuple[Any, ...] | None]:
    """The entries from `first` on, in order. Ends with None at one whose bytes are no text: one
    flipped bit breaks UTF-8.
    """
    try:
        query = f"SELECT {COLUMNS} FROM entry WHERE number >= ? ORDER BY number"
        yield from connection.execute(query, (first,))
    except UnicodeDecodeError:
        yield None


def _unreadable(connection: apsw.Connection, expected: int) -> Fault:
    query = "SELECT number FROM entry WHERE number >= ? ORDER BY number LIMIT 1"
    row = connection.execute(query, (expected,)).fetchone()
    if row is not None and row[0] != expected:
        return _missing(expected, int(str(row[0])))
    return Fault(expected, f"entry {expected} was altered: its bytes are no text")


def _missing(expected: int, found: int) -> Fault:
    if found < expected:
        return Fault(found, f"entry {found} stands twice, or behind {expected - 1}")
    last = found - 1
    which = f"entry {expected} is" if last == expected else f"entries {expected} to {last} are"
    return Fault(expected, f"{which} missing")


def _altered(connection: apsw.Connection, row: tuple[Any, ...], right: bytes) -> Fault:
    """Tell an altered entry from an altered seal by the entry behind it, which covers the seal."""
    number = row[_NUMBER]
    after = next(_rows(connection, number + 1), None)
    name = f"entry {number} ({row[_KIND]!s:.40})"
    if after is not None and link(right, after) == after[_CHAIN]:
        return Fault(number, f"the seal of {name} was altered; what it says was not")
    if after is not None and link(row[_CHAIN], after) == after[_CHAIN]:
        return Fault(number, f"{name} was altered, or put in the place of another")
    return Fault(number, f"{name} was altered or forged, or the one behind it was")


class _Check:
    """The signatures' part."""

    def __init__(self, key: Ed25519PublicKey | None, witnesses: Iterable[Head]) -> None:
        self.verdict = Verdict(checked_signatures=key is not None)
        self._key = key
        self._name = fingerprint(key) if key else ""
        self._covered = 0  # by a signature, the checkpoint with it
        self.wanted: dict[int, list[Head]] = {}
        for head in witnesses:
            self.wanted.setdefault(head.number, []).append(head)

    def checkpoint(self, entry: Entry, before: bytes) -> bool:
        verdict = self.verdict
        try:
            head = Head(**entry.data)
        except (TypeError, ValueError):
            verdict.fault = Fault(entry.number, f"checkpoint {entry.number} is none")
            return False
        good = (head.number, head.chain) == (entry.number - 1, before.hex())
        if self._key is not None and good:
            good = signed(head, self._key)
        if not good:
            first = verdict.signed_to + 1
            verdict.fault = Fault(
                first,
                f"the signature in checkpoint {entry.number} is not by key"
                f" {self._name or head.key} for this record: entries from {first} on are forged,"
                " or another key signed them",
            )
            return False
        verdict.checkpoints += 1
        self._proven(entry.number - 1, entry.number)
        return True

    def _proven(self, signed_to: int, covered: int) -> None:
        self.verdict.signed_to, self._covered = signed_to, covered
        self.verdict.unsigned_since_us = 0

    def witness(self, number: int, chain: bytes) -> bool:
        for head in self.wanted.pop(number):
            genuine = self._key is None or signed(head, self._key)
            if genuine and head.chain == chain.hex() and self._key is not None:
                self._proven(number, number)
            elif genuine and head.chain != chain.hex():
                self.verdict.fault = Fault(
                    self.verdict.signed_to + 1,
                    f"the witness of entry {number} says otherwise: an entry from"
                    f" {self.verdict.signed_to + 1} to {number} was forged",
                )
                return False
        return True

    def tail(self) -> None:
        verdict = self.verdict
        end = verdict.last
        verdict.unsigned = end - max(self._covered, verdict.first - 1)
        beyond = [n for n, heads in self.wanted.items() if n > end and self._genuine(heads)]
        if beyond:
            verdict.fault = Fault(
                end + 1, f"the record is cut off: entries {end + 1} to {max(beyond)} were in it"
            )
        elif self._key is not None and verdict.unsigned:
            span_s = (verdict.last_utc_us - verdict.unsigned_since_us) // 1_000_000
            if span_s > TAIL_S or verdict.unsigned > 2 * CHECKPOINT_ENTRIES:
                verdict.fault = self._unsigned(span_s)

    def _unsigned(self, span_s: int) -> Fault:
        verdict = self.verdict
        first = verdict.last - verdict.unsigned + 1
        if verdict.signed_to < verdict.first:
            return Fault(
                first,
                f"none of its {verdict.unsigned} entries ({span_s} s) is signed by key"
                f" {self._name}, though a table that has keys signs from its first entries on: they"
                " are forged, or were written before there was a key",
            )
        return Fault(
            first,
            f"the last {verdict.unsigned} entries ({span_s} s) are not signed, though a table signs"
            f" each minute: entries from {first} on may be forged",
        )

    def _genuine(self, heads: list[Head]) -> bool:
        return any(self._key is None or signed(head, self._key) for head in heads)
