"""What a table knows of its link to the meters: may it take bets on a progressive, and why not.

Pure: the courier tells it what happened and when (ms of a steady clock).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["starting", "up", "lost", "stopped"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A meter as a display shows it: `amounts_cents` by level, `state` open, pending, locked or
    disabled ("pending" while an award is being verified; bets are taken then)."""

    meter: str
    state: str
    amounts_cents: Mapping[str, int]
    pending: int = 0

    def view(self) -> dict[str, Any]:
        """The meter as JSON."""
        return {
            "meter": self.meter,
            "state": self.state,
            "amounts_cents": dict(self.amounts_cents),
            "pending": self.pending,
        }


@dataclass(frozen=True, slots=True)
class LinkState:
    """The link of one table. "stopped" needs a person: `why` says what is wrong.

    Bets already locked are never touched by it: their contributions wait in the outbox.
    """

    status: Status = "starting"
    why: str = "the meters' store has not answered yet"
    heard_ms: int = 0
    waiting: int = 0
    meters: Mapping[str, Shown] = field(default_factory=dict)
    patience_ms: int = 3000

    def heard(self, now_ms: int, meters: Mapping[str, Shown], waiting: int) -> LinkState:
        """The store has answered."""
        return LinkState("up", "", now_ms, waiting, meters, self.patience_ms)

    def failed(self, why: str, waiting: int, *, stopped: bool = False) -> LinkState:
        """The store did not answer, or (`stopped`) what it answered cannot be right."""
        status: Status = "stopped" if stopped else "lost"
        return LinkState(status, why, self.heard_ms, waiting, self.meters, self.patience_ms)

    def refusal(self, meter: str, now_ms: int) -> str:
        """Why no bet is taken on `meter` from the next round on; "" when bets are taken.

        Closed by default when the link is down (NY 9 NYCRR 5321.18(c); NJ 13:69E-1.39B).
        """
        if self.status != "up":
            return f"progressive closed: {self.why}"
        if now_ms - self.heard_ms > self.patience_ms:
            return "progressive closed: the meters' store has been silent"
        shown = self.meters.get(meter)
        if shown is None:
            return f"progressive closed: the store has no meter {meter}"
        if shown.state in ("locked", "disabled"):
            return f"progressive closed: meter {meter} is {shown.state}"
        return ""

    def view(self) -> dict[str, Any]:
        """The state as JSON, for pages and `--json`."""
        return {
            "status": self.status,
            "why": self.why,
            "waiting": self.waiting,
            "meters": [meter.view() for meter in self.meters.values()],
        }
