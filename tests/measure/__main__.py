"""`make bench`: prints a table, writes build/bench.json, exits 1 when a target is missed.

Every `rows_*.py` here is a part: its `rows()` measures, its first line says what.
"""

from __future__ import annotations

import sys
import time
import traceback
from importlib import import_module
from pathlib import Path

from rich.console import Console

from measure.row import Row
from measure.table import show, terminal

OUT = Path("build/bench.json")


def main() -> int:
    console = terminal()
    rows: list[Row] = []
    for path in sorted(Path(__file__).parent.glob("rows_*.py")):
        rows += _part(path.stem, console)
    return show(rows, OUT, "Feltlink bench", console)


def _part(name: str, console: Console) -> list[Row]:
    module = import_module(f"measure.{name}")
    console.print((module.__doc__ or name).splitlines()[0], style="dim", end=" ")
    begun = time.monotonic()
    try:
        rows: list[Row] = module.rows()
    except Exception:
        traceback.print_exc()
        rows = [Row(name, 0, "", "measured at all", ok=False)]
    console.print(f"{time.monotonic() - begun:.0f} s", style="dim")
    return rows


if __name__ == "__main__":
    sys.exit(main())
