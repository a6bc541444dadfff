"""Commands on their way: one outstanding a kind, the latest wins, sent again until DONE."""

from __future__ import annotations

from dataclasses import dataclass

from feltlink.link.frames import Frame
from feltlink.link.messages import KIND_OF, Command, Done

FIRST_US = 50_000
LONGEST_US = 1_000_000
# The device tells old from new by a signed 8-bit distance; stay well inside it.
FURTHEST = 100


@dataclass(slots=True)
class _Sent:
    command: Command
    seq: int
    due_us: int
    wait_us: int


class Outbox:
    """The outstanding commands of one session, by kind."""

    def __init__(self) -> None:
        self._sent: dict[int, _Sent] = {}
        self._last: dict[int, int] = {}  # kind -> sequence byte last used
        self._unanswered: dict[int, int] = {}

    def put(self, command: Command, now_us: int) -> Frame | None:
        """Take a command and return its frame; None when too many of its kind went unanswered."""
        kind = KIND_OF[type(command)]
        unanswered = self._unanswered.get(kind, 0)
        if unanswered >= FURTHEST:
            return None
        self._unanswered[kind] = unanswered + 1
        seq = self._last[kind] = (self._last.get(kind, 0) + 1) & 0xFF
        self._sent[kind] = _Sent(command, seq, now_us + FIRST_US, FIRST_US)
        return Frame(seq, command)

    def done(self, seq: int, done: Done) -> Command | None:
        """Match an answer to its command; None for one that is superseded or not ours."""
        sent = self._sent.get(done.kind)
        if sent is None or sent.seq != seq:
            return None
        del self._sent[done.kind]
        self._unanswered[done.kind] = 0
        return sent.command

    def due(self, now_us: int) -> list[Frame]:
        """The frames to send again now."""
        out = []
        for sent in self._sent.values():
            if sent.due_us <= now_us:
                sent.wait_us = min(2 * sent.wait_us, LONGEST_US)
                sent.due_us = now_us + sent.wait_us
                out.append(Frame(sent.seq, sent.command))
        return out

    @property
    def next_due_us(self) -> int | None:
        """When `due` has something again; None when nothing is outstanding."""
        return min((sent.due_us for sent in self._sent.values()), default=None)
