"""Is the controller's program the one that was released? Asked once a session, in slices."""

from __future__ import annotations

from feltlink.link.events import ProgramChecked
from feltlink.link.messages import Digest

ASK_US = 500_000


class ProgramCheck:
    """`expected` is the released program's SHA-256; None: nothing is asked."""

    def __init__(self, expected: bytes | None) -> None:
        self._expected = expected
        self._due_us: int | None = None

    def begin(self, now_us: int) -> None:
        """A controller was found: ask now."""
        self._due_us = now_us if self._expected is not None else None

    @property
    def due_us(self) -> int | None:
        """When to ask (again); None when there is nothing to ask."""
        return self._due_us

    def asked(self, now_us: int) -> None:
        """The question went out."""
        self._due_us = now_us + ASK_US

    def answer(self, digest: Digest) -> ProgramChecked | None:
        """Take an answer; the verdict, once the controller has read all of its program."""
        if self._due_us is None or self._expected is None or not digest.done:
            return None
        self._due_us = None
        return ProgramChecked(digest.sha256, self._expected, digest.files)
