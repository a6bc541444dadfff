"""`feltlink firmware deploy | rollback | verify`: the program on a running controller."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from feltlink.cli.firmware import BOARD, JSON, app
from feltlink.problem import Problem

if TYPE_CHECKING:
    from feltlink.workshop.deploy import Deployed

PORT = Annotated[str, typer.Argument(help="The controller's port, e.g. /dev/ttyACM0.")]
PROMPT = Annotated[
    str | None, typer.Option(help="Port of its MicroPython prompt, if that is another (Pico: USB).")
]
BAUD = Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")]


@contextmanager
def bar(as_json: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar, fed with (what is done, how much of it, of how much)."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:<12}"), BarColumn(), DownloadColumn())
    with Progress(*columns, disable=as_json, transient=True) as progress:
        task = progress.add_task("looking", total=None)

        def say(what: str, done: int, total: int) -> None:
            progress.update(task, description=what, completed=done, total=total)

        yield say


def _told(done: Deployed, as_json: bool) -> None:
    if as_json:
        told = {"uid": done.uid.hex(), "board": done.board, "tree": done.tree}
        print(json.dumps({**told, "program_sha256": done.program.hex()}))
        return
    print(f"controller {done.uid.hex()} runs {done.board} from {done.tree}")
    print(f"program  {done.program.hex()}")


@app.command()
def deploy(
    port: PORT,
    board: BOARD = "pico-6seat",
    prompt: PROMPT = None,
    blank: Annotated[
        bool, typer.Option("--blank", help="The chip has MicroPython and no Feltlink yet.")
    ] = False,
    rewired: Annotated[
        bool, typer.Option("--rewired", help="It was wired as another board before.")
    ] = False,
    baud: BAUD = 115_200,
    as_json: JSON = False,
) -> None:
    """Put this release's program on a running controller.

    The new tree is written beside the old one and checked there; one rename switches; after the
    restart the controller must give the right digest, or the old program is put back. A power cut
    at any step leaves a controller that starts. Refused while a round is open.

    Example: feltlink firmware deploy /dev/ttyUSB0 --prompt /dev/ttyACM0 --board pico-6seat
    """
    from feltlink.link.discovery import PortInfo
    from feltlink.workshop import boards
    from feltlink.workshop import deploy as put

    at = put.At(PortInfo(port), prompt, baud)
    with bar(as_json) as say:
        done = put.deploy(at, boards.load(board), say, blank=blank, rewired=rewired)
    _told(done, as_json)


@app.command()
def rollback(
    port: PORT,
    prompt: PROMPT = None,
    silent: Annotated[
        bool, typer.Option("--silent", help="Though the present program does not answer.")
    ] = False,
    baud: BAUD = 115_200,
    as_json: JSON = False,
) -> None:
    """Let the program run that ran before the last deployment; once more goes forward again.

    Example: feltlink firmware rollback /dev/ttyUSB0 --prompt /dev/ttyACM0
    """
    from feltlink.link.discovery import PortInfo
    from feltlink.workshop import deploy as put

    with bar(as_json) as say:
        done = put.rollback(put.At(PortInfo(port), prompt, baud), say, silent=silent)
    _told(done, as_json)


@app.command()
def verify(
    port: PORT,
    manifest: Annotated[
        Path | None, typer.Option(help="An image's .json; else this release is compared with.")
    ] = None,
    baud: BAUD = 115_200,
    as_json: JSON = False,
) -> None:
    """Compare the program on a controller with the released one. Exit 1 on a difference.

    Example: feltlink firmware verify /dev/ttyACM0 --manifest feltlink-pico-6seat.uf2.json
    """
    from feltlink.link.discovery import PortInfo
    from feltlink.workshop.verify import verify as compare

    verdict = compare(PortInfo(port), manifest, baud)
    wanted = {form: digest.hex() for form, digest in verdict.wanted.items()}
    if as_json:
        body = {"uid": verdict.uid.hex(), "board": verdict.board, "form": verdict.form or None}
        print(json.dumps({**body, "found": verdict.found.hex(), "wanted": wanted}))
    elif verdict.form:
        print(f"controller {verdict.uid.hex()}, {verdict.board}: the program is the released one")
        print(f"program  {verdict.found.hex()}  ({verdict.form})")
    if not verdict.form:
        shown = " or ".join(f"{digest[:16]}… ({form})" for form, digest in wanted.items())
        raise Problem(
            f"the program on {verdict.board} is {verdict.found.hex()[:16]}…, not {shown}",
            where=f"port {port}",
            remedy="feltlink firmware deploy puts this release on it, rollback the one before",
            code=1,
        )
