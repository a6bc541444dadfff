"""`feltlink table`: check a table's configuration, and run the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Check and run one table.")

CONFIG = Annotated[Path, typer.Argument(help="The table's TOML file.")]


@app.command()
def check(
    config: CONFIG, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False
) -> None:
    """Print what will run, the limits it implies and what it returns. Starts nothing.

    Example: feltlink table check table.toml
    """
    from feltlink.record.signing import beside
    from feltlink.table.config import load

    setup = load(config, to_run=True)
    file = setup.file
    if as_json:
        body = {**setup.effective, "digest": setup.digest, "record": str(setup.record)}
        print(json.dumps({**body, "facts": setup.playing.rows()}))
        return
    rows = {
        "table": file.name,
        **setup.playing.rows(),
        "board": f"{setup.board.name} ({setup.board.digest.hex()})",
        "controller": f"port {file.controller.port}"
        + (f", only {file.controller.uid}" if file.controller.uid else "")
        + (", provisioned" if setup.key else ", without a key"),
        "record": f"{setup.record}, "
        + (
            "signed"
            if beside(setup.record, ".key").exists()
            else "not signed: feltlink record init"
        ),
        "pages": f"http://{file.web.host}:{file.web.port}/",
        "digest": setup.digest,
    }
    if setup.people is not None:
        rows["two people"] = setup.two_people.told(
            sum(person.role == "supervisor" for person in setup.people)
        )
    for name, value in rows.items():
        print(f"{name:<11} {value}")


@app.command()
def run(
    config: CONFIG,
    host: Annotated[str | None, typer.Option(help="Serve the pages on this address.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="... and port; 0 takes a free one.")
    ] = None,
) -> None:
    """Run the table until Ctrl-C. After a kill or a power cut the round goes on where it was.

    Example: feltlink table run table.toml
    """
    import asyncio

    from feltlink.cli.serving import at_work, until_told
    from feltlink.table.config import load

    setup = load(config, to_run=host is None)

    async def work() -> None:
        async with at_work(setup, host=host, port=port) as at:
            print(f"{setup.file.name} runs: {at.address}", flush=True)
            await until_told(at.table)

    asyncio.run(work())
