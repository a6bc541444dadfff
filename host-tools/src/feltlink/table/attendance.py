"""Is anybody still at the bench? A table is not kept out of play by a page that was left."""

from __future__ import annotations

ALONE_US = 180_000_000
GONE_US = 10_000_000


class Attendance:
    """`sign` whenever somebody did something; `tick` tells when nobody is there any more."""

    def __init__(self, now_us: int) -> None:
        self._sign_us = now_us
        self._gone_us: int | None = None  # since when no page looks

    def sign(self, now_us: int) -> None:
        """Somebody was there."""
        self._sign_us = now_us

    def tick(self, now_us: int, *, looked_at: bool) -> str:
        """Why it is time to end; "" while somebody is there."""
        if looked_at:
            self._gone_us = None
        elif self._gone_us is None:
            self._gone_us = now_us
        elif now_us - self._gone_us >= GONE_US:
            return "the bench's page was closed"
        if now_us - self._sign_us >= ALONE_US:
            return "nobody answered for three minutes"
        return ""
