"""What the host does with its meters at each tick: answers and the link's state become inputs."""

from __future__ import annotations

from typing import Any

from feltlink.floor.outbox import Outbox
from feltlink.floor.place import Server
from feltlink.record.store import Record
from feltlink.table.metering import Meters
from feltlink.table.play import Turn

LINK = "meter_link"
"""The input that tells the game whether bets on a meter are taken from the next round on:
`meter`, `why` ("" when they are)."""


class MeterSide:
    """Between one host and its meters."""

    def __init__(self, record: Record, meters: Meters) -> None:
        self._record, self._meters = record, meters
        self._open: dict[str, bool] = {}
        self._hearing = (0, self._open)
        self._shown: dict[str, Any] = {}
        self._let_go = 0
        self._server = Server()

    def begin(self, turn: Turn) -> None:
        """A table that starts takes no bets until its meters have answered."""
        self._open = {}
        self.hear(turn)
        self.heard()

    def news(self) -> bool:
        """Whether there is something for the record."""
        return bool(self._meters.answers()) or self._now() != self._open

    def hear(self, turn: Turn) -> None:
        """Give the game every answer, and each meter whose bets opened or closed."""
        answers = self._meters.answers()
        for answer in answers:
            turn.hear(answer)
        now = self._now()
        for name, is_open in now.items():
            if self._open.get(name) != is_open:
                body = {"meter": name, "why": "" if is_open else self._why(name)}
                turn.give(LINK, body, by="host")
        self._hearing = (len(answers), now)

    def heard(self) -> None:
        """What `hear` gave is on the disk."""
        count, self._open = self._hearing
        self._meters.took(count)
        server, backed_up = self._meters.server, self._meters.backed_up
        if server != self._server:
            self._record.ask(lambda db: Outbox(db).saw(server))
            self._server = server
        if backed_up > self._let_go:
            self._record.ask(lambda db: Outbox(db).let_go(backed_up))
            self._let_go = backed_up

    def moved(self) -> bool:
        """Whether what pages show of the meters has changed since the last call."""
        before, self._shown = self._shown, self.view()
        return self._shown != before

    def view(self) -> dict[str, Any]:
        """The link and the meters, for pages."""
        return self._meters.state.view()

    def _why(self, name: str) -> str:
        return self._meters.state.refusal(name, self._meters.now_ms())

    def _now(self) -> dict[str, bool]:
        return {name: not self._why(name) for name in self._meters.names}
