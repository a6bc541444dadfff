"""The receiving half of go-back-N: one byte of sequence on the wire, whole numbers here."""

from __future__ import annotations

from enum import Enum

WINDOW = 8  # events a device may have in flight


class Place(Enum):
    """Where an event's sequence byte puts it."""

    NEXT = "next"
    AGAIN = "again"
    AHEAD = "ahead"


class Inbox:
    """Which event is due, and which has been committed."""

    def __init__(self, next_event: int) -> None:
        self.expected = next_event
        self.committed = next_event

    def place(self, seq: int) -> Place:
        """Say whether `seq` is the event that is due. Only NEXT may be delivered."""
        ahead = (seq - self.expected) & 0xFF
        if ahead == 0:
            return Place.NEXT
        return Place.AHEAD if ahead < 128 else Place.AGAIN

    def take(self) -> int:
        """Count the due event as delivered; return its number."""
        self.expected += 1
        return self.expected - 1

    def commit(self, next_event: int) -> None:
        """Everything below `next_event` is on disk. It never goes back, nor beyond delivery."""
        self.committed = max(self.committed, min(next_event, self.expected))
