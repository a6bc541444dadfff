"""`feltlink firmware fetch | flash`: a base image, and a whole image onto a chip."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from feltlink.cli.firmware import JSON, app
from feltlink.cli.firmware_put import bar
from feltlink.problem import Problem


@app.command()
def flash(
    image: Annotated[Path, typer.Argument(help=".uf2 (RP2040, RP2350) or .bin (ESP32).")],
    port: Annotated[
        str | None,
        typer.Option(help="ESP32: its port. RP2: a running controller, to be restarted for it."),
    ] = None,
    table_port: Annotated[
        str | None,
        typer.Option(help="ESP32: the table's port, if that is another (an S3's UART1)."),
    ] = None,
    blank: Annotated[
        bool, typer.Option("--blank", help="ESP32: the chip has no Feltlink program yet.")
    ] = False,
    drive: Annotated[Path | None, typer.Option(help="Where the UF2 drive is mounted.")] = None,
    verify: Annotated[
        bool, typer.Option(help="With --port: afterwards compare the digest with the manifest.")
    ] = True,
    baud: Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")] = 115_200,
    as_json: JSON = False,
) -> None:
    """Flash an image: by the mounted UF2 drive, by picotool, or (ESP32) by esptool.

    The manifest beside the image is checked first, and that no round is open on the controller at
    the port. Everything on the chip is replaced, its key and its calibration too; `feltlink
    firmware deploy` keeps them.

    Example: feltlink firmware flash build/images/feltlink-pico-6seat.uf2
    Example: feltlink firmware flash build/images/feltlink-esp32-6seat.bin --port /dev/ttyUSB0
    """
    from feltlink.link.discovery import PortInfo
    from feltlink.workshop import attached
    from feltlink.workshop import flash as put
    from feltlink.workshop.verify import verify as compare

    told = put.listing(image)
    uid = None
    where = port
    with bar(as_json) as say:
        if image.suffix == ".bin":
            if port is None:
                raise Problem("an ESP32 is flashed through its port", remedy="name it with --port")
            where = table_port or port
            uid = put.may_be_flashed(image, PortInfo(table_port or port), baud, blank=blank)
            way = put.esp32(image, say, port)
        else:
            if port is not None:
                uid = put.to_boot_loader(PortInfo(port), baud)
            way = put.rp2(image, say, drive=drive, wait=port is not None)
        checked = None
        if where is not None and verify and told is not None:
            say("restarting", 0, 1)
            attached.again(PortInfo(where), baud, uid).close()
            checked = compare(PortInfo(where), image.with_name(image.name + ".json"), baud)
    if checked is not None and not checked.form:
        raise Problem(
            f"after flashing the program is {checked.found.hex()[:16]}…, not the image's",
            where=f"port {where}",
            remedy="flash it again; check that this is the board that was flashed",
            code=1,
        )
    if as_json:
        print(json.dumps({"image": str(image), "way": way, "verified": checked is not None}))
        return
    print(f"{image.name} was flashed by {way}")
    print(
        "the digest is the manifest's"
        if checked
        else "check it: feltlink firmware verify PORT --manifest " + f"{image}.json"
    )


@app.command()
def fetch(
    chip: Annotated[str, typer.Option(help="The chip the image is for.")] = "rp2040",
    source: Annotated[
        str | None, typer.Option("--from", help="A file, or another http(s) address.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("build/base"),
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask before using the network.")
    ] = False,
    as_json: JSON = False,
) -> None:
    """Get the pinned MicroPython image (rp2040). Asks first, says where from, checks the SHA-256.

    The only command that ever uses the internet, and only after a yes. Without a network, bring
    the file on a stick.

    Example: feltlink firmware fetch --from /media/stick/RPI_PICO-20250911-v1.26.1.uf2
    """
    from feltlink.workshop.fetch import bases
    from feltlink.workshop.fetch import fetch as get
    from feltlink.workshop.targets import TARGETS

    known = bases()
    if chip not in TARGETS:
        raise Problem(f"there is no chip {chip!r}", remedy=f"chips: {', '.join(sorted(TARGETS))}")
    if chip not in known:
        target = TARGETS[chip]
        raise Problem(
            f"no pinned image for {chip}: give BASE=path",
            remedy=f"take the newest {target.base}-*.{target.ending} from MicroPython's download"
            f" page, and build with `make image BOARD=… BASE={target.base}-….{target.ending}`",
        )
    base = known[chip]
    where = source or base.address
    print(f"{base.name}, MicroPython {base.version}, SHA-256 {base.sha256}", file=sys.stderr)
    if where.startswith(("http://", "https://")) and not yes:
        print(f"from {where}", file=sys.stderr)
        if not typer.confirm("Use the network for this?", err=True):
            raise Problem(
                "nothing was fetched", remedy="bring the file and use --from PATH", code=1
            )
    with bar(as_json) as say:
        path = get(base, where, out, lambda done, total: say("fetching", done, total or done))
    if as_json:
        print(json.dumps({"path": str(path), "sha256": base.sha256}))
    else:
        print(f"{path}\nnext: feltlink firmware image --board pico-6seat --base {path}")
