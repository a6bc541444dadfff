"""Where the files that ship with the package lie: firmware tree, boards."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent


def _find(packaged: str, in_tree: str) -> Path:
    inside = _HERE / packaged
    return inside if inside.is_dir() else _HERE.parents[2] / in_tree


def firmware() -> Path:
    """The folder that is copied to a controller."""
    return _find("_firmware", "firmware")


def boards() -> Path:
    """The folder of wirings, with `chips/` in it."""
    return _find("_boards", "boards")
