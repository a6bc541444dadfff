"""`make bench`: prints a table, writes build/bench.json, exits 1 when a target is missed.

What runs in real time comes first and alone; the hour of virtual traffic runs beside the rest.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from measure import latency, scan, throughput, wire_bytes

OUT = Path("build/bench.json")
WIDE = 150  # columns, when nobody's terminal says otherwise
PARTS: list[tuple[str, Callable[[], list[Any]]]] = [
    ("bytes on the wire", wire_bytes.rows),
    ("latency in real time", latency.rows),
    ("events to a durable commit", throughput.rows),
]


def main() -> int:
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDE)
    rows: list[dict[str, Any]] = []
    for what, measure in PARTS:
        console.print(f"measuring {what} …", style="dim")
        rows += [row.as_json() for row in measure()]
    console.print("measuring the scan, and an hour of virtual traffic beside it …", style="dim")
    with subprocess.Popen(
        [sys.executable, "-m", "measure.hour"], stdout=subprocess.PIPE, text=True
    ) as hour:
        rows += [row.as_json() for row in scan.rows()]
        said, _ = hour.communicate()
    rows.append(json.loads(said))
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print(_table(rows))
    missed = [row["name"] for row in rows if not row["ok"]]
    console.print(
        f"{len(rows)} rows in {OUT}" + (f"; missed: {', '.join(missed)}" if missed else "")
    )
    return 1 if missed else 0


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
