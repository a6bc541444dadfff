"""`feltlink firmware`: images, what is in them, and putting them on a controller."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

app = typer.Typer(no_args_is_help=True, help="Build, list, flash and check a controller's program.")

BOARD = Annotated[str, typer.Option(help="A board's name (`feltlink board list`) or its file.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def image(
    base: Annotated[Path, typer.Option(help="Official MicroPython image: .uf2, or .bin (ESP32).")],
    board: BOARD = "pico-6seat",
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("build/images"),
    as_json: JSON = False,
) -> None:
    """Write one file to flash, with its manifest. The same input gives the same bytes.

    Example: feltlink firmware image --board pico-6seat --base RPI_PICO.uf2
    """
    from feltlink.workshop import boards
    from feltlink.workshop.image import build

    made = build(boards.load(board), base)
    path, listing = made.save(out)
    if as_json:
        print(json.dumps({"image": str(path), "manifest": str(listing), **made.manifest}))
        return
    print(f"{path}  {len(made.data):,} bytes")
    print(f"sha256   {made.manifest['image']['sha256']}")
    print(f"program  {made.manifest['program_sha256']}")
    print(f"manifest {listing}")


@app.command()
def manifest(board: BOARD = "pico-6seat", as_json: JSON = False) -> None:
    """List the program as it is copied to a running controller, with its digest.

    Example: feltlink firmware manifest --board pico-6seat
    """
    from feltlink.workshop import boards, program
    from feltlink.workshop.image import manifest as list_program

    its_board = boards.load(board)
    listing = list_program(its_board, program.sources(its_board))
    if as_json:
        print(json.dumps(listing))
        return
    table = Table("file", "bytes", "sha256", box=None)
    for path, entry in listing["files"].items():
        table.add_row(path, f"{entry['bytes']:,}", entry["sha256"][:16])
    Console().print(table)
    print(f"program  {listing['program_sha256']}")


# the commands below it add themselves to `app`
from feltlink.cli import firmware_flash, firmware_put  # noqa: E402, F401
