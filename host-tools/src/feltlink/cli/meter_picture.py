"""A meter over time as an SVG picture: one step line a level, dollars up, UTC days along."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from xml.sax.saxutils import escape

from feltlink.money.meter_entry import Entry

WIDTH, HEIGHT = 900, 320
LEFT, RIGHT, TOP, BOTTOM = 90, 20, 40, 40
MICRO = 1_000_000
STROKES = ("", "6 4", "2 3", "10 4 2 4")  # told apart by dashes, not by colour alone
COLOURS = ("#1b5e8a", "#8a3b1b", "#3b6e22", "#5b3b8a")
LINES = 4


def picture(meter: str, entries: Iterable[Entry]) -> str:
    """The SVG text. Each level's current amount, as the entries leave it."""
    steps = _steps(entries)
    times = [at for points in steps.values() for at, _ in points]
    tops = [amount for points in steps.values() for _, amount in points]
    first, last = min(times, default=0), max(times, default=1)
    top = max(*tops, 1) if tops else 1
    across = (WIDTH - LEFT - RIGHT) / max(1, last - first)
    up = (HEIGHT - TOP - BOTTOM) / top
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>Meter {escape(meter)}</title>",
        f'<text x="{LEFT}" y="20" font-size="15">Meter {escape(meter)}</text>',
    ]
    for i in range(LINES + 1):
        amount = top * i // LINES
        y = HEIGHT - BOTTOM - amount * up
        out.append(
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ccc"/>'
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">${amount // MICRO:,}</text>'
        )
    for at, anchor in ((first, "start"), (last, "end")):
        x = LEFT + (at - first) * across
        when = datetime.fromtimestamp(at // MICRO, UTC)
        out.append(
            f'<text x="{x:.1f}" y="{HEIGHT - 12}" text-anchor="{anchor}">'
            f"{when:%Y-%m-%d %H:%M} UTC</text>"
        )
    for i, (level, points) in enumerate(steps.items()):
        path = f"M{LEFT} {HEIGHT - BOTTOM - points[0][1] * up:.1f}"
        for at, amount in points:
            path += f"H{LEFT + (at - first) * across:.1f}V{HEIGHT - BOTTOM - amount * up:.1f}"
        colour, dash = COLOURS[i % len(COLOURS)], STROKES[i % len(STROKES)]
        out.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"'
            f' stroke-dasharray="{dash}"/>'
            f'<text x="{LEFT + 180 + 140 * i}" y="20" fill="{colour}">{escape(level)}: '
            f"${points[-1][1] // MICRO:,}</text>"
        )
    return "\n".join([*out, "</svg>", ""])


def _steps(entries: Iterable[Entry]) -> dict[str, list[tuple[int, int]]]:
    """(time, current amount in micro-dollars) after each change, by level."""
    steps: dict[str, list[tuple[int, int]]] = {}
    for entry in entries:
        if entry.amounts.current:
            points = steps.setdefault(entry.level, [])
            before = points[-1][1] if points else 0
            points.append((entry.at_utc_us, before + entry.amounts.current))
    return steps
