"""PINs at the command line: who acts at a meter proves to be a supervisor; for a dear act, two."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from feltlink.problem import Problem

if TYPE_CHECKING:
    from feltlink.floor.store import Store
    from feltlink.table.config import Setup
    from feltlink.table.two_people import TwoPeople

PATIENCE_S = 5.0
LOOK_EVERY_S = 0.1


def pin_of(name: str, *, stdin: bool) -> str:
    """The PIN that this person types, or (for a script) the next line of standard input."""
    if stdin:
        return sys.stdin.readline().strip()
    return str(typer.prompt(f"PIN of {name}", hide_input=True))


@dataclass(frozen=True)
class Desk:
    """A supervisor's desk: the people, the limits and the meters' store of one table."""

    setup: Setup

    @property
    def rule(self) -> TwoPeople:
        """What one supervisor cannot do alone."""
        return self.setup.two_people

    def opened(self, url: str | None) -> Store:
        """The store at `url`, or without one the table's own."""
        from feltlink.cli.meter import opened

        if url:
            return opened(url)
        if self.setup.meter is None:
            raise Problem("this table has no meter", where="--table", remedy="add --store STORE")
        return self.setup.meter.store()

    def by(
        self, name: str, second: str | None, *, what: str, needed: str, reason: str, stdin: bool
    ) -> str:
        """Who stands in the books: each has proved to be a supervisor, by PIN.

        `what` is the act as the table's record tells it. `needed` says why two people are needed,
        "" when one is enough; a second one who is named must prove to be there all the same.
        """
        if not name.strip():
            raise Problem("no name is given", remedy="say who does it: --by NAME")
        if needed and second is None:
            raise Problem(
                f"two people are needed: {needed}", remedy='name the second one: --second "NAME"'
            )
        if second is not None and not reason.strip():
            raise Problem("two people give a reason", remedy='add --reason "WHY"')
        if second == name:
            raise Problem(f"{name} cannot be both people", where="--second")
        for one in (name, *([second] if second else [])):
            _prove(self.setup, one, pin_of(one, stdin=stdin), what)
        return name if second is None else f"{name} with {second}"


def _prove(setup: Setup, name: str, pin: str, what: str) -> None:
    """By the table if it runs, else on its record. Another command may hold that for a moment."""
    from feltlink.cli import running_table
    from feltlink.table.proving import prove_at_ended_table, runs

    patience = time.monotonic() + PATIENCE_S
    while True:
        try:
            if runs(setup.record):
                running_table.prove(setup, name, pin, what)
            else:
                prove_at_ended_table(setup, name, pin, what)
            return
        except running_table.Silent:
            if time.monotonic() > patience:
                raise
        except Problem as problem:
            if "another table" not in problem.what or time.monotonic() > patience:
                raise
        time.sleep(LOOK_EVERY_S)


def desk_of(table: Path | None) -> Desk:
    """The desk of a table's file. Money is moved in nobody's name: a table, and one with people, is
    needed for it.
    """
    if table is None:
        raise Problem(
            "a supervisor proves to be there by PIN: name the table whose people may do this",
            where="--table",
            remedy="add --table table.toml; in a demo, which has no people, use its page /desk",
        )
    from feltlink.table.config import load

    setup = load(table)
    if setup.people is None:
        raise Problem(
            "this table has no people: nobody can prove to be a supervisor",
            where=str(table),
            remedy='feltlink people add people.toml "NAME" --role supervisor, and write'
            ' people = "people.toml" in the first lines of this file',
        )
    return Desk(setup)
