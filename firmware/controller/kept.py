"""The journal in memory that outlives a watchdog reset, where a chip has it.

A header, and the last 128 unacknowledged events; each with its own CRC, so that a reset in the
middle of writing spoils what it spoils and nothing else is believed. With more than 128 waiting
nothing is kept but the covered sensors: the next boot then has a new id.
"""

from feltwire.crc16 import crc16

from .arming import Arming
from .journal import DEPTH, Journal

HEADER = 32
SLOT = 15
SLOTS = 128
SIZE = HEADER + SLOTS * SLOT
_INDEX = DEPTH - 1
_LAST_KIND = 0x0C  # WRAP


class Kept:
    """`boot_id` and `covered` are what was kept: 0 and -1 when nothing sound was."""

    def __init__(self, memory: bytearray) -> None:
        """`memory` is SIZE bytes, as they were found."""
        self.bytes = memory
        self.boot_id = 0
        self.covered = -1
        if len(memory) == SIZE and crc16(memory, 30) == 0:
            self.covered = self._u30(16)
            if self._sound():
                self.boot_id = self._u30(0)
        self._boot_id = 0  # of this boot
        self._first = -1
        self._next = -1
        self._spent_id = -1
        self._covered = -1
        self._whole = False  # every unacknowledged event is in its slot

    def restore(self, journal: Journal, arming: Arming) -> None:
        """Put back what was kept; the clock has begun anew, 256 wraps above the last."""
        journal.first = self._u30(4)
        journal.next = self._u30(8)
        arming.arm_id = self._u30(12)
        journal.first_wraps = self._u16(20)
        journal.resume(self._u16(22))
        journal.lost = self._u30(24)
        for number in range(journal.first, journal.next):
            at = HEADER + number % SLOTS * SLOT
            i = number & _INDEX
            journal.kind[i] = self.bytes[at]
            journal.at_us[i] = self._u30(at + 1)
            journal.a[i] = self._u30(at + 5)
            journal.b[i] = self._u30(at + 9)

    def begin(self, boot_id: int) -> None:
        """Keep the journal of this boot from now on."""
        self._boot_id = boot_id

    def note(self, journal: Journal, spent_id: int, covered: int) -> bool:
        """Bring the bytes up to date; tell whether they have changed. Allocates nothing."""
        if (
            journal.next == self._next
            and journal.first == self._first
            and spent_id == self._spent_id
            and covered == self._covered
        ):
            return False
        whole = journal.next - journal.first <= SLOTS and not journal.behind
        if whole:
            number = self._next if self._whole else journal.first
            if number < journal.first:
                number = journal.first
            while number < journal.next:
                self._slot(journal, number)
                number += 1
        self._whole = whole
        self._first = journal.first
        self._next = journal.next
        self._spent_id = spent_id
        self._covered = covered
        self._header(journal)
        return True

    def _header(self, journal: Journal) -> None:
        self._put(0, self._boot_id if self._whole else 0)
        self._put(4, self._first)
        self._put(8, self._next)
        self._put(12, self._spent_id)
        self._put(16, self._covered)
        self._put(20, journal.first_wraps)
        self._put(22, journal.said_wraps)  # its upper half is written over by the next
        self._put(24, journal.lost)
        self._seal(0, 28)

    def _slot(self, journal: Journal, number: int) -> None:
        at = HEADER + number % SLOTS * SLOT
        i = number & _INDEX
        self.bytes[at] = journal.kind[i]
        self._put(at + 1, journal.at_us[i])
        self._put(at + 5, journal.a[i])
        self._put(at + 9, journal.b[i])
        self._seal(at, 13)

    def _seal(self, at: int, count: int) -> None:
        crc = self._crc(at, count)
        self.bytes[at + count] = crc >> 8
        self.bytes[at + count + 1] = crc & 0xFF

    def _crc(self, at: int, count: int) -> int:
        work = _WORK
        for i in range(count):
            work[i] = self.bytes[at + i]
        return crc16(work, count)

    def _sound(self) -> bool:
        first = self._u30(4)
        last = self._u30(8)
        if self._u30(0) == 0 or not 0 <= last - first <= SLOTS:
            return False
        for number in range(first, last):
            at = HEADER + number % SLOTS * SLOT
            if self._crc(at, SLOT) or not 0 < self.bytes[at] <= _LAST_KIND:
                return False
        return True

    def _put(self, at: int, value: int) -> None:
        kept = self.bytes
        kept[at] = value & 0xFF
        kept[at + 1] = value >> 8 & 0xFF
        kept[at + 2] = value >> 16 & 0xFF
        kept[at + 3] = value >> 24 & 0xFF

    def _u30(self, at: int) -> int:
        kept = self.bytes
        return kept[at] | kept[at + 1] << 8 | kept[at + 2] << 16 | kept[at + 3] << 24

    def _u16(self, at: int) -> int:
        return self.bytes[at] | self.bytes[at + 1] << 8


_WORK = bytearray(HEADER)
