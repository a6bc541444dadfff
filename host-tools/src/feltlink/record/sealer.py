"""When a running record is signed: each minute, each thousand entries, and at the end."""

from __future__ import annotations

from dataclasses import asdict

from feltlink.problem import Problem
from feltlink.record.signing import CHECKPOINT, Signer
from feltlink.record.store import Record
from feltlink.record.verify import CHECKPOINT_ENTRIES, CHECKPOINT_S


class Sealer:
    """Writes checkpoints into `record`; without a signer, none. `why` tells of a head that could
    not be put in its own file: the record itself is sound then, but a cut-off would not show.
    """

    def __init__(self, record: Record, signer: Signer | None) -> None:
        self._record = record
        self._signer = signer
        self._sealed = 0
        self._due_us: int | None = None
        self.why = ""

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
        record = self._record
        if self._signer is None or record.number == self._sealed:
            return
        head = self._signer.sign(record.number, record.chain, at_utc_us)
        batch = record.batch(at_utc_us)
        batch.add("note", CHECKPOINT, asdict(head))
        record.commit(batch)
        self._sealed = record.number
        self._due_us = None
        self.why = ""
        try:
            self._signer.publish(head)
        except Problem as problem:
            self.why = problem.what
