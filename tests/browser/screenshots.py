"""Pictures of every page in every state, to be looked at, and those of the README.

`make screenshots` makes all; with PART=readme only those in docs/pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from support import shots_bench, shots_cards, shots_others, shots_readme, shots_spin
from support.chromium import browser, chromium
from support.shots import Camera

OUT = Path("build/screenshots")
PICTURES = Path("docs/pictures")
PARTS: dict[str, tuple[Callable[[Camera], None], Path]] = {
    "spin": (shots_spin.take, OUT),
    "cards": (shots_cards.take, OUT),
    "bench": (shots_bench.take, OUT),
    "others": (shots_others.take, OUT),
    "readme": (shots_readme.take, PICTURES),
}


def main(wanted: Iterable[str]) -> int:
    """Make the pictures of the parts that are named, or of all; returns the exit code."""
    if not chromium():
        sys.stderr.write("no chromium on the PATH; install it or set CHROMIUM=path\n")
        return 2
    with browser() as chrome:
        for name in wanted or PARTS:
            take, folder = PARTS[name]
            folder.mkdir(parents=True, exist_ok=True)
            take(Camera(chrome, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
