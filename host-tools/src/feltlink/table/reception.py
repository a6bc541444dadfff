"""Signing in and out, a second person's word, and the name behind every other act.

A PIN is looked at and forgotten: no entry, no answer and no view ever holds one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltlink.table import acts
from feltlink.table.acts import Act, Malformed
from feltlink.table.clocks import Clock
from feltlink.table.door import PROVE, SIGN_IN, SIGN_OUT, Door
from feltlink.table.play import Turn
from feltlink.table.two_people import SECOND, SECONDED, Seconds, TwoPeople, malformed


class Reception:
    """Between the pages and the door; without a door everyone is who the page says."""

    def __init__(self, door: Door | None, clock: Clock, rule: TwoPeople) -> None:
        self._seconds = Seconds(rule)
        self._door = door
        self._clock = clock
        self._pin = ""

    def read(self, raw: Any) -> Act | Malformed:
        """The act in a page's message, its PIN taken out of it."""
        read = acts.read(raw)
        if isinstance(read, Malformed) or not self.is_for(read):
            return read
        name, self._pin = read.data.get("name"), str(read.data.get("pin", ""))
        if self._door is None:
            return Malformed(read.ident, "This table has no people's file: nobody signs in.")
        if not isinstance(name, str) or not 0 < len(name) <= acts.MAX_ID:
            return Malformed(read.ident, "Signing in needs a name.")
        if read.kind == PROVE:
            what = str(read.data.get("for", ""))[: acts.MAX_ID]
            return Act(read.ident, PROVE, {"name": name, "for": what})
        if read.kind != SECOND:
            return Act(read.ident, read.kind, {"name": name})
        if sentence := malformed(read.data):
            return Malformed(read.ident, sentence)
        word = {"name": name, "for": read.data["for"], "reason": read.data["reason"].strip()}
        return Act(read.ident, SECOND, word)

    def is_for(self, act: Act) -> bool:
        """Whether this is an act of the door and not of the game."""
        return act.kind in (SIGN_IN, SIGN_OUT, SECOND, PROVE)

    def put(self, turn: Turn, act: Act) -> str:
        """Sign in or out, or give a second person's word, and record it; the sentence of a refusal,
        or "".
        """
        assert self._door is not None
        name = act.data["name"]
        pin, self._pin = self._pin, ""
        if act.kind == SIGN_OUT:
            sentence = "" if self._door.sign_out(name) else f"{name} is not signed in."
        else:
            now, utc = self._clock.steady_us(), self._clock.utc_us()
            enter = self._door.sign_in if act.kind == SIGN_IN else self._door.prove_supervisor
            sentence = enter(name, pin, now, utc)
            if act.kind == SECOND and not sentence:
                self._seconds.give(act.data["for"], name, act.data["reason"], now)
        body = {"act": act.kind, "data": dict(act.data), "sentence": sentence}
        turn.note(act.kind, body, act_id=act.ident)
        return sentence

    def undo(self, act: Act) -> None:
        """The act could not be recorded: nobody is in who did not sign in on the record."""
        if self._door is not None and act.kind == SIGN_IN:
            self._door.sign_out(act.data["name"])
        if act.kind == SECOND:
            self._seconds.end(act.data["for"])

    def lacking(self, act: Act, by: str, state: Mapping[str, Any]) -> str:
        """Why `by` cannot do this act alone, if so. Nobody can at a table without people."""
        if self._door is None:
            return ""
        return self._seconds.lacking(act.kind, by, state, self._clock.steady_us())

    def name_second(self, turn: Turn, act: Act, by: str) -> None:
        """Record who has given word for this act, before the act itself."""
        word = self._seconds.word(act.kind, self._clock.steady_us())
        if word is not None:
            body = {"act": act.kind, "by": by, "second": word.name, "reason": word.reason}
            turn.note(SECONDED, body, by=f"supervisor {word.name}")

    def done(self, act: Act) -> None:
        """The act is in the record: the word for it is used up."""
        self._seconds.end(act.kind)

    def two_people(self, state: Mapping[str, Any]) -> list[str]:
        """The acts that need a second person's word now."""
        if self._door is None:
            return []
        return self._seconds.needed(state, self._clock.steady_us())

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
