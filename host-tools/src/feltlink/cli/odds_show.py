"""Shows the figures of `feltlink odds`, with a progress bar while they are counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from feltlink.odds.figures import Figures
from feltlink.odds.figures import show as text
from feltlink.odds.poker import Ask, work

Tick = Callable[[float], None]


def show(count: Callable[[Tick], Figures], as_json: bool) -> None:
    """Count with a bar on the error output, then print the figures."""
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("counting", total=1.0)
        figures = count(lambda done: bar.update(task, completed=done))
    if as_json:
        print(json.dumps(figures.as_json(), indent=2))
        return
    console = Console()
    console.print(_table(figures))
    for name, part in figures.parts.items():
        console.print(_parts(name, part))
    for note in figures.notes:
        console.print(note)


def poker(wager: str, table: str, as_json: bool, **asked: Any) -> None:
    """Show the figures of one of the poker wagers; `asked` are the fields of `Ask`."""
    show(lambda tick: work(wager, table, Ask(**asked), tick), as_json)


def _table(figures: Figures) -> Table:
    table = Table(title=f"{figures.title}, per {figures.per}", box=None, show_header=False)
    for name, value in figures.rows():
        table.add_row(name, value)
    for name, count in figures.counts.items():
        table.add_row(name.replace("_", " "), f"{count:,}")
    return table


def _parts(title: str, part: Any) -> Table:
    """A part that is a list of objects has a row each; any other a row a name."""
    table = Table(title=title.replace("_", " "), box=None)
    if isinstance(part, list) and part and isinstance(part[0], dict):
        for name in part[0]:
            table.add_column(str(name).replace("_", " "))
        for row in part:
            table.add_row(*(text(value) for value in row.values()))
        return table
    for name, value in part.items() if isinstance(part, dict) else [(title, part)]:
        inner = value.items() if isinstance(value, dict) else [("", value)]
        table.add_row(str(name), "  ".join(f"{key} {text(one)}".strip() for key, one in inner))
    return table
