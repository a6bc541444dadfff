"""What is known of the controller's program: its digest beside the one that was released."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

from feltlink.link import events as link
from feltlink.link import messages as m

LONG_US = 60_000_000  # a digest takes an RP2040 ten seconds

State = Literal["unknown", "checking", "silent", "right", "wrong"]


class ProgramState:
    """`programs` are the SHA-256 of what may run, the expected one first.

    "silent" is a check without an answer after a minute: a file that cannot be read, or a round
    that is open, for the controller reads its program only between rounds.
    """

    def __init__(self, programs: tuple[bytes, ...]) -> None:
        self._programs = programs
        self._state: State = "unknown"
        self._asked_us = 0
        self.found = b""  # as last read in this session: the files do not change while it runs
        self._files = 0
        self._bytes_read = 0
        self._at = ""

    def note(self, event: link.LinkEvent, now_us: int) -> None:
        """See a link event."""
        match event:
            case link.ControllerFound():
                self.found = b""
                self.ask(now_us)
            case link.ControllerLost():
                self.found = b""
                self._state = "unknown"
            case link.Traffic(out=False, message=m.Digest() as progress):
                self._files, self._bytes_read = progress.files, progress.bytes_read
            case link.ProgramChecked():
                self.found, self._files = event.found, event.files
                self._at = f"{datetime.now(UTC):%H:%M:%S}"
                right = event.right or event.found in self._programs
                self._state = "right" if right else "wrong"

    def ask(self, now_us: int) -> None:
        """The controller is asked now."""
        self._state, self._asked_us, self._bytes_read = "checking", now_us, 0

    def tick(self, now_us: int) -> None:
        """Tell a check that does not come to an end."""
        if self._state == "checking" and now_us - self._asked_us >= LONG_US:
            self._state = "silent"

    def state(self) -> dict[str, Any]:
        """For the page. `at` is the time of the verdict, UTC."""
        decided = self._state in ("right", "wrong")
        return {
            "state": self._state,
            "expected": self._programs[0].hex() if self._programs else "",
            "found": self.found.hex() if decided else "",
            "files": self._files,
            "bytes_read": self._bytes_read,
            "at": self._at if decided else "",
        }
