"""The wire's messages as typed classes. Names and order of fields are the catalogue's.

`feltwire.catalogue` is the one description; importing this module fails if a class here differs
from it. What a field means is in docs/protocol.md.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from feltwire import catalogue


@dataclass(frozen=True, slots=True)
class Message:
    """Base of all messages. `at_us`, where there is one, is the device's 30-bit tick count."""


@dataclass(frozen=True, slots=True)
class Edge(Message):
    at_us: int
    what: int

    @property
    def input(self) -> int:
        """Sensor number in board order; the button comes last."""
        return self.what >> 1

    @property
    def covered(self) -> bool:
        """Whether chips came (or the button went down) rather than left."""
        return bool(self.what & 1)


@dataclass(frozen=True, slots=True)
class LateEdge(Edge):
    pass


@dataclass(frozen=True, slots=True)
class Press(Message):
    at_us: int
    arm_id: int


@dataclass(frozen=True, slots=True)
class PressIgnored(Message):
    at_us: int
    reason: int


@dataclass(frozen=True, slots=True)
class Disarmed(Message):
    at_us: int
    arm_id: int
    reason: int


@dataclass(frozen=True, slots=True)
class Locked(Message):
    at_us: int
    round_id: int
    mask: int


@dataclass(frozen=True, slots=True)
class Fault(Message):
    at_us: int
    code: int
    input: int
    detail: int


@dataclass(frozen=True, slots=True)
class FaultCleared(Fault):
    pass


@dataclass(frozen=True, slots=True)
class Boot(Message):
    at_us: int
    boot_id: int
    cause: int


@dataclass(frozen=True, slots=True)
class Overflow(Message):
    at_us: int
    first_lost: int
    lost: int


@dataclass(frozen=True, slots=True)
class HostLost(Message):
    at_us: int
    silent_ms: int


@dataclass(frozen=True, slots=True)
class Wrap(Message):
    at_us: int
    wraps: int


Event = (
    Edge
    | LateEdge
    | Press
    | PressIgnored
    | Disarmed
    | Locked
    | Fault
    | FaultCleared
    | Boot
    | Overflow
    | HostLost
    | Wrap
)


@dataclass(frozen=True, slots=True)
class Welcome(Message):
    major: int
    minor: int
    catalogue: int
    nonce: int
    boot_id: int
    version_major: int
    version_minor: int
    version_patch: int
    firmware: bytes
    board: bytes
    uid: bytes
    cause: int
    first_unacked: int
    pending: int
    flags: int


@dataclass(frozen=True, slots=True)
class Identity(Message):
    uid: bytes
    chip: bytes
    board: bytes
    name: bytes


@dataclass(frozen=True, slots=True)
class Digest(Message):
    done: int
    files: int
    bytes_read: int
    sha256: bytes


@dataclass(frozen=True, slots=True)
class Snapshot(Message):
    at_us: int
    inputs: int
    raw: int
    latched: int
    round_id: int
    arm_id: int
    armed: int
    held: int
    faulted: int
    next_event: int
    lost: int
    wraps: int
    first_unacked: int
    first_wraps: int


@dataclass(frozen=True, slots=True)
class Done(Message):
    kind: int
    result: int


@dataclass(frozen=True, slots=True)
class Pong(Message):
    token: int
    at_us: int
    wraps: int


@dataclass(frozen=True, slots=True)
class Proof(Message):
    provisioned: int
    hmac: bytes


@dataclass(frozen=True, slots=True)
class Stats(Message):
    good: int
    bad_crc: int
    bad_shape: int
    resends: int
    scans: int
    late_scans: int
    worst_gap_us: int
    free_bytes: int


@dataclass(frozen=True, slots=True)
class Hello(Message):
    major: int
    minor: int
    catalogue: int
    nonce: int


@dataclass(frozen=True, slots=True)
class Ack(Message):
    next_event: int


@dataclass(frozen=True, slots=True)
class Ping(Message):
    token: int


@dataclass(frozen=True, slots=True)
class AskIdentity(Message):
    pass


@dataclass(frozen=True, slots=True)
class AskDigest(Message):
    pass


@dataclass(frozen=True, slots=True)
class AskSnapshot(Message):
    pass


@dataclass(frozen=True, slots=True)
class Challenge(Message):
    nonce: bytes


@dataclass(frozen=True, slots=True)
class AskStats(Message):
    pass


@dataclass(frozen=True, slots=True)
class Lights(Message):
    patterns: bytes


@dataclass(frozen=True, slots=True)
class Lock(Message):
    round_id: int
    restore: int = 0
    mask: int = 0


@dataclass(frozen=True, slots=True)
class Release(Message):
    round_id: int


@dataclass(frozen=True, slots=True)
class Arm(Message):
    arm_id: int
    lease_ms: int


@dataclass(frozen=True, slots=True)
class Disarm(Message):
    arm_id: int


@dataclass(frozen=True, slots=True)
class Configure(Message):
    key: int
    value: int


@dataclass(frozen=True, slots=True)
class ClearFault(Message):
    input: int


@dataclass(frozen=True, slots=True)
class SelfTest(Message):
    light: int
    pattern: int


@dataclass(frozen=True, slots=True)
class Reboot(Message):
    into: int


Command = Lights | Lock | Release | Arm | Disarm | Configure | ClearFault | SelfTest | Reboot


def _pair() -> dict[int, type[Message]]:
    """Pair each catalogue row with the class of its name, and compare the fields."""
    out = {}
    for kind, name, _sender, _reliable, text in catalogue.MESSAGES:
        written = globals()["".join(part.capitalize() for part in name.split("_"))]
        if [f.name for f in fields(written)] != [f.split(":")[0] for f in text.split()]:
            raise TypeError(f"{written.__name__} differs from the catalogue's {name}: {text}")
        out[kind] = written
    return out


CLASS_OF: dict[int, type[Message]] = _pair()
KIND_OF: dict[type[Message], int] = {written: kind for kind, written in CLASS_OF.items()}
ROW_OF: dict[int, tuple[int, str, int, bool, str]] = {row[0]: row for row in catalogue.MESSAGES}
NAME_OF: dict[int, str] = {kind: row[1] for kind, row in ROW_OF.items()}


def values(message: Message) -> dict[str, Any]:
    """The fields of a message by name, in wire order."""
    return {f.name: getattr(message, f.name) for f in fields(message)}


def word(names: tuple[str, ...], number: int) -> str:
    """The word for an enumeration's number; the number itself where there is none."""
    return names[number] if number < len(names) else str(number)
