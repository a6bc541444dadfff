"""A demo table's folder with people who have PINs."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from feltlink.table import config, people

DEMO = Path(config.__file__).parent / "demo"


def staff(folder: Path, pins: Mapping[str, str]) -> Path:
    """Fill `folder` and return its table's file. All are supervisors but "Bo", a dealer."""
    for file in DEMO.iterdir():
        shutil.copy(file, folder)
    table = folder / "table.toml"
    table.write_text(f'people = "people.toml"\n{table.read_text()}')
    for name, pin in pins.items():
        people.add(folder / "people.toml", name, "dealer" if name == "Bo" else "supervisor", pin)
    return table
