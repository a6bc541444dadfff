"""`feltlink demo`: a whole table on this machine, with a simulated board."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


class Script(StrEnum):
    """What a demo may play by itself."""

    ROUND = "round"
    UTH = "uth"
    PLAYER_DEALER = "player-dealer"
    DUEL_DRAW = "duel-draw"
    PROGRESSIVE = "progressive"


class Game(StrEnum):
    """What a demo's dealer may play."""

    BONUS_SPIN = "bonus-spin"
    UTH = "uth"
    PLAYER_DEALER = "player-dealer"
    DUEL_DRAW = "duel-draw"
    PROGRESSIVE = "progressive"


@app.command()
def demo(
    game: Annotated[Game, typer.Option(help="Which game to deal first.")] = Game.BONUS_SPIN,
    script: Annotated[
        Script | None, typer.Option(help="Play this by itself, without a browser.")
    ] = None,
    host: Annotated[str, typer.Option(help="Serve the pages on this address.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="... and port; 0 takes a free one.")
    ] = 0,
    record: Annotated[
        Path | None, typer.Option(help="Keep the record in this file; else it is thrown away.")
    ] = None,
) -> None:
    """Start a simulated board (the firmware on a real MicroPython), the host and the pages.

    Open the printed address with any browser. Its first page changes the game between rounds; the
    felt beside the dealer's page takes chips and has the button. With --script it plays one round,
    prints each event, and exits 0 only if the record balances; `progressive` has two winners of a
    meter, which must reconcile too.

    Examples: feltlink demo; feltlink demo --game uth; feltlink demo --script round
    """
    import tempfile

    from feltlink.cli import demo_run

    with tempfile.TemporaryDirectory(prefix="feltlink-demo-") as folder:
        file = record or Path(folder) / "table.db"
        if script is Script.PROGRESSIVE:
            raise typer.Exit(demo_run.play_progressive(file))
        if script is not None:
            raise typer.Exit(demo_run.play_round(file, script.value))
        demo_run.show(file, host, port, game.value)
