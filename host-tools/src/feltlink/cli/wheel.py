"""`feltlink wheel`: what a wheel's weights make of its pay table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True)


@app.callback()
def group() -> None:
    """Weighted wheels of Bonus Spin."""


@app.command()
def check(
    config: Annotated[Path, typer.Argument(help="The wheel's TOML file.")],
    decks: Annotated[
        int | None, typer.Option(min=1, max=8, help="Instead of the file's number of decks.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print each stop's chance and pay, how often a wager hits it, and the exact return.

    Exits 1 when the wheel returns more than 100 % and the file does not allow it.

    Example: feltlink wheel check wheel-A5.toml --decks 6
    """
    from feltlink.cli.wheel_report import as_table, report

    found = report(config, decks)
    if as_json:
        import json

        print(json.dumps(found, indent=2))
    else:
        from rich.console import Console

        Console().print(as_table(found))
        print(found["verdict"])
    if not found["ok"]:
        raise typer.Exit(1)
