"""`feltlink ping PORT`: round trips and their histogram."""

from __future__ import annotations

import json
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def ping(
    port: Annotated[str, typer.Argument(help="The controller's port, e.g. /dev/ttyACM0.")],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many pings.")] = 200,
    interval_ms: Annotated[
        int, typer.Option(min=0, help="Wait so long between two; 0: as fast as it answers.")
    ] = 0,
    baud: Annotated[int, typer.Option(help="Baud rate of a UART; USB ignores it.")] = 115_200,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the round trip to a controller. Takes no event away; needs the port to itself.

    Example: feltlink ping /dev/ttyACM0 -n 500
    """
    from rich.progress import Progress

    from feltlink.link.discovery import PortInfo
    from feltlink.link.roundtrip import histogram, measure

    with Progress(transient=True, disable=as_json) as bar:
        task = bar.add_task("pinging", total=count)
        trips = measure(
            PortInfo(port),
            count,
            interval_ms / 1000,
            baud=baud,
            progress=lambda done: bar.update(task, completed=done),
        )
    summary = {
        "answered": len(trips.times_us),
        "lost": trips.lost,
        "min_us": min(trips.times_us),
        "median_us": trips.at(0.5),
        "p99_us": trips.at(0.99),
        "max_us": max(trips.times_us),
    }
    if as_json:
        print(json.dumps(summary))
        return
    print("\n".join(histogram(trips)))
    print(
        f"{summary['answered']} answered, {summary['lost']} lost; min {summary['min_us']} µs,"
        f" median {summary['median_us']} µs, p99 {summary['p99_us']} µs, max {summary['max_us']} µs"
    )
    if trips.at(0.5) > 5_000:
        print("A median over 5 ms is long for this line: feltlink doctor looks for the cause.")
