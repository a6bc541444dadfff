"""PINs at the command line, and the two people that a dear act at a meter needs."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from feltlink.problem import Problem

if TYPE_CHECKING:
    from feltlink.table.people import Person
    from feltlink.table.two_people import TwoPeople


def pin_of(name: str, *, stdin: bool) -> str:
    """The PIN that this person types, or (for a script) the next line of standard input."""
    if stdin:
        return sys.stdin.readline().strip()
    return str(typer.prompt(f"PIN of {name}", hide_input=True))


@dataclass(frozen=True)
class Desk:
    """A supervisor's desk: the limits and the people of a table, or the plain limits and nobody."""

    rule: TwoPeople
    people: tuple[Person, ...] | None

    def by(self, name: str, second: str | None, *, needed: str, reason: str, stdin: bool) -> str:
        """Who stands in the books. With a people's file both prove themselves by PIN.

        `needed` says why two people are needed, "" when one is enough; a second one who is named
        must prove to be there all the same.
        """
        if needed and self.people is None:
            raise Problem(
                f"two people are needed: {needed}",
                remedy="name the table, whose people prove themselves: --table table.toml",
            )
        if needed and second is None:
            raise Problem(
                f"two people are needed: {needed}", remedy='name the second one: --second "NAME"'
            )
        if second is not None and self.people is None:
            raise Problem(
                f"{second} cannot prove to be there",
                where="--second",
                remedy="name the table, whose people prove themselves: --table table.toml",
            )
        if second is not None and not reason.strip():
            raise Problem("two people give a reason", remedy='add --reason "WHY"')
        if self.people is None:
            return name
        if second == name:
            raise Problem(f"{name} cannot be both people", where="--second")
        for one in (name, *([second] if second else [])):
            self._prove(one, pin_of(one, stdin=stdin))
        return name if second is None else f"{name} with {second}"

    def _prove(self, name: str, pin: str) -> None:
        person = next((one for one in self.people or () if one.name == name), None)
        if person is None or not person.knows(pin):
            raise Problem("this name and PIN do not belong together", where=name, code=1)
        if person.role != "supervisor":
            raise Problem(f"{name} is no supervisor but {person.role}", where=name, code=1)


def desk_of(table: Path | None) -> Desk:
    """The desk of a table's file."""
    from feltlink.table.two_people import TwoPeople

    if table is None:
        return Desk(TwoPeople(), None)
    from feltlink.table.config import load

    setup = load(table)
    return Desk(setup.two_people, setup.people)
