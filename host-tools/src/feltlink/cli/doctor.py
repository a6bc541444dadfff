"""`feltlink doctor`: what stands between this machine and a talking controller."""

from __future__ import annotations

import dataclasses
import getpass
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

app = typer.Typer()
MARKS = {"good": "[green]✓ good[/]", "note": "[yellow]• note[/]", "bad": "[red]✗ bad [/]"}


@app.command()
def doctor(
    udev: Annotated[bool, typer.Option("--udev", help="Print the udev rules and stop.")] = False,
    port: Annotated[
        list[str] | None, typer.Option(help="Look at this port too, e.g. a simulated board's.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Also look at the disk under this record.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    root: Annotated[Path, typer.Option(hidden=True)] = Path("/"),
) -> None:
    """Look for what keeps a controller from talking, and say what to do. Exit 1 on a bad finding.

    Example: feltlink doctor --record /var/lib/feltlink/table.db
    """
    from feltlink.workshop.devices import devices
    from feltlink.workshop.doctor import Machine, examine
    from feltlink.workshop.doctor_disk import disk_of
    from feltlink.workshop.usb import udev_rules

    if udev:
        print(udev_rules(), end="")
        return
    machine = Machine(
        root=root,
        user=getpass.getuser(),
        look=(lambda: devices(port or ())) if root == Path("/") else None,
        disk=disk_of(record) if record else None,
    )
    findings = examine(machine)
    if as_json:
        print(json.dumps([dataclasses.asdict(finding) for finding in findings]))
    else:
        console = Console(highlight=False, soft_wrap=True)
        for finding in findings:
            console.print(f"{MARKS[finding.level]}  {finding.check}: {finding.what}")
            if finding.remedy:
                console.print(f"          → {finding.remedy}")
    if any(finding.level == "bad" for finding in findings):
        raise typer.Exit(1)
