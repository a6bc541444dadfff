"""`make bench`: prints a table, writes build/bench.json, exits 1 when a target is missed.

Every `rows_*.py` here is a part: its `rows()` measures, its first line says what.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from measure.row import Row

OUT = Path("build/bench.json")
WIDE = 150  # columns, when nobody's terminal says otherwise


def main() -> int:
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDE)
    rows: list[dict[str, Any]] = []
    for path in sorted(Path(__file__).parent.glob("rows_*.py")):
        rows += [row.as_json() for row in _part(path.stem, console)]
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print(_table(rows))
    missed = [row["name"] for row in rows if not row["ok"]]
    console.print(
        f"{len(rows)} rows in {OUT}" + (f"; missed: {', '.join(missed)}" if missed else "")
    )
    return 1 if missed else 0


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


def _table(rows: list[dict[str, Any]]) -> Table:
    table = Table(title="Feltlink bench")
    for name in ("name", "value", "", "beside", "its value", "times", "target", ""):
        right = name in ("value", "its value", "times")
        table.add_column(name, justify="right" if right else "left", no_wrap=name == "name")
    for row in rows:
        table.add_row(
            row["name"],
            f"{row['value']:,}",
            row["unit"],
            row["peer"],
            "" if row["peer_value"] is None else f"{row['peer_value']:,}",
            "" if row["ratio"] is None else f"{row['ratio']:g}",
            row["target"],
            "ok" if row["ok"] else "MISSED",
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
