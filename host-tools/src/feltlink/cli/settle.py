"""`feltlink settle GAME --round FILE`: rounds in, settlements out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def settle(
    game: Annotated[
        str, typer.Argument(help="bonus-spin, ultimate-holdem (uth), player-dealer or duel-draw.")
    ],
    round_: Annotated[
        Path, typer.Option("--round", help="A round in JSON, or one a line; - reads the input.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a round.")] = False,
) -> None:
    """Settle rounds by the running game's own code, and check that each balances.

    The form of a round is shown by `feltlink schema GAME`. A file may hold one round, or any number
    of rounds one a line: they stream through.

    Examples: feltlink settle bonus-spin --round docs/rounds/bonus-spin.json;
    feltlink settle uth --round - --json < rounds.jsonl
    """
    from feltlink.cli.settle_stream import Totals, rounds, settled
    from feltlink.games.registry import written

    form = written(game)
    if as_json:
        import json

        for number, (where, text) in enumerate(rounds(round_), 1):
            print(json.dumps({"round": number, **settled(form, text, where).as_json()}))
        return
    from rich.console import Console

    console, totals = Console(), Totals()
    for number, (where, text) in enumerate(rounds(round_), 1):
        found = settled(form, text, where)
        totals.add(found)
        console.print(found.as_table(f"{form.name}, round {number}"))
    console.print(totals.sentence())
