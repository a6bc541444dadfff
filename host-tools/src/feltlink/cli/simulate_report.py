"""Runs `feltlink simulate` and shows what it came to."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from feltlink.games import bonus_spin_file
from feltlink.games.card_games import RULES
from feltlink.games.registry import canonical
from feltlink.money.cents import show
from feltlink.odds import simulated_cards, simulated_spins
from feltlink.odds.simulation import PlayRound, Tally, simulate
from feltlink.toml_locator import load_toml

WHEEL = Path(__file__).parents[1] / "table" / "demo" / "wheel-A5.toml"


def run(game: str, rounds: int, seats: int, seed: int, rules: Path | None, as_json: bool) -> None:
    """Play, then print a table or one JSON object."""
    name = canonical(game)
    play = _player(name, seats, rules)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=1.0)
        tallies = simulate(play, rounds, seed, lambda done: bar.update(task, completed=done))
    about = {"game": name, "rounds": rounds, "seats": seats, "seed": seed}
    if as_json:
        wagers = {wager: tally.as_json() for wager, tally in tallies.items()}
        print(json.dumps({**about, "wagers": wagers}, indent=2))
        return
    title = f"{name}: {rounds:,} rounds, {seats} seats, seed {seed}"
    Console().print(_table(title, tallies))


def _player(name: str, seats: int, rules: Path | None) -> PlayRound:
    if name == "bonus-spin":
        return simulated_spins.player(bonus_spin_file.read(rules or WHEEL)[0], seats)
    given = load_toml(rules, RULES[name]).model_dump(exclude_unset=True) if rules else {}
    return simulated_cards.player(name, seats, given)


def _table(title: str, tallies: dict[str, Tally]) -> Table:
    table = Table(title=title, box=None, padding=(0, 2, 0, 0))
    for heading in ("wager", "times", "won", "staked", "returned", "house edge", "± std. error"):
        table.add_column(heading, justify="left" if heading == "wager" else "right", no_wrap=True)
    for wager, tally in tallies.items():
        table.add_row(
            wager,
            f"{tally.lines:,}",
            f"{tally.hits:,}",
            show(tally.staked),
            show(tally.staked + tally.net),
            f"{float(tally.house_edge) * 100:.3f} %",
            f"{tally.standard_error * 100:.3f} %",
        )
    return table
