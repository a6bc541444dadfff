"""`feltlink calibrate PORT`: thresholds of reflective sensors, measured at their own table."""

from __future__ import annotations

import dataclasses
import json
import select
import sys
from typing import Annotated

import typer

from feltlink.problem import Problem

app = typer.Typer()


class Person:
    """Reads "done" as the Enter key."""

    def tell(self, sentence: str) -> None:
        print(f"{sentence}, then press Enter.", file=sys.stderr, flush=True)

    def done(self) -> bool:
        if not select.select([sys.stdin], [], [], 1.0)[0]:
            return False
        if not sys.stdin.readline():
            raise Problem("no answer on standard input", remedy="run it at a terminal")
        return True


@app.command()
def calibrate(
    port: Annotated[str, typer.Argument(help="The controller's port, e.g. /dev/ttyUSB0.")],
    board: Annotated[str, typer.Option(help="A board's name, or its file.")] = "esp32-7seat-adc",
    prompt: Annotated[
        str | None, typer.Option(help="Port of its MicroPython prompt, if that is another.")
    ] = None,
    baud: Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")] = 115_200,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure every sensor with and without a chip and keep the thresholds on the controller.

    Exit 1, nothing kept, when a sensor does not tell a chip from the felt. Needs no round.

    Example: feltlink calibrate /dev/ttyUSB0 --prompt /dev/ttyUSB1 --board esp32-7seat-adc
    """
    from feltlink.link.discovery import PortInfo
    from feltlink.workshop import boards
    from feltlink.workshop.calibrate import calibrate as measure
    from feltlink.workshop.deploy import At

    found = measure(At(PortInfo(port), prompt, baud), boards.load(board), Person())
    if as_json:
        print(json.dumps([dataclasses.asdict(one) for one in found]))
        return
    print("seat  spot            pin    felt   chip     on    off")
    for one in found:
        counts = (one.free_most, one.covered_least, one.on_counts, one.off_counts)
        shown = "  ".join(f"{count:>5}" for count in counts)
        print(f"{one.seat:>4}  {one.spot:<14}  {one.pin:<5} {shown}")
