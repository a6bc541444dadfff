"""Where a table stands with the store: numbers, chain values, witnessed heads, what can fail."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from feltlink.money.meter_request import TableRequest, dump
from feltlink.problem import Problem

GENESIS = hashlib.sha256(b"feltlink outbox 1").hexdigest()


class LinkLost(Problem):
    """The store cannot be reached now. What was asked may or may not have been booked: a table's
    request is simply sent again; a person looks at the history first.
    """


class Unconfirmed(Problem):
    """Booked, but no standby has it yet: nothing may be paid on it."""


@dataclass(frozen=True, slots=True)
class Server:
    """Which database it is. A copy that takes over has the same `system` and a later `timeline`."""

    system: str = ""
    timeline: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """How far the store has booked a table's requests; `backed_up` of them are in a back-up."""

    last: int = 0
    chain: str = GENESIS
    backed_up: int = 0


@dataclass(frozen=True, slots=True)
class Witness:
    """The signed head of a table's record, as the table last deposited it (hex texts)."""

    table: str
    number: int
    head: str
    signature: str
    at_utc_us: int


def chained(before: str, request: TableRequest) -> str:
    """The chain value of a request that follows the one with chain value `before`."""
    text = json.dumps(dump(request), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()
