"""`feltlink simulate GAME`: many rounds through the running game code."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def simulate(
    game: Annotated[
        str, typer.Argument(help="bonus-spin, ultimate-holdem (uth), player-dealer or duel-draw.")
    ],
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 10_000,
    seats: Annotated[int, typer.Option(min=1, max=9, help="Seats that play.")] = 6,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed plays the same rounds.")
    ] = None,
    rules: Annotated[
        Path | None,
        typer.Option(help="TOML: a wheel for bonus-spin, else the rules of the card game."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play rounds at random and print what each wager came to, with the standard error.

    Every seat plays each round by a fixed way of playing: the simple strategy in Hold'em, the best
    choice in Duel Draw. A progressive pays from a meter that stands still: Bonus Spin's at
    its seed, a card game's at $10,000.

    Examples: feltlink simulate bonus-spin --rounds 20000 --seats 6 --seed 7;
    feltlink simulate uth --rounds 2000 --seats 3 --json
    """
    import secrets

    from feltlink.cli.simulate_report import run

    run(game, rounds, seats, secrets.randbits(32) if seed is None else seed, rules, as_json)
