"""Prints measured rows, and writes them as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from measure.row import Row

WIDE = 150  # columns, when nobody's terminal says otherwise


def terminal() -> Console:
    """The terminal, or as good as one."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDE)


def show(rows: list[Row], out: Path, title: str, console: Console | None = None) -> int:
    """Print the rows, write them into `out`; return 1 when a target is missed, else 0."""
    console = console or terminal()
    out.parent.mkdir(exist_ok=True)
    listing = [row.as_json() for row in rows]
    out.write_text(json.dumps(listing, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print(_table(rows, title))
    missed = [row.name for row in rows if not row.ok]
    console.print(
        f"{len(rows)} rows in {out}" + (f"; missed: {', '.join(missed)}" if missed else "")
    )
    return 1 if missed else 0


def _table(rows: list[Row], title: str) -> Table:
    table = Table(title=title)
    for name in ("name", "value", "", "beside", "its value", "times", "target", ""):
        right = name in ("value", "its value", "times")
        table.add_column(name, justify="right" if right else "left", no_wrap=name == "name")
    for row in rows:
        table.add_row(
            row.name,
            f"{row.value:,}",
            row.unit,
            row.peer,
            "" if row.peer_value is None else f"{row.peer_value:,}",
            "" if row.ratio is None else f"{row.ratio:g}",
            row.target,
            "ok" if row.ok else "MISSED",
        )
    return table
