"""`feltlink record report` and `drop`: what a table took and paid, and the ends of its periods."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from feltlink.problem import Problem


def report(
    records: Annotated[list[Path], typer.Argument(help="Records, or tables' TOML files.")],
    by: Annotated[str, typer.Option(help="shift, day, table or drop.")] = "day",
    from_: Annotated[str, typer.Option("--from", help="From this time on, UTC.")] = "1970-01-01",
    to: Annotated[str, typer.Option("--to", help="Up to this time, UTC.")] = "9999-01-01",
    shifts: Annotated[str, typer.Option(help="When shifts begin.")] = "06:00,14:00,22:00",
    zone: Annotated[str, typer.Option(help="Whose days and shifts.")] = "UTC",
    meters: Annotated[
        str | None, typer.Option(metavar="STORE", help="Also what the meters here did.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the first meter's course into this .svg or .png file.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Add up what was wagered, taken, paid and won: coin-in, drop, win, hits, hit frequency.

    Example: feltlink record report table.toml --by shift --zone America/Denver
    """
    from feltlink.cli.record_check import file_of
    from feltlink.cli.record_report import added_up, moved_text, movements, table_of

    if picture is not None and meters is None:
        raise Problem("a picture is of a meter", where="--picture", remedy="add --meters STORE")
    named = [(file_of(one), one.stem) for one in records]
    rows = added_up(named, by, (from_, to), shifts, zone)
    moved = movements(meters, (from_, to), picture) if meters else []
    if as_json:
        print(json.dumps({"rows": rows, "meters": [asdict(one) for one in moved]}))
        return
    print(table_of(by, rows))
    if moved:
        print(moved_text(moved))


def drop(
    config: Annotated[Path, typer.Argument(help="The table's TOML file.")],
    by: Annotated[str, typer.Option(help="The supervisor's name; the PIN is asked for.")],
    pin_stdin: Annotated[
        bool, typer.Option("--pin-stdin", help="Read the PIN from standard input.")
    ] = False,
) -> None:
    """Record that the box was taken, between two rounds, and sign the record. The table may run or
    have ended. `record report --by drop` adds up from drop to drop.

    Example: feltlink record drop table.toml --by "Ann Lee"
    """
    from feltlink.cli.pins import pin_of
    from feltlink.cli.running_table import act
    from feltlink.table.config import load
    from feltlink.table.drop import DROP
    from feltlink.table.dropping import drop_ended_table
    from feltlink.table.proving import runs

    setup = load(config)
    pin = pin_of(by, stdin=pin_stdin) if setup.people is not None else ""
    if runs(setup.record):
        act(setup, DROP, by, pin)
    else:
        drop_ended_table(setup, by, pin)
    print(f"drop by {by} is recorded, and the record signed if it has keys")
    print(f"keep a copy of {setup.record}.head elsewhere")
