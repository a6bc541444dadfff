"""Frames out: events in order with go-back-N, answers beside them, never too many bytes.

At most 8 events are in flight. They are sent again after 25 ms, doubling to 1 s. No more than 192
bytes go out after the last good frame was heard: MicroPython's USB write blocks the whole
program for up to 500 ms when a host holds the port open and does not read.
"""

from feltwire.codec import SIZE, Writer, layout
from feltwire.speed import const, micropython

from .journal import Journal
from .ticks import MASK, since

_WINDOW = const(8)
_CREDIT = const(192)
_FIRST_RESEND_US = const(25_000)
_LAST_RESEND_US = const(1_000_000)
_FRAMING = const(6)  # COBS code, kind, seq, two of CRC, closing 0x00
_INDEX = const(511)


def _widths() -> "tuple[bytearray, bytearray]":
    """Per event kind: bytes of `a` (the first field after at_us) and of `b` (all the others)."""
    from feltwire.catalogue import MESSAGES

    first = bytearray(16)
    rest = bytearray(16)
    for kind, _name, _sender, reliable, fields in MESSAGES:
        if reliable:
            places = layout(fields)[1:]
            first[kind] = places[0][3]
            rest[kind] = sum(place[3] for place in places[1:])
    return first, rest


_A, _B = _widths()


class Link:
    """`out[0:out_n]` waits for the port. `live` lets events go out."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.writer = Writer()
        self.out = bytearray(256)
        self.out_n = 0
        self.live = False
        self.resends = 0
        self.passes = 0
        self._credit = _CREDIT
        self._sent = 0
        self._since_us = 0
        self._resend_us = _FIRST_RESEND_US

    @micropython.native
    def heard(self) -> None:
        """A good frame came in: the other side reads."""
        self._credit = _CREDIT

    @micropython.native
    def fits(self, kind: int) -> bool:
        """Tell whether a frame of this kind may be built and sent now."""
        size = SIZE[kind] + _FRAMING
        return size <= self._credit and self.out_n + size <= len(self.out)

    @micropython.native
    def send(self) -> None:
        """Close the writer's frame and put it out. The caller has asked `fits`."""
        end = self.writer.end_into(self.out, self.out_n)
        self._credit -= end - self.out_n
        self.out_n = end

    def taken(self, count: int) -> None:
        """The port took the first `count` bytes of `out`."""
        left = self.out_n - count
        out = self.out
        for i in range(left):
            out[i] = out[i + count]
        self.out_n = left

    def begin(self, now_us: int) -> None:
        """Let events go out, from the oldest that is not acknowledged."""
        self.live = True
        self._restart(now_us)

    def stop(self) -> None:
        self.live = False

    @micropython.native
    def acknowledge(self, next_event: int, now_us: int) -> None:
        journal = self._journal
        if journal.acknowledge(next_event):
            if self._sent < journal.first:
                self._sent = journal.first
            self._resend_us = _FIRST_RESEND_US
            self._since_us = now_us

    @micropython.native
    def pump(self, now_us: int) -> None:
        """Send what the window, the credit and the buffer allow."""
        self.passes = self.passes + 1 & MASK
        journal = self._journal
        if not self.live or journal.first == journal.next:
            return
        if self._sent > journal.first and since(now_us, self._since_us) >= self._resend_us:
            self.resends += self._sent - journal.first
            self._sent = journal.first
            self._since_us = now_us
            if self._resend_us < _LAST_RESEND_US:
                self._resend_us = min(self._resend_us * 2, _LAST_RESEND_US)
        last = min(journal.next, journal.first + _WINDOW)
        while self._sent < last:
            if not self.fits(journal.kind[self._sent & _INDEX]):
                return
            if self._sent == journal.first:
                self._since_us = now_us
            self._event(self._sent)
            self._sent += 1

    def _restart(self, now_us: int) -> None:
        self._sent = self._journal.first
        self._since_us = now_us
        self._resend_us = _FIRST_RESEND_US

    @micropython.native
    def _event(self, number: int) -> None:
        journal = self._journal
        i = number & _INDEX
        kind = journal.kind[i]
        writer = self.writer
        writer.begin(kind, number)
        writer.u30(journal.at_us[i])
        writer.low(journal.a[i], _A[kind])
        writer.low(journal.b[i], _B[kind])
        self.send()
