"""`feltlink calibrate PORT`: thresholds of reflective sensors, measured at their own table."""

from __future__ import annotations

import dataclasses
import json
import select
import sys
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from feltlink.problem import Problem

if TYPE_CHECKING:
    from feltlink.workshop.thresholds import Threshold

app = typer.Typer()


class Person:
    """Reads "done" as the Enter key. `sure`: agrees without being asked."""

    def __init__(self, sure: bool) -> None:
        self._sure = sure
        self._asked = False

    def tell(self, sentence: str) -> None:
        print(f"{sentence}, then press Enter.", file=sys.stderr, flush=True)

    def show(self, counts: list[int]) -> None:
        """The terminal shows what was measured, when that is done."""

    def done(self) -> bool:
        return self._line() is not None

    def agrees(self, found: list[Threshold]) -> bool | None:
        if self._sure:
            return True
        if not self._asked:
            self._asked = True
            show(found, sys.stderr)
            print("Keep these on the controller? [y/N] ", end="", file=sys.stderr, flush=True)
        answer = self._line()
        return None if answer is None else answer.strip().lower() in ("y", "yes")

    def _line(self) -> str | None:
        """What was typed; None when nothing was within a second."""
        if not select.select([sys.stdin], [], [], 1.0)[0]:
            return None
        line = sys.stdin.readline()
        if not line:
            raise Problem("no answer on standard input", remedy="run it at a terminal")
        return line


def show(found: list[Threshold], out: TextIO) -> None:
    """Print the thresholds as a table, those of before beside them."""
    print("seat  spot            pin    felt   chip     on    off   before", file=out)
    for one in found:
        counts = (one.free_most, one.covered_least, one.on_counts, one.off_counts)
        shown = "  ".join(f"{count:>5}" for count in counts)
        before = f"{one.on_before}/{one.off_before}"
        print(f"{one.seat:>4}  {one.spot:<14}  {one.pin:<5} {shown}   {before}", file=out)


@app.command()
def calibrate(
    port: Annotated[str, typer.Argument(help="The controller's port, e.g. /dev/ttyUSB0.")],
    board: Annotated[str, typer.Option(help="A board's name, or its file.")] = "esp32-7seat-adc",
    prompt: Annotated[
        str | None, typer.Option(help="Port of its MicroPython prompt, if that is another.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Keep what was measured, unasked.")] = False,
    back: Annotated[
        bool, typer.Option("--restore", help="Take the last calibration back instead.")
    ] = False,
    baud: Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")] = 115_200,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure every sensor with and without a chip and keep the thresholds on the controller.

    They are shown first, and kept after a yes; those of before stay beside them for --restore.
    Exit 1, nothing kept, when a sensor does not tell a chip from the felt. Needs no round.

    Example: feltlink calibrate /dev/ttyUSB0 --board esp32-7seat-adc
    """
    from feltlink.link.discovery import PortInfo
    from feltlink.workshop import boards
    from feltlink.workshop.calibrate import calibrate as measure
    from feltlink.workshop.calibrate import restore
    from feltlink.workshop.deploy import At

    at, its_board = At(PortInfo(port), prompt, baud), boards.load(board)
    if back:
        held = restore(at, its_board)
        if as_json:
            print(json.dumps([{"on_counts": on, "off_counts": off} for on, off in held]))
        else:
            print("the thresholds of before hold again")
        return
    found = measure(at, its_board, Person(yes))
    if as_json:
        print(json.dumps([dataclasses.asdict(one) for one in found]))
    elif yes:
        show(found, sys.stdout)
    else:
        print("kept on the controller; --restore takes them back")
