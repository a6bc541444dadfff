"""Acts that one supervisor cannot do alone: a second one proves to be there, by PIN, with a reason.

The second person's word is for one act, is used up by it, and holds for two minutes; a restart
ends it. Both names are in the record, a PIN never is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from feltlink.money.cents import show

SECOND = "second_person"
"""The act, and the kind of its note: `name`, `for` (an act's name), `reason`."""
SECONDED = "seconded"
"""Kind of the note before an act that two people did: `act`, `by`, `second`, `reason`."""
MAX_REASON = 200

Cents = Annotated[int, Field(ge=0)]


class TwoPeople(BaseModel):
    """`[two_people]` of the table's file: which acts need two supervisors.

    `acts` always do. The last check of a top prize does from `top_prize_cents` on (it is what lets
    the prize be paid), a verdict on a meter's award from `award_cents` on, and an adjustment of a
    meter from `adjust_cents` on, into it or out of it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    acts: Annotated[tuple[str, ...], Field(strict=False)] = (
        "deny_top_prize",
        "resume_after_failure",
    )
    top_prize_cents: Cents = 100_000
    award_cents: Cents = 500_000
    adjust_cents: Cents = 10_000
    within_s: Annotated[int, Field(ge=10, le=600)] = 120

    def told(self, supervisors: int) -> str:
        """What needs two people, in words; and that a table with one supervisor cannot do it."""
        acts = ", ".join(act.replace("_", " ") for act in self.acts)
        text = (
            f"{acts or 'no act'}; a top prize from {show(self.top_prize_cents)}; an award of a"
            f" meter from {show(self.award_cents)}, an adjustment from {show(self.adjust_cents)} on"
        )
        if supervisors >= 2:
            return text
        return f"{text}. NONE OF IT CAN BE DONE: the people's file has {supervisors} supervisor(s)"

    def needing(self, state: Mapping[str, Any]) -> list[str]:
        """The acts that need two people while the game's view is `state`."""
        spin = state.get("spin") or {}
        checks = spin.get("checks") or {}
        missing = [check for check, name in checks.items() if not name]
        amount = spin.get("amount_cents")
        dear = amount is None or amount >= self.top_prize_cents
        last = spin.get("state") == "top_prize" and len(missing) == 1 and dear
        return [*self.acts, *(["verify"] if last and "verify" not in self.acts else [])]


@dataclass(frozen=True, slots=True)
class Word:
    """A second person's word for one act, until a moment of the steady clock (µs)."""

    name: str
    reason: str
    until_us: int


class Seconds:
    """The words that stand at one table."""

    def __init__(self, rule: TwoPeople) -> None:
        self._rule = rule
        self._words: dict[str, Word] = {}

    def give(self, act: str, name: str, reason: str, now_us: int) -> None:
        """Let a word stand for the next `act`."""
        self._words[act] = Word(name, reason, now_us + self._rule.within_s * 1_000_000)

    def end(self, act: str) -> None:
        """The word was used, or could not be recorded."""
        self._words.pop(act, None)

    def word(self, act: str, now_us: int) -> Word | None:
        """The word that stands for `act` now."""
        found = self._words.get(act)
        if found is not None and now_us >= found.until_us:
            self.end(act)
            return None
        return found

    def needed(self, state: Mapping[str, Any], now_us: int) -> list[str]:
        """The acts that still need a second person's word."""
        return [act for act in self._rule.needing(state) if self.word(act, now_us) is None]

    def lacking(self, act: str, by: str, state: Mapping[str, Any], now_us: int) -> str:
        """Why `by` cannot do this act alone; "" when nobody else is needed, or has given word."""
        if act not in self._rule.needing(state):
            return ""
        word = self.word(act, now_us)
        what = act.replace("_", " ")
        if word is None:
            return f"This needs two people ({what}): first a second supervisor's PIN and reason."
        if by.partition(" ")[2] == word.name:
            return f"{word.name} cannot be both people: another supervisor gives the PIN."
        return ""


def malformed(data: Mapping[str, Any]) -> str:
    """Why this is no second person's word, apart from the PIN; "" when it is one."""
    act, reason = data.get("for"), data.get("reason")
    if not isinstance(act, str) or not 0 < len(act) <= MAX_REASON:
        return "A second person's word is for one act: its name was expected in `for`."
    if not isinstance(reason, str) or not 0 < len(reason.strip()) <= MAX_REASON:
        return f"A second person gives a reason, of at most {MAX_REASON} characters."
    return ""
