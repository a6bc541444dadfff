"""Signing in and out as acts of a page, and the name behind every other act.

A PIN is looked at and forgotten: no entry, no answer and no view ever holds one.
"""

from __future__ import annotations

from typing import Any

from feltlink.table import acts
from feltlink.table.acts import Act, Malformed
from feltlink.table.clocks import Clock
from feltlink.table.door import SIGN_IN, SIGN_OUT, Door
from feltlink.table.play import Turn


class Reception:
    """Between the pages and the door; without a door everyone is who the page says."""

    def __init__(self, door: Door | None, clock: Clock) -> None:
        self._door = door
        self._clock = clock
        self._pin = ""

    def read(self, raw: Any) -> Act | Malformed:
        """The act in a page's message, its PIN taken out of it."""
        read = acts.read(raw)
        if isinstance(read, Malformed) or read.kind not in (SIGN_IN, SIGN_OUT):
            return read
        name, self._pin = read.data.get("name"), str(read.data.get("pin", ""))
        if self._door is None:
            return Malformed(read.ident, "This table has no people's file: nobody signs in.")
        if not isinstance(name, str) or not 0 < len(name) <= acts.MAX_ID:
            return Malformed(read.ident, "Signing in needs a name.")
        return Act(read.ident, read.kind, {"name": name})

    def is_for(self, act: Act) -> bool:
        """Whether this is an act of the door and not of the game."""
        return act.kind in (SIGN_IN, SIGN_OUT)

    def put(self, turn: Turn, act: Act) -> str:
        """Sign in or out and record it; the sentence of a refusal, or ""."""
        assert self._door is not None
        name = act.data["name"]
        pin, self._pin = self._pin, ""
        if act.kind == SIGN_OUT:
            sentence = "" if self._door.sign_out(name) else f"{name} is not signed in."
        else:
            now, utc = self._clock.steady_us(), self._clock.utc_us()
            sentence = self._door.sign_in(name, pin, now, utc)
        body = {"act": act.kind, "data": dict(act.data), "sentence": sentence}
        turn.note(act.kind, body, act_id=act.ident)
        return sentence

    def undo(self, act: Act) -> None:
        """The act could not be recorded: nobody is in who did not sign in on the record."""
        if self._door is not None and act.kind == SIGN_IN:
            self._door.sign_out(act.data["name"])

    def who(self, by: str) -> tuple[str, str]:
        """(role and name, why not) of an act that a page sends as `by`."""
        return self._door.who(by, self._clock.steady_us()) if self._door else (by, "")

    def idle(self) -> list[str]:
        """Whom the door has just signed out."""
        return self._door.idle(self._clock.steady_us()) if self._door else []

    def note_idle(self, turn: Turn, name: str) -> None:
        """Record that somebody was signed out for doing nothing."""
        sentence = "nothing was done for five minutes"
        turn.note(SIGN_OUT, {"act": SIGN_OUT, "data": {"name": name}, "sentence": sentence})

    def view(self) -> list[dict[str, Any]] | None:
        """The people for the pages; None for a table without a people's file."""
        return self._door.view() if self._door else None
