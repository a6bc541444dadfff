"""`feltlink selftest PORT`: every light, every sensor and the button, and a signed report."""

from __future__ import annotations

import getpass
import json
import select
import sys
from pathlib import Path
from typing import Annotated

import typer

from feltlink.problem import Problem

app = typer.Typer()


class Person:
    """The technician at the keyboard; with `unseen`, nobody looks at the lights."""

    def __init__(self, *, unseen: bool, quiet: bool) -> None:
        self._unseen = unseen
        self._quiet = quiet

    def tell(self, sentence: str) -> None:
        """Print it where it is not mixed with JSON."""
        ask = " [y/n] " if sentence.endswith("?") and not self._unseen else "\n"
        print(sentence, end=ask, file=sys.stderr if self._quiet else sys.stdout, flush=True)

    def seen(self) -> bool | None:
        """The line that was typed, if one was."""
        if self._unseen or not select.select([sys.stdin], [], [], 0.05)[0]:
            return None
        line = sys.stdin.readline()
        if not line:
            raise Problem("no answers on standard input", remedy="use --no-lights without a person")
        return line.strip().lower() in ("y", "yes") if line.strip() else None


@app.command()
def selftest(
    port: Annotated[str, typer.Argument(help="The controller's port, e.g. /dev/ttyACM0.")] = "",
    board: Annotated[str, typer.Option(help="A board's name, or its TOML file.")] = "pico-6seat",
    out: Annotated[Path, typer.Option(help="Folder for the report.")] = Path("reports"),
    key: Annotated[
        Path, typer.Option(help="The workshop's key, FILE.key and FILE.pub; made if not there.")
    ] = Path("workshop"),
    by: Annotated[str, typer.Option(help="Who tests; your login name if not given.")] = "",
    no_lights: Annotated[
        bool, typer.Option("--no-lights", help="Nobody looks: the lights are lit, not judged.")
    ] = False,
    patience_s: Annotated[float, typer.Option(help="Wait so long for each chip or answer.")] = 30.0,
    check: Annotated[
        Path | None, typer.Option(help="Check a report's signature against --key, and stop.")
    ] = None,
    baud: Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")] = 115_200,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Walk every light, ask for every sensor and the button, write a signed report.

    Exit 1 when something failed; each failure names seat and pin. Needs the port to itself, and
    no round; at a table that runs, the page /bench does the same.

    Example: feltlink selftest /dev/ttyACM0 --board pico-6seat
    """
    if check is not None:
        checked(check, key)
        print(f"{check}: the signature is right")
        return
    if not port:
        raise Problem("no port is given", remedy="feltlink devices lists them")
    from feltlink.link.discovery import PortInfo
    from feltlink.record import signing
    from feltlink.workshop import boards
    from feltlink.workshop.selftest import examine
    from feltlink.workshop.selftest_report import failures, text, write

    signer = signing.signer_or_new(key)
    person = Person(unseen=no_lights, quiet=as_json)
    patience = 0.2 if no_lights else None
    report = examine(
        PortInfo(port),
        boards.load(board),
        person,
        by=by or getpass.getuser(),
        patience_s=patience_s,
        light_s=patience,
        baud=baud,
    )
    file = write(report, out, signer)
    print(json.dumps({"file": str(file), **report}) if as_json else text(report) + str(file))
    failed = failures(report)
    if failed:
        raise Problem(
            "; ".join(failed),
            where=f"port {port}",
            remedy=f"follow the wire from that pin: feltlink board show {board}",
            code=1,
        )


def checked(file: Path, key: Path) -> None:
    """Problem unless the report is as it was signed."""
    from cryptography.exceptions import InvalidSignature

    from feltlink.record import signing
    from feltlink.workshop.selftest_report import covered

    public = signing.public_key(signing.beside(key, ".pub"))
    try:
        report = json.loads(file.read_text())
        public.verify(bytes.fromhex(report["signature"]), covered(report))
    except (OSError, ValueError, KeyError) as fault:
        raise Problem(f"this is no report ({fault})", where=str(file)) from None
    except InvalidSignature:
        raise Problem(
            "the report is not as it was signed, or was signed with another key",
            where=str(file),
            remedy=f"ask who signed with key {report.get('key')}",
            code=1,
        ) from None
