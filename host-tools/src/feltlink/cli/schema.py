"""`feltlink schema GAME`: the form of a round, as JSON Schema."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def schema(
    game: Annotated[
        str, typer.Argument(help="bonus-spin, ultimate-holdem (uth), player-dealer or duel-draw.")
    ],
) -> None:
    """Print the JSON Schema of the rounds that `feltlink settle GAME` reads.

    Example: feltlink schema bonus-spin > bonus-spin.schema.json
    """
    from feltlink.cli.schema_page import page

    print(page(game), end="")
