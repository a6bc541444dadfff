"""`feltlink people`: who may sign in at a table."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Who may sign in at a table, with which role.")

FILE = Annotated[Path, typer.Argument(help="The people's file.")]
NAME = Annotated[str, typer.Argument(help="The person's name.")]


@app.command()
def add(
    file: FILE,
    name: NAME,
    role: Annotated[str, typer.Option(help="dealer, supervisor, technician or auditor.")],
    pin_stdin: Annotated[
        bool, typer.Option("--pin-stdin", help="Read the PIN from standard input.")
    ] = False,
) -> None:
    """Add a person; the PIN is asked for twice and only its hash is kept.

    Example: feltlink people add people.toml "Ann Lee" --role supervisor
    """
    from feltlink.table import people

    people.check_new(file, name, role)
    if pin_stdin:
        pin = sys.stdin.readline().strip()
    else:
        pin = typer.prompt("PIN", hide_input=True, confirmation_prompt=True)
    people.add(file, name, role, pin)
    print(f"{name} may sign in as {role}; start the table again")


@app.command("list")
def list_people(
    file: FILE, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """List names and roles.

    Example: feltlink people list people.toml
    """
    from feltlink.table import people

    found = [{"name": one.name, "role": one.role} for one in people.load(file)]
    if as_json:
        print(json.dumps(found))
        return
    for one in found:
        print(f"{one['role']:<11} {one['name']}")


@app.command()
def remove(file: FILE, name: NAME) -> None:
    """Take a person out. What they did stays in the record.

    Example: feltlink people remove people.toml "Ann Lee"
    """
    from feltlink.table import people

    people.remove(file, name)
    print(f"{name} may no longer sign in; start the table again")
