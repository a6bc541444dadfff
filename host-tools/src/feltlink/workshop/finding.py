"""One line of the doctor's report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["good", "note", "bad"]


@dataclass(frozen=True)
class Finding:
    """`remedy` is empty when nothing is to be done."""

    check: str
    level: Level
    what: str
    remedy: str = ""
