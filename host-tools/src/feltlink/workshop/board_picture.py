"""A wiring drawn as SVG: the chip in the middle, a wire to each seat's sensor and light."""

from __future__ import annotations

from html import escape

from feltlink.workshop.board_wires import wires
from feltlink.workshop.boards import Board, Place

ROW = 34
TOP = 96
CHIP_X, CHIP_W = 330, 140
WIDTH = 800

_STYLE = """
text { font: 15px system-ui, sans-serif; fill: #14202b }
.title { font-size: 20px; font-weight: 600 } .note { font-size: 13px; fill: #51606d }
.pin { font-family: ui-monospace, monospace; font-size: 13px; fill: #fff }
.chip { fill: #1d3a4f } .pad { fill: #3e6d8c }
.sensor { stroke: #0a6b4f; stroke-width: 3 } .light { stroke: #b8730a; stroke-width: 3 }
.button { stroke: #7a2f8f; stroke-width: 3 } .port { stroke: #51606d; stroke-width: 3 }
"""


def svg(board: Board) -> str:
    """Return the picture: inputs to the left of the chip, what it drives to the right."""
    inputs = [(board.pin_of(p.input), f"{_spot(p)} sensor", "sensor") for p in board.places]
    inputs.append((board.pin_of(board.button_input), "spin button", "button"))
    driven = [(board.line(p.light), f"{_spot(p)} light", "light") for p in board.places]
    driven.append((board.chip.pin(board.button_light), "spin button light", "button"))
    for wire in wires(board.file, board.chip):
        if wire.path[0] in ("port", "sensors", "lights"):  # what the drivers themselves stand on
            inward = wire.uses == ("input",) or wire.path[-1] == "rx"
            (inputs if inward else driven).append((wire.name, wire.what, "port"))
    if board.file.port.kind != "uart":
        driven.append(("USB", "the host", "port"))
    rows = max(len(inputs), len(driven))
    height = TOP + rows * ROW + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" aria-label="{escape(board.file.title)}">',
        f"<style>{_STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text class="title" x="24" y="36">{escape(board.file.title)}</text>',
        f'<text class="note" x="24" y="60">{escape(_note(board))}</text>',
        f'<rect class="chip" x="{CHIP_X}" y="{TOP - 16}" width="{CHIP_W}" '
        f'height="{rows * ROW + 16}" rx="10"/>',
    ]
    for side, entries in (("left", inputs), ("right", driven)):
        for row, (pin, what, kind) in enumerate(entries):
            parts += _wire(side, row, pin, what, kind)
    return "\n".join([*parts, "</svg>\n"])


def _spot(place: Place) -> str:
    return f"seat {place.seat} {place.spot}"


def _note(board: Board) -> str:
    sensors = board.file.sensors
    return (
        f"{board.chip.title} · sensors active {sensors.active}, pull {sensors.pull}, "
        f"{sensors.on_ms} ms on, {sensors.off_ms} ms off · lights active {board.file.lights.active}"
    )


def _wire(side: str, row: int, pin: str, what: str, kind: str) -> list[str]:
    y = TOP + row * ROW + 10
    at_left = side == "left"
    edge = CHIP_X if at_left else CHIP_X + CHIP_W
    end = edge - 70 if at_left else edge + 70
    pad = CHIP_X + 6 if at_left else CHIP_X + CHIP_W - 58
    text = end - 10 if at_left else end + 10
    anchor = "end" if at_left else "start"
    return [
        f'<line class="{kind}" x1="{edge}" y1="{y}" x2="{end}" y2="{y}"/>',
        f'<rect class="pad" x="{pad}" y="{y - 11}" width="52" height="22" rx="4"/>',
        f'<text class="pin" x="{pad + 26}" y="{y + 5}" text-anchor="middle">{pin}</text>',
        f'<text x="{text}" y="{y + 5}" text-anchor="{anchor}">{escape(what)}</text>',
    ]
