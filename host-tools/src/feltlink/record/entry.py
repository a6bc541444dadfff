"""One entry of the record, and the hash that ties it to the entry before.

Everything is kept as the text that was hashed, so that a check never depends on how a later
version would write the same JSON.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from json.encoder import c_make_encoder, encode_basestring_ascii  # type: ignore[attr-defined]
from typing import Any, Literal, NamedTuple

FORMAT = 1
GENESIS = sha256(b"feltlink record %d" % FORMAT).digest()
"""What the first entry's chain value covers in place of an entry before it."""

Role = Literal["input", "result", "note"]
"""`input`: given to the game and replayed. `result`: what a step said. `note`: all the rest."""


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
# `JSONEncoder.encode` makes one of these for each call, which takes as long as the encoding. None
# where Python was built without it. The arguments are those of `JSONEncoder.iterencode`.
_parts = c_make_encoder and c_make_encoder(
    None, _ENCODER.default, encode_basestring_ascii, None, ":", ",", True, False, False
)


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces, ASCII only: one text for one value. No NaN."""
    return "".join(_parts(value, 0)) if _parts else _ENCODER.encode(value)


class Origin(NamedTuple):
    """Where a controller event comes from: unique in the record."""

    uid: str
    boot_id: int
    event: int


NO_ORIGIN = (None, None, None)


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
        return (
            self.number, self.at_utc_us, self.role, self.kind, self.source, self.round_id,
            self.cause, *(self.origin or NO_ORIGIN), self.act_id, self.body, self.chain,
        )  # fmt: skip


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
    in one piece because writing and checking a record is this, entry after entry.
    """
    number, at, role, kind, source, in_round, cause, uid, boot, event, act, body = row[:12]
    whence = "-|None|None|-" if uid is boot is event is act is None else _whence(*row[7:11])
    text = "%s|%s|%s|%s|%s|%s|%s:%s" % (  # noqa: UP031  (half the time of an f-string)
        number, at, _which(role, kind, source), in_round, cause, whence, len(body), body,
    )  # fmt: skip
    return sha256(before + text.encode()).digest()


@lru_cache(maxsize=1024)
def _which(role: str, kind: str, source: str) -> str:
    return f"{len(role)}:{role}|{len(kind)}:{kind}|{len(source)}:{source}"


def _whence(uid: str | None, boot_id: int | None, event: int | None, act: str | None) -> str:
    first = "-" if uid is None else f"{len(uid)}:{uid}"
    return f"{first}|{boot_id}|{event}|{'-' if act is None else f'{len(act)}:{act}'}"
