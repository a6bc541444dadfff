"""What the record knows of a controller: where its events go on, and its clock."""

from __future__ import annotations

from feltlink.link.events import ClockMark
from feltlink.record import reading
from feltlink.record.store import Record


class RecordMemory:
    """`feltlink.link.greeting.Memory` on a record. A broken record raises its Problem."""

    def __init__(self, record: Record) -> None:
        self._record = record

    def last_committed(self, uid: bytes, boot_id: int) -> int | None:
        """The number of the last event on disk of this boot; None if there is none."""
        wanted = self._record.ask(reading.next_event, uid.hex(), boot_id)
        return wanted - 1 if wanted else None

    def last_boot(self, uid: bytes) -> int | None:
        """The boot id last met of this controller; None if it was never met."""
        return self._record.ask(reading.last_boot, uid.hex())

    def mark_of(self, uid: bytes, boot_id: int) -> tuple[int, int] | None:
        """(device_us, utc_us) of the latest clock mark of this boot, or None."""
        kept = self._record.ask(reading.kept, _key(uid))
        if kept is None or kept["boot_id"] != boot_id:
            return None
        return kept["device_us"], kept["utc_us"]


def keep_mark(record: Record, mark: ClockMark) -> None:
    """Keep a controller's clock: the latest of its newest boot."""
    value = {"boot_id": mark.boot_id, "device_us": mark.device_us, "utc_us": mark.utc_us}
    record.keep(_key(mark.uid), value)


def _key(uid: bytes) -> str:
    return f"clock {uid.hex()}"
