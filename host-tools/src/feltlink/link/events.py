"""What a link session tells the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from feltlink.link.messages import (
    Command,
    Digest,
    Event,
    Identity,
    Message,
    Snapshot,
    Stats,
    Welcome,
)


@dataclass(frozen=True, slots=True)
class Gap:
    """Events that no record will ever hold; how many is not guessed.

    Of boot `old_boot_id` everything from event `old_next` on may be missing; the stream goes on
    at event `new_next` of `new_boot_id`. The two boots are the same when another host has taken
    events in between.
    """

    uid: bytes
    old_boot_id: int
    old_next: int
    new_boot_id: int
    new_next: int


@dataclass(frozen=True, slots=True)
class ControllerFound:
    """The controller answered, proved itself and gave its state: commands are taken from now on.

    `new_boot`: nothing of this boot is in the record. `proven`: it knows the shared key. The
    table now sends its intents (lights, lock, arm) again; the events that waited follow.
    """

    welcome: Welcome
    new_boot: bool
    proven: bool


@dataclass(frozen=True, slots=True)
class ControllerLost:
    """Silent for a second, unplugged or started anew. Commands without an answer are forgotten."""

    why: str


@dataclass(frozen=True, slots=True)
class ControllerReset:
    """The controller has another boot id than the last one known of it; comes before Found.

    `gap` is None when the record knows no earlier boot of it.
    """

    cause: str
    gap: Gap | None


@dataclass(frozen=True, slots=True)
class EventsMissing:
    """The controller no longer has events of this boot that the record lacks."""

    gap: Gap


@dataclass(frozen=True, slots=True)
class Refused:
    """This controller is not used: another version, another controller than the table's, no
    proof, a wrong proof, or event numbers that contradict the record.
    """

    why: str
    remedy: str
    reason: Literal["version", "other", "unproven", "impostor", "numbering"]


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """Same major version, another catalogue: nothing is commanded, no event is taken."""

    welcome: Welcome
    why: str
    remedy: str


@dataclass(frozen=True, slots=True)
class DeviceEvent:
    """Event `number` of a boot, delivered once and in order within a session.

    Commit it, then give it to `Session.committed`; the last of a batch stands for all before it.
    `at_utc_us` is the first edge's time,
    None only when no host has ever seen the clock it was taken with.
    """

    uid: bytes
    boot_id: int
    number: int
    message: Event
    at_utc_us: int | None


@dataclass(frozen=True, slots=True)
class SnapshotTaken:
    """The controller's whole state after all events delivered so far."""

    message: Snapshot


@dataclass(frozen=True, slots=True)
class CommandDone:
    """The controller's answer to `command`; `result` is one of `catalogue.RESULTS`."""

    command: Command
    result: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What `Session.ask` was answered."""

    message: Identity | Digest | Stats


@dataclass(frozen=True, slots=True)
class ProgramChecked:
    """The controller's program (`found`, over `files` files) beside the released one. Record it."""

    found: bytes
    expected: bytes
    files: int

    @property
    def right(self) -> bool:
        """Whether the two are the same."""
        return self.found == self.expected


@dataclass(frozen=True, slots=True)
class RoundTrip:
    rtt_us: int


@dataclass(frozen=True, slots=True)
class ClockMark:
    """A pair of device and wall time to keep, the latest of each boot, for `Session`'s `mark_of`.

    With it a restarted host places events that were journaled while it was away.
    """

    uid: bytes
    boot_id: int
    device_us: int
    utc_us: int


@dataclass(frozen=True, slots=True)
class PortTrouble:
    """No port could be opened; told once until one could, or until it is for another reason."""

    why: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Traffic:
    """A frame that went by, for people who watch; only with `SessionConfig.traffic`."""

    out: bool
    seq: int
    message: Message


LinkEvent = (
    ControllerFound
    | ControllerLost
    | ControllerReset
    | EventsMissing
    | Refused
    | ReadOnly
    | DeviceEvent
    | SnapshotTaken
    | CommandDone
    | Answered
    | ProgramChecked
    | RoundTrip
    | ClockMark
    | PortTrouble
    | Traffic
)
