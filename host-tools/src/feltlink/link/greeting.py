"""Meeting a controller: what the record knows of it, where its events go on, what is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from feltlink.link import events as ev
from feltlink.link.clock import Clock, Point, device_time
from feltlink.link.messages import Welcome, word
from feltwire import catalogue

_MARK_ERROR_US = 2_000


class Memory(Protocol):
    """What a session asks of the record. `uid` is the controller's 8 bytes."""

    def last_committed(self, uid: bytes, boot_id: int) -> int | None:
        """The number of the last event on disk of this boot; None if there is none."""
        ...

    def last_boot(self, uid: bytes) -> int | None:
        """The boot id last met of this controller; None if it was never met."""
        ...

    def mark_of(self, uid: bytes, boot_id: int) -> tuple[int, int] | None:
        """(device_us, utc_us) of the latest `ClockMark` of this boot, or None."""
        ...


class ShortMemory:
    """The memory of a host that keeps nothing on disk: a monitor, a workbench."""

    def __init__(self) -> None:
        self._last: dict[tuple[bytes, int], int] = {}

    def note(self, event: ev.DeviceEvent) -> None:
        """Remember an event as dealt with."""
        self._last[event.uid, event.boot_id] = event.number

    def last_committed(self, uid: bytes, boot_id: int) -> int | None:
        """The last one noted of this boot."""
        return self._last.get((uid, boot_id))

    def last_boot(self, uid: bytes) -> int | None:
        """The boot last noted of this controller."""
        boots = [boot_id for known, boot_id in self._last if known == uid]
        return boots[-1] if boots else None

    def mark_of(self, uid: bytes, boot_id: int) -> tuple[int, int] | None:
        """None: the session's own clock is all there is."""


class Greeting:
    """The controller a session speaks with, its clock, and the gaps to tell of."""

    def __init__(self, memory: Memory, utc_of: Callable[[int], int]) -> None:
        self._memory = memory
        self._utc_of = utc_of
        self.controller: tuple[bytes, int] = (b"", 0)
        self.clock = Clock()
        self.next_event = 0
        self.new_boot = True
        self.said: list[ev.LinkEvent] = []

    def meet(self, welcome: Welcome, now_us: int) -> ev.Refused | None:
        """Find where the events of this boot go on; a `Refused` if that cannot be right."""
        uid, boot_id = welcome.uid, welcome.boot_id
        last = self._memory.last_committed(uid, boot_id)
        self.new_boot = last is None
        wanted = 0 if last is None else last + 1
        first = welcome.first_unacked
        head = first + welcome.pending
        if wanted > head:
            return ev.Refused(
                f"the record holds event {wanted - 1} of this controller's boot {boot_id}, but the"
                f" controller has numbered only {head}",
                "switch the controller off and on; if that does not help, two have the same id",
                "numbering",
            )
        self.next_event = max(wanted, first)
        self.said = list(self._resets(welcome))
        if first > wanted:
            gap = ev.Gap(uid, boot_id, wanted, boot_id, first)
            self.said.append(ev.EventsMissing(gap))
        if self.controller != (uid, boot_id):
            self.controller = (uid, boot_id)
            self.clock = Clock()
            mark = self._memory.mark_of(uid, boot_id)
            if mark is not None:
                steady_us = mark[1] - (self._utc_of(now_us) - now_us)
                self.clock.pin(Point(mark[0], steady_us, _MARK_ERROR_US))
        return None

    def _resets(self, welcome: Welcome) -> list[ev.LinkEvent]:
        uid, boot_id = welcome.uid, welcome.boot_id
        before = self._memory.last_boot(uid)
        if before is None or before == boot_id:
            return []
        last = self._memory.last_committed(uid, before)
        old_next = 0 if last is None else last + 1
        gap = ev.Gap(uid, before, old_next, boot_id, self.next_event)
        return [ev.ControllerReset(word(catalogue.RESET_CAUSES, welcome.cause), gap)]

    def utc(self, wraps: int, at_us: int) -> int | None:
        """UTC µs of the device's time; None if no host has seen that clock."""
        steady_us = self.clock.host_us(device_time(wraps, at_us))
        return None if steady_us is None else self._utc_of(steady_us)

    def marks(self) -> list[ev.LinkEvent]:
        """The clock mark to keep now."""
        point = self.clock.best
        if point is None:
            return []
        uid, boot_id = self.controller
        return [ev.ClockMark(uid, boot_id, point.device_us, self._utc_of(point.host_us))]
