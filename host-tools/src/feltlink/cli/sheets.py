"""Sheets that a picture is drawn on: SVG as text, PNG by Pillow, which carries its own font."""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO
from itertools import cycle, pairwise
from typing import Any, Protocol
from xml.sax.saxutils import escape

from feltlink.problem import Problem

Point = tuple[float, float]
SCALE = 2
"""Pixels of a PNG a unit: sharp on a screen and on paper."""


class Sheet(Protocol):
    """What can be drawn on. Places are from the left upper corner; a text's y is its base line."""

    def line(
        self, points: Sequence[Point], colour: str, *, width: int = 1, dash: Sequence[int] = ()
    ) -> None: ...

    def text(
        self, x: float, y: float, text: str, *, anchor: str = "start", size: int = 12,
        colour: str = "#000000",
    ) -> None: ...  # fmt: skip

    def done(self) -> bytes:
        """The file's content."""
        ...


class SvgSheet:
    """A sheet of SVG."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            ' font-family="sans-serif">',
            f"<title>{escape(title)}</title>",
        ]

    def line(
        self, points: Sequence[Point], colour: str, *, width: int = 1, dash: Sequence[int] = ()
    ) -> None:
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        broken = f' stroke-dasharray="{" ".join(map(str, dash))}"' if dash else ""
        self._out.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width}"{broken}/>'
        )

    def text(
        self, x: float, y: float, text: str, *, anchor: str = "start", size: int = 12,
        colour: str = "#000000",
    ) -> None:  # fmt: skip
        self._out.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
            f' fill="{colour}">{escape(text)}</text>'
        )

    def done(self) -> bytes:
        return "\n".join([*self._out, "</svg>", ""]).encode()


class PngSheet:
    """A white sheet of pixels. Without Pillow a Problem."""

    def __init__(self, width: int, height: int) -> None:
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ImportError:
            raise Problem(
                "a PNG is drawn by Pillow, which is not installed",
                where="--picture",
                remedy="name a file that ends in .svg, or install feltlink[picture]",
            ) from None
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), "white")
        self._pen = ImageDraw.Draw(self._image)
        self._font: Any = ImageFont.load_default

    def line(
        self, points: Sequence[Point], colour: str, *, width: int = 1, dash: Sequence[int] = ()
    ) -> None:
        for piece in _dashed(points, dash) if dash else [points]:
            scaled = [(x * SCALE, y * SCALE) for x, y in piece]
            self._pen.line(scaled, fill=colour, width=width * SCALE)

    def text(
        self, x: float, y: float, text: str, *, anchor: str = "start", size: int = 12,
        colour: str = "#000000",
    ) -> None:  # fmt: skip
        at, font = (x * SCALE, y * SCALE), self._font(size * SCALE)
        self._pen.text(at, text, fill=colour, font=font, anchor="rs" if anchor == "end" else "ls")

    def done(self) -> bytes:
        out = BytesIO()
        self._image.save(out, "PNG")
        return out.getvalue()


def _dashed(points: Sequence[Point], dash: Sequence[int]) -> list[list[Point]]:
    """The pieces of a line that are drawn; the pattern runs on round each corner."""
    out: list[list[Point]] = []
    lengths = cycle([(size, i % 2 == 0) for i, size in enumerate(dash)])
    left, drawn = next(lengths)
    rest = float(left)
    for (x, y), (to_x, to_y) in pairwise(points):
        length, at = math.dist((x, y), (to_x, to_y)), 0.0
        while at < length:
            end = min(length, at + rest)
            if drawn:
                ends = (at / length, end / length)
                out.append([(x + (to_x - x) * part, y + (to_y - y) * part) for part in ends])
            rest -= end - at
            at = end
            if rest <= 0:
                left, drawn = next(lengths)
                rest = float(left)
    return out
