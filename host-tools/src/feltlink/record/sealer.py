"""When a running record is signed: with the first entries of each run, each minute, each thousand
entries, at each drop, and at the end.
"""

from __future__ import annotations

from dataclasses import asdict

from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.signing import CHECKPOINT, Head, Signer
from feltlink.record.store import Batch, Record
from feltlink.record.verify import CHECKPOINT_ENTRIES, CHECKPOINT_S

NOT_SIGNED = (
    "the record is not signed: it lacks entry {} as it was signed last. Bring the"
    " right file back (feltlink record restore), or move the .head file away with the old one"
)


class Sealer:
    """Writes checkpoints into `record`; without a signer, none. `why` tells of a head that could
    not be put in its own file (the record itself is sound then, but a cut-off would not show), or
    of a record that lacks the entry that was signed last (`lacking`, its number): that one is not
    signed, so that it goes on showing.
    """

    def __init__(self, record: Record, signer: Signer | None) -> None:
        self._record = record
        self.lacking = _lacking(record, signer) if signer else 0
        self.why = NOT_SIGNED.format(self.lacking) if self.lacking else ""
        self._signer = None if self.lacking else signer
        self._sealed = 0
        self._due_us: int | None = None

    def tick(self, now_us: int, at_utc_us: int) -> None:
        """Sign if it is time. Raises the record's Problem."""
        if self._signer is None or self._record.number == self._sealed:
            return
        if self._due_us is None:
            self._due_us = now_us + CHECKPOINT_S * 1_000_000
        if now_us >= self._due_us or self._record.number - self._sealed >= CHECKPOINT_ENTRIES:
            self.seal(at_utc_us)

    def seal(self, at_utc_us: int) -> None:
        """Sign the record as it is now, unless its last entry is a checkpoint already."""
        self.commit(self._record.batch(at_utc_us))

    def commit(self, batch: Batch) -> None:
        """Commit the batch with its signature, in one transaction: a kill finds both or neither."""
        head = None
        if self._signer is not None and batch.number != self._sealed:
            head = signed_off(batch, self._signer)
        self._record.commit(batch)
        if head is not None:
            self._sealed = self._record.number
            self._due_us = None
            self._publish(head)

    def _publish(self, head: Head) -> None:
        assert self._signer is not None
        self.why = ""
        try:
            self._signer.publish(head)
        except Problem as problem:
            self.why = problem.what


def signed_off(batch: Batch, signer: Signer) -> Head:
    """Put a checkpoint at the batch's end, over all before it."""
    head = signer.sign(batch.number, batch.chain, batch.at_utc_us)
    batch.add("note", CHECKPOINT, asdict(head))
    return head


def _lacking(record: Record, signer: Signer) -> int:
    """Which entry this record lacks as it was signed last; 0 when it is the one that was signed."""
    head = signer.last()
    if head is None:
        return 0
    entry = record.ask(reading.one, head.number)
    if entry is not None and entry.chain.hex() == head.chain:
        return 0
    if entry is None and head.number < record.ask(reading.first):  # the head of the file before
        return 0
    return head.number
