"""`feltlink odds WAGER TABLE`: what a wager returns, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help='JSON; exact figures as "num/den".')]
Meter = Annotated[
    str, typer.Option("--meter", help="What the meter stands at, in dollars like 12500.50.")
]


@app.callback()
def group() -> None:
    """Exact returns, by the settle code and the pay tables that the games play with.

    Examples: feltlink odds trips UTH-01; feltlink odds uthp UTHP-01 --meter 50000;
    feltlink odds bonus-spin A5 --decks 6 --weights wheel-A5.toml
    """


@app.command()
def trips(
    table: Annotated[str, typer.Argument(help="UTH-01 to UTH-04.")], as_json: Json = False
) -> None:
    """The trips wager, over all 133,784,560 sevens. Example: feltlink odds trips UTH-01"""
    from feltlink.cli.odds_show import poker

    poker("trips", table, as_json)


@app.command()
def uthp(
    table: Annotated[str, typer.Argument(help="UTHP-01 or UTHP-02.")],
    meter: Meter = "0",
    as_json: Json = False,
) -> None:
    """The progressive of Hold'em: fixed part, part of the meter, break-even meter.

    Example: feltlink odds uthp UTHP-01 --meter 50000
    """
    from feltlink.cli.odds_show import poker
    from feltlink.money.cents import parse

    poker("uthp", table, as_json, meter_cents=parse(meter))


@app.command()
def pmg(
    table: Annotated[str, typer.Argument(help="PMG-01 or PMG-02.")],
    meter: Meter = "0",
    others: Annotated[int, typer.Option(min=0, max=8, help="Other seats, for envy.")] = 0,
    hand: Annotated[
        Literal["first_five", "best_of_seven"], typer.Option(help="What the table ranks.")
    ] = "first_five",
    as_json: Json = False,
) -> None:
    """The multi link progressive with envy. Example: feltlink odds pmg PMG-01 --others 6"""
    from feltlink.cli.odds_show import poker
    from feltlink.money.cents import parse

    poker("pmg", table, as_json, meter_cents=parse(meter), others=others, hand=hand)


@app.command(name="duel-draw")
def duel_draw(
    table: Annotated[str, typer.Argument(help="Pocket pair table 1 to 6, or none.")] = "none",
    as_json: Json = False,
) -> None:
    """Dakota Duel Draw with the best choice for each of the 169 kinds of two cards.

    Example: feltlink odds duel-draw 1
    """
    from feltlink.cli.odds_show import poker

    poker("duel-draw", table, as_json)


@app.command()
def big8(
    table: Annotated[str, typer.Argument(help="Table 1 to 7.")], as_json: Json = False
) -> None:
    """The big 8 wager, over all 752,538,150 eights. Example: feltlink odds big8 7"""
    from feltlink.cli.odds_show import poker

    poker("big8", table, as_json)


@app.command()
def uth(
    table: Annotated[str, typer.Argument(help="Blind table, UTH-01 to UTH-04.")] = "UTH-01",
    rounds: Annotated[int, typer.Option(min=2, help="How many hands are played.")] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed plays the same hands.")] = 1,
    strategy: Annotated[
        str, typer.Option(help="simple, hidden or literal; best with --exact.")
    ] = "simple",
    exact: Annotated[
        bool, typer.Option("--exact", help="Go through all 27,813,810,024,000 deals.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Ante, blind and play with a strategy: played, with its 95 % interval, or exact.

    The strategies differ in which pairs count as hidden; best is the best play there is. The exact
    figures take a minute or two and a gigabyte.

    Examples: feltlink odds uth UTH-01 --rounds 200000;
    feltlink odds uth UTH-01 --exact --strategy best
    """
    from feltlink.cli.odds_show import poker

    poker("uth", table, as_json, rounds=rounds, seed=seed, strategy=strategy, exact=exact)


@app.command(name="bonus-spin")
def bonus_spin(
    table: Annotated[str, typer.Argument(help="A1 to F1 or A5 to G5.")],
    weights: Annotated[Path, typer.Option(help="The wheel's TOML file, of that pay table.")],
    decks: Annotated[int | None, typer.Option(min=1, max=8, help="Instead of the file's.")] = None,
    as_json: Json = False,
) -> None:
    """The Bonus Spin wager with the weights of a wheel.

    Example: feltlink odds bonus-spin A5 --decks 6 --weights wheel-A5.toml
    """
    from feltlink.cli.odds_show import show
    from feltlink.games import bonus_spin_file
    from feltlink.odds import bonus_spin_odds
    from feltlink.problem import Problem

    rules, _ = bonus_spin_file.read(weights)
    if rules.paytable != table:
        raise Problem(
            f"these are weights for {rules.paytable}, not for {table}",
            where=f"{weights}: paytable",
            remedy="wheels are keyed by the pay table: give the file of this one",
        )
    show(lambda tick: bonus_spin_odds.bonus_spin(rules, decks), as_json)
