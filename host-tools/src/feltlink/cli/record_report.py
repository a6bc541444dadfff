"""The report's rows, and as a table for people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from feltlink.cli.record_check import reading
from feltlink.money.cents import show
from feltlink.money.meter_plan import MICRO_PER_CENT
from feltlink.problem import Problem
from feltlink.record.export import moment_us
from feltlink.table.report import By, Report, days
from feltlink.table.report import shifts as shifts_of
from feltlink.table.report import zone as zone_of

COLUMNS = ("rounds", "wagers", "hits", "hit %", "coin-in", "drop", "paid", "from meter", "win")


def added_up(
    records: list[tuple[Path, str]], by: str, span: tuple[str, str], shifts: str, zone: str
) -> dict[str, dict[str, Any]]:
    """Rows by name, with their total under "all". `records` are files with their tables' names."""
    kinds: dict[str, By] = {name: name for name in get_args(By)}
    if by not in kinds:
        raise Problem(
            f"{by!r} is no way to add up", where="--by", remedy="use shift, day, table or drop"
        )
    where = zone_of(zone)
    period = shifts_of(shifts, where) if by == "shift" else days(where)
    from_us, to_us = map(moment_us, span)
    report = Report(kinds[by], period)
    for file, name in records:
        with reading(file) as connection:
            report.add(name, connection, from_us, to_us)
    if not report.rows:
        return {}
    named = sorted(report.rows.items())
    return {**{name: sums.row() for name, sums in named}, "all": report.whole.row()}


@dataclass(frozen=True, slots=True)
class Movement:
    """What a meter did in a span of time, all levels together, in micro-dollars."""

    meter: str
    before: int
    contributed: int
    paid: int
    after: int


def movements(store: str, span: tuple[str, str], picture: Path | None) -> list[Movement]:
    """Each meter's movement; with `picture`, the first one's course is drawn there."""
    from feltlink.cli.meter import opened
    from feltlink.cli.meter_picture import save

    from_us, to_us = map(moment_us, span)
    out = []
    with opened(store) as source:
        for meter in source.meters():
            entries = [e for e in source.entries(meter) if e.at_utc_us < to_us]
            during = [e.amounts for e in entries if e.at_utc_us >= from_us]
            moved = sum((a.current for a in during), 0)
            after = sum(e.amounts.current for e in entries)
            contributed = sum(a.contributed for a in during)
            paid = sum(a.paid for a in during)
            out.append(Movement(meter, after - moved, contributed, paid, after))
            if picture is not None and len(out) == 1:
                save(picture, meter, entries)
    return out


def moved_text(found: list[Movement]) -> str:
    """The movements as text, a meter a line."""
    return "\n".join(
        f"meter {m.meter}: {_dollars(m.before)}, contributions {_dollars(m.contributed)},"
        f" paid {_dollars(m.paid)}, now {_dollars(m.after)}"
        for m in found
    )


def _dollars(micro: int) -> str:
    return show(micro // MICRO_PER_CENT)


def table_of(by: str, rows: dict[str, dict[str, Any]]) -> str:
    """The rows as text, one a line, amounts in dollars."""
    lines = [[by, *COLUMNS], *([name, *_cells(row)] for name, row in rows.items())]
    if len(lines) == 1:
        return "nothing was settled in this time"
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])])
        for line in lines
    )


def _cells(row: dict[str, Any]) -> list[str]:
    whole, part = divmod(row["hit_frequency_bp"], 100)
    cents = ("coin_in", "drop", "paid", "from_meter", "win")
    return [
        *(str(row[name]) for name in ("rounds", "wagers", "hits")),
        f"{whole}.{part:02d}",
        *(show(row[f"{name}_cents"]) for name in cents),
    ]
