"""Which programs a table's controller may run: this release's, as flashed or as source."""

from __future__ import annotations

from feltlink.table.config import Setup
from feltlink.workshop import program
from feltlink.workshop.targets import TARGETS


def programs(setup: Setup, *, simulated: bool) -> tuple[bytes, ...]:
    """The SHA-256 of each, the one that is expected first. A simulated board runs the source."""
    sources = program.sources(setup.board)
    if simulated:
        return (program.digest(sources),)
    flashed = program.compiled(sources, TARGETS[setup.board.chip.name].march)
    return program.digest(flashed), program.digest(sources)
