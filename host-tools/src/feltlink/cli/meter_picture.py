"""A meter over time as a picture: one step line a level, dollars up, UTC days along."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from feltlink.cli.sheets import PngSheet, Sheet, SvgSheet
from feltlink.money.meter_entry import Entry

WIDTH, HEIGHT = 900, 320
LEFT, RIGHT, TOP, BOTTOM = 90, 20, 40, 40
MICRO = 1_000_000
DASHES: tuple[tuple[int, ...], ...] = ((), (6, 4), (2, 3), (10, 4, 2, 4))  # not by colour alone
COLOURS = ("#1b5e8a", "#8a3b1b", "#3b6e22", "#5b3b8a")
LINES = 4


def save(file: Path, meter: str, entries: Iterable[Entry]) -> None:
    """Draw the picture into `file`: PNG if its name ends so, else SVG."""
    title = f"Meter {meter}"
    png = file.suffix.lower() == ".png"
    sheet = PngSheet(WIDTH, HEIGHT) if png else SvgSheet(WIDTH, HEIGHT, title)
    draw(sheet, title, entries)
    file.write_bytes(sheet.done())


def draw(sheet: Sheet, title: str, entries: Iterable[Entry]) -> None:
    """Each level's current amount, as the entries leave it."""
    steps = _steps(entries)
    times = [at for points in steps.values() for at, _ in points]
    tops = [amount for points in steps.values() for _, amount in points]
    first, last = min(times, default=0), max(times, default=1)
    top = max(*tops, 1) if tops else 1
    across = (WIDTH - LEFT - RIGHT) / max(1, last - first)
    up = (HEIGHT - TOP - BOTTOM) / top
    sheet.text(LEFT, 20, title, size=15)
    for i in range(LINES + 1):
        amount = top * i // LINES
        y = HEIGHT - BOTTOM - amount * up
        sheet.line([(LEFT, y), (WIDTH - RIGHT, y)], "#cccccc")
        sheet.text(LEFT - 8, y + 4, f"${amount // MICRO:,}", anchor="end")
    for at, anchor in ((first, "start"), (last, "end")):
        when = f"{datetime.fromtimestamp(at // MICRO, UTC):%Y-%m-%d %H:%M} UTC"
        sheet.text(LEFT + (at - first) * across, HEIGHT - 12, when, anchor=anchor)
    for i, (level, points) in enumerate(steps.items()):
        path = [(float(LEFT), HEIGHT - BOTTOM - points[0][1] * up)]
        for at, amount in points:
            x = LEFT + (at - first) * across
            path += [(x, path[-1][1]), (x, HEIGHT - BOTTOM - amount * up)]
        colour = COLOURS[i % len(COLOURS)]
        sheet.line(path, colour, width=2, dash=DASHES[i % len(DASHES)])
        told = f"{level}: ${points[-1][1] // MICRO:,}"
        sheet.text(LEFT + 180 + 140 * i, 20, told, colour=colour)


def _steps(entries: Iterable[Entry]) -> dict[str, list[tuple[int, int]]]:
    """(time, current amount in micro-dollars) after each change, by level."""
    steps: dict[str, list[tuple[int, int]]] = {}
    for entry in entries:
        if entry.amounts.current:
            points = steps.setdefault(entry.level, [])
            before = points[-1][1] if points else 0
            points.append((entry.at_utc_us, before + entry.amounts.current))
    return steps
