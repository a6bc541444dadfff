"""Who is signed in at a table. Wrong PINs lock a name out; whoever does nothing is signed out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from feltlink.table.people import Person

SIGN_IN = "sign_in"
SIGN_OUT = "sign_out"
PROVE = "prove_pin"
"""The act, and its note's kind, of a supervisor whose PIN a command asks for: `name`, `for`."""
TRIES = 5
LOCKED_US = 300_000_000
IDLE_US = 300_000_000
KEPT = "door"
MOST_A_MINUTE = 20
# Looked at for a name that there is not, so that the answer takes as long.
_NOBODY = Person(
    name="-",
    role="auditor",
    pin="$argon2id$v=19$m=65536,t=3,p=4$9CnkNtakiWRJPK5bT4lD+w"
    "$Hmr13LyF0x+mLo7Qd0VabsrVqtWy/+WrBW28abk0zb4",
)


# The same words for a wrong PIN and for a name that there is not.
_WRONG = "This name and PIN do not belong together."


@dataclass(slots=True)
class Tries:
    """Wrong PINs in a row, and until when (UTC, µs) no more are looked at."""

    wrong: int = 0
    until_us: int = 0


class Door:
    """The people of one table. `keep` remembers the wrong tries over a restart."""

    def __init__(
        self, people: tuple[Person, ...], kept: Any, keep: Callable[[dict[str, Any]], None]
    ) -> None:
        self._people = {person.name: person for person in people}
        self._keep = keep
        self._present: dict[str, int] = {}
        self._tries: dict[str, Tries] = {}
        self._recent: list[int] = []
        for name, (wrong, until_us) in (kept or {}).items():
            self._tries[name] = Tries(wrong, until_us)

    def sign_in(self, name: str, pin: str, now_us: int, at_utc_us: int) -> str:
        """Sign a person in; the sentence of a refusal, or ""."""
        sentence = self.prove(name, pin, now_us, at_utc_us)
        if not sentence:
            self._present[name] = now_us
        return sentence

    def role(self, name: str) -> str:
        """A person's role; "" for nobody of this table."""
        return self._people[name].role if name in self._people else ""

    def prove(self, name: str, pin: str, now_us: int, at_utc_us: int) -> str:
        """Whether this is the person's PIN: the sentence of a refusal, or ""."""
        self._recent = [at for at in self._recent if now_us - at < 60_000_000]
        if len(self._recent) >= MOST_A_MINUTE:
            return "Too many tries: wait a minute."
        self._recent.append(now_us)
        person = self._people.get(name)
        if person is None:
            _NOBODY.knows(pin)
            return _WRONG
        tries = self._tries.setdefault(name, Tries())
        if tries.until_us > at_utc_us + LOCKED_US:  # the clock was set back
            tries.until_us = at_utc_us + LOCKED_US
            self._remember()
        if at_utc_us < tries.until_us:
            minutes = -(-(tries.until_us - at_utc_us) // 60_000_000)
            return f"{name} is locked out for {minutes} min: too many wrong PINs."
        # Counted before it is looked at: a kill in between leaves a wrong try, never a free one.
        tries.wrong += 1
        if tries.wrong >= TRIES:
            tries.wrong, tries.until_us = 0, at_utc_us + LOCKED_US
        self._remember()
        if not person.knows(pin):
            return _WRONG
        tries.wrong = tries.until_us = 0
        self._remember()
        return ""

    def prove_supervisor(self, name: str, pin: str, now_us: int, at_utc_us: int) -> str:
        """As `prove`, and that the person is a supervisor."""
        sentence = self.prove(name, pin, now_us, at_utc_us)
        if not sentence and self.role(name) != "supervisor":
            return f"{name} is no supervisor but {self.role(name)}."
        return sentence

    def _remember(self) -> None:
        self._keep({n: (t.wrong, t.until_us) for n, t in self._tries.items()})

    def sign_out(self, name: str) -> bool:
        """Sign a person out; whether they were in."""
        return self._present.pop(name, None) is not None

    def who(self, by: str, now_us: int) -> tuple[str, str]:
        """(role and name, why not) of who acts as `by` ("supervisor Ann Lee", "dealer").

        Only a dealer may act without a name; the one dealer who is signed in is named then.
        """
        role, _, name = by.partition(" ")
        if role == "dealer" and not name:
            dealers = [n for n in self._present if self._people[n].role == "dealer"]
            name = dealers[0] if len(dealers) == 1 else ""
            if not name:
                return by, ""
        person = self._people.get(name)
        if person is None or name not in self._present or person.role != role:
            return by, f"Sign in as {role} first: name and PIN."
        self._present[name] = now_us
        return f"{role} {name}", ""

    def idle(self, now_us: int) -> list[str]:
        """Sign out, and name, whoever has done nothing for five minutes. Dealers stay: the table
        is theirs until they leave it.
        """
        gone = [
            name
            for name, seen_us in self._present.items()
            if now_us - seen_us >= IDLE_US and self._people[name].role != "dealer"
        ]
        for name in gone:
            self.sign_out(name)
        return gone

    def view(self) -> list[dict[str, Any]]:
        """The people, as the pages list them."""
        return [
            {"name": person.name, "role": person.role, "present": person.name in self._present}
            for person in self._people.values()
        ]
