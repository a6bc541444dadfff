"""`feltlink devices`: which controllers are plugged in."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated

import typer

app = typer.Typer()
PROGRAMS = {
    "image": "this release",
    "source": "this release, as source",
    "another": "[yellow]another[/]",
    "": "not told",
}


@app.command()
def devices(
    port: Annotated[
        list[str] | None, typer.Argument(help="More ports to look at, e.g. a simulated board's.")
    ] = None,
    baud: Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")] = 115_200,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List every USB serial port and the controller on it. Takes no event away from a table.

    Example: feltlink devices
    """
    from rich.console import Console
    from rich.table import Table

    from feltlink.workshop.devices import devices as look

    found = look(port or (), baud)
    if as_json:
        print(json.dumps([dataclasses.asdict(one) for one in found]))
        return
    if not found:
        print("no USB serial port: feltlink doctor looks for the cause")
        return
    table = Table("port", "usb", "controller", "board", "firmware", "program", "waiting", box=None)
    for one in found:
        usb = f"{one.usb} {one.kind}".strip()
        if one.uid:
            state = f"{one.uid}{'' if one.provisioned else ' (no key)'}"
            board = f"{one.board} ({one.chip})"
            program = PROGRAMS[one.program]
            table.add_row(one.port, usb, state, board, one.firmware, program, str(one.waiting))
        else:
            table.add_row(one.port, usb, f"[yellow]{one.why}[/]", "", "", "", "")
    Console(soft_wrap=True).print(table)
