"""Pings: is it there, how long is the way, and what time is it over there."""

from __future__ import annotations

from feltlink.link.clock import Clock, device_time
from feltlink.link.messages import Ping, Pong

PING_US = 250_000
HURRY_US = 50_000
GOOD_RTT_US = 4_000  # places an event within two milliseconds
ENOUGH = 4
PATIENCE = 16  # a slow line has no good round trip: then the best of so many must do
_KEPT = 16  # pings that may still be answered


class Pinger:
    """The pings of one session."""

    def __init__(self) -> None:
        self._token = 0
        self._sent: dict[int, int] = {}
        self.due_us = 0
        self._pongs = 0
        self._best_us = 0

    def ping(self, now_us: int, *, hurry: bool) -> Ping:
        """Return the ping to send now; `hurry` while the clock is still to be learned."""
        self._token = (self._token + 1) & 0xFFFF
        self._sent[self._token] = now_us
        if len(self._sent) > _KEPT:
            del self._sent[next(iter(self._sent))]
        self.due_us = now_us + (HURRY_US if hurry else PING_US)
        return Ping(self._token)

    def pong(self, pong: Pong, clock: Clock, now_us: int) -> int | None:
        """Take an answer; return its round trip in µs, None for one that was not asked for."""
        sent_us = self._sent.pop(pong.token, None)
        if sent_us is None:
            return None
        self._pongs += 1
        clock.add(device_time(pong.wraps, pong.at_us), sent_us, now_us)
        rtt_us = now_us - sent_us
        self._best_us = rtt_us if self._pongs == 1 else min(self._best_us, rtt_us)
        return rtt_us

    @property
    def knows_time(self) -> bool:
        """Whether the clock is as good as this line allows."""
        good = self._pongs >= ENOUGH and self._best_us <= GOOD_RTT_US
        return good or self._pongs >= PATIENCE
