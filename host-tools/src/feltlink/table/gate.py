"""Why the table is closed, if it is: the record, the rules, a draw, or the controller."""

from __future__ import annotations

from feltlink.games.core import Input
from feltlink.problem import sentences
from feltlink.table.controller import Sighting
from feltlink.table.engine import RESUME
from feltlink.table.play import Play


class Gate:
    """`fault` is what the host itself found wrong (a draw that failed, a replay that differs); a
    supervisor's `RESUME` lets the table go on.
    """

    def __init__(self, play: Play, sighting: Sighting) -> None:
        self._play = play
        self._sighting = sighting
        self.fault = ""
        self.maintenance = ""  # what a dealer reads while a technician tests the table

    def record(self) -> str:
        """What is wrong with the record; "" when it can be written."""
        broken = self._play.record.broken
        if broken is None:
            return ""
        return sentences(f"Nothing is taken or paid: {broken.what}", broken.remedy)

    def why(self) -> str:
        """Why the table is closed, apart from its controller; "" when it is not."""
        return self.record() or self.stopped() or self.maintenance

    def controller(self) -> str:
        """Why the controller cannot be asked for anything; "" when it can."""
        now = self._sighting.now
        return "" if now.live else str(now.view()["why"])

    def stopped(self) -> str:
        """Why only a supervisor's `RESUME` lets the table go on; "" when it is not stopped."""
        failed = self._play.status.failed
        if failed:
            return f"{failed}. The table has stopped: a supervisor must let it go on."
        return self.fault

    @property
    def may_arm(self) -> bool:
        """Whether the button may be lit: nothing at all is in doubt."""
        return self._sighting.now.live and not self.why()

    def closed(self, kind: str, by: str) -> str:
        """Why this act is not even given to the game. While the controller is known to be lost, a
        supervisor's acts are: the game knows which of them need no controller.
        """
        supervisor = Input(0, kind, by=by).role == "supervisor"
        if kind == RESUME and not self.record():
            return "" if supervisor else "Only a supervisor lets the table go on."
        now = self._sighting.now
        if self.why() or now.live:
            return self.why()
        if now.state in ("lost", "refused") and supervisor:
            return ""
        return f"Not now. {now.view()['why']}"
