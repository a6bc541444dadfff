"""One entry of the record, and the hash that ties it to the entry before.

Everything is kept as the text that was hashed, so that a check never depends on how a later
version would write the same JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

FORMAT = 1
GENESIS = sha256(b"feltlink record %d" % FORMAT).digest()
"""What the first entry's chain value covers in place of an entry before it."""

Role = Literal["input", "result", "note"]
"""`input`: given to the game and replayed. `result`: what a step said. `note`: all the rest."""


# Made once: `json.dumps` with these settings makes one for each call, a third of an entry's cost.
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces, ASCII only: one text for one value. No NaN."""
    return _ENCODER.encode(value)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a controller event comes from: unique in the record."""

    uid: str
    boot_id: int
    event: int


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it stands in the record. `body` is canonical JSON text; times are UTC in µs.

    `chain` is SHA-256 over the chain value of the entry before and all other fields of this one.
    """

    number: int
    at_utc_us: int
    role: Role
    kind: str
    source: str
    round_id: int | None
    cause: int | None
    origin: Origin | None
    act_id: str | None
    body: str
    chain: bytes

    @property
    def data(self) -> dict[str, Any]:
        """The body as a JSON object."""
        loaded: dict[str, Any] = json.loads(self.body)
        return loaded

    def row(self) -> tuple[Any, ...]:
        """The values of `schema.COLUMNS`, in order."""
        uid, boot_id, event = _split(self.origin)
        return (
            self.number, self.at_utc_us, self.role, self.kind, self.source, self.round_id,
            self.cause, uid, boot_id, event, self.act_id, self.body, self.chain,
        )  # fmt: skip


def _split(origin: Origin | None) -> tuple[str | None, int | None, int | None]:
    return (origin.uid, origin.boot_id, origin.event) if origin else (None, None, None)


def from_row(row: tuple[Any, ...]) -> Entry:
    """The entry of a row in the order of `schema.COLUMNS`."""
    uid, boot_id, event = row[7:10]
    origin = None if uid is None else Origin(uid, boot_id, event)
    number, at_utc_us, role, kind, source, round_id, cause = row[:7]
    act_id, body, chain = row[10:13]
    return Entry(
        number, at_utc_us, role, kind, source, round_id, cause, origin, act_id, body, chain
    )


def link(before: bytes, row: tuple[Any, ...]) -> bytes:
    """The chain value of a row (its own chain value, the last column, is not read).

    Texts go in with their length, so that no two different rows give the same bytes. Written out
    in one piece because checking a record is this line, entry after entry.
    """
    number, at, role, kind, source, in_round, cause, uid, boot, event, act, body, *_ = row
    text = (
        f"{number}|{at}|{len(role)}:{role}|{len(kind)}:{kind}|{len(source)}:{source}"
        f"|{in_round}|{cause}|{'-' if uid is None else f'{len(uid)}:{uid}'}|{boot}|{event}"
        f"|{'-' if act is None else f'{len(act)}:{act}'}|{len(body)}:{body}"
    )
    return sha256(before + text.encode()).digest()


def sealed(
    before: bytes,
    number: int,
    at_utc_us: int,
    role: Role,
    kind: str,
    body: Mapping[str, Any],
    *,
    source: str,
    round_id: int | None = None,
    cause: int | None = None,
    origin: Origin | None = None,
    act_id: str | None = None,
) -> Entry:
    """A new entry, tied to the chain value `before`."""
    text = canonical(body)
    open_row = (
        number, at_utc_us, role, kind, source, round_id, cause, *_split(origin), act_id, text,
    )  # fmt: skip
    return Entry(
        number, at_utc_us, role, kind, source, round_id, cause, origin, act_id, text,
        link(before, open_row),
    )  # fmt: skip
