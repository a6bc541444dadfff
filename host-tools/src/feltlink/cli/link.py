"""`feltlink link`: how tables and meters hang together, the stream for a sign, the back-up."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from feltlink.cli.meter import JSON, STORE, opened
from feltlink.problem import Problem

app = typer.Typer(no_args_is_help=True, help="The link between tables, meters and signs.")


@app.command()
def status(
    store: STORE,
    record: Annotated[
        list[Path] | None,
        typer.Option(help="A table's record: tells what still waits in its outbox."),
    ] = None,
    as_json: JSON = False,
) -> None:
    """Print whether the store answers, how the meters stand and how far each table is booked.

    Exits 1 when the store is away or a record's outbox is not the one that the store knows.

    Example: feltlink link status --store postgresql://felt@floor/meters --record table-1.db
    """
    with opened(store) as source:
        begun = time.perf_counter()
        meters = source.shown()
        answered_ms = round((time.perf_counter() - begun) * 1000, 1)
        tables: dict[str, dict[str, Any]] = {
            name: {**asdict(place), "waiting": None} for name, place in source.places().items()
        }
        faults = [_waiting(path, tables) for path in record or ()]
        body: dict[str, Any] = {
            "link": "up",
            "answered_ms": answered_ms,
            "meters": [meter.view() for meter in meters.values()],
            "tables": tables,
            "faults": [fault for fault in faults if fault],
        }
        if as_json:
            print(json.dumps(body))
        else:
            print(f"store {source.url}: answers in {answered_ms} ms")
            for meter in meters.values():
                print(f"meter {meter.meter}: {meter.state}")
            for name, table in tables.items():
                waits = "" if table["waiting"] is None else f", {table['waiting']} waiting"
                print(
                    f"table {name}: {table['last']} requests booked,"
                    f" {table['backed_up']} in a back-up{waits}"
                )
        if body["faults"]:
            raise Problem("; ".join(body["faults"]), where=store, code=1)


def _waiting(path: Path, tables: dict[str, dict[str, Any]]) -> str:
    """Fill in what waits in this record's outbox; what is wrong with it, or ""."""
    from feltlink.floor.outbox import reader

    if not path.exists():
        raise Problem("there is no record here", where=str(path), remedy="check the path")
    outbox = reader(path)
    name = outbox.table()
    last, _ = outbox.head()
    table = tables.setdefault(name, {"last": 0, "chain": "", "backed_up": 0})
    table["waiting"] = last - table["last"]
    known = outbox.chain_at(table["last"])
    if table["last"] and known != table["chain"]:
        return f"{path} is not the outbox that the store knows as table {name}"
    return ""


@app.command("serve-sign")
def serve_sign(
    store: STORE,
    listen: Annotated[
        str | None, typer.Option(help="HOST:PORT to serve; without it the lines are printed.")
    ] = None,
) -> None:
    """Stream what the meters show, one JSON object a line, as it changes, until Ctrl-C.

    Example: feltlink link serve-sign --store postgresql://felt@floor/meters --listen 127.0.0.1:7070
    """
    from feltlink.floor.sign import changes, line
    from feltlink.floor.sign_server import SignServer

    with opened(store) as source:
        server = SignServer(listen) if listen else None
        if server:
            print(f"the sign's stream is at {server.address}", file=sys.stderr, flush=True)
        try:
            for change in changes(source):
                if server:
                    server.tell(line(change))
                else:
                    sys.stdout.write(line(change))
                    sys.stdout.flush()
        except (KeyboardInterrupt, BrokenPipeError):
            return
        finally:
            if server:
                server.close()


@app.command()
def backup(
    to: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")], store: STORE
) -> None:
    """Back the store up while it runs. Outboxes then let go of what the copy holds.

    Example: feltlink link backup meters-monday.dump --store postgresql://felt@floor/meters
    """
    if to.exists():
        raise Problem("this file exists", where=str(to), remedy="name a new one")
    with opened(store) as source:
        booked = source.backup(to)
    print(f"{to} holds {booked} requests of all tables")
