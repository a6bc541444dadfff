"""The two clocks of a host, and the ones of this machine."""

from __future__ import annotations

from typing import Protocol

from feltlink.link.transport import steady_us, utc_of


class Clock(Protocol):
    """The two clocks of a host."""

    def utc_us(self) -> int:
        """Wall time; may be set, forwards and backwards."""
        ...

    def steady_us(self) -> int:
        """Time that only runs on."""
        ...


class SystemClock:
    """The host's own clocks."""

    def utc_us(self) -> int:
        return utc_of(steady_us())

    def steady_us(self) -> int:
        return steady_us()
