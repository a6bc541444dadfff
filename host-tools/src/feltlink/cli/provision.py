"""`feltlink provision PORT`: give a controller its key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def provision(
    port: Annotated[str, typer.Argument(help="The controller's port, e.g. /dev/ttyUSB0.")],
    key_file: Annotated[
        Path, typer.Option("--key-file", help="The key, 64 hex digits; made if it is not there.")
    ] = Path("controller.key"),
    prompt: Annotated[
        str | None,
        typer.Option(help="Port of its MicroPython prompt, if that is another (a Pico's USB)."),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Though it has a key.")] = False,
    baud: Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")] = 115_200,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Put a secret key on a controller, so that its table knows it from an impostor.

    Done once at the workbench. The controller restarts and must prove that it knows the key. Keep
    the key file with the table's configuration, readable by the table alone.

    Example: feltlink provision /dev/ttyUSB0 --prompt /dev/ttyACM0 --key-file table-1.key
    """
    from feltlink.link.discovery import PortInfo
    from feltlink.workshop.provision import provision as give

    done = give(PortInfo(port), key_file, prompt=prompt, replace=replace, baud=baud)
    if as_json:
        print(json.dumps({"uid": done.uid.hex(), "key_file": str(key_file), "made": done.made}))
        return
    print(f"controller {done.uid.hex()} {'has a new key' if done.made else 'has the key'}: proven")
    print(
        f'In the table\'s file:\n\n[controller]\nuid = "{done.uid.hex()}"\nkey_file = "{key_file}"'
    )
