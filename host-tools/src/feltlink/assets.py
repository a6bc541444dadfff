"""Where the files that ship with the package lie. In the tree both are links to their rooms."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def firmware() -> Path:
    """The folder that is copied to a controller."""
    return (_HERE / "_firmware").resolve()


def boards() -> Path:
    """The folder of wirings, with `chips/` in it."""
    return (_HERE / "_boards").resolve()
