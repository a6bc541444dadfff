"""A drop: the box is taken from the table. It ends a period of the report and signs the record."""

from __future__ import annotations

from feltlink.games.core import Input

DROP = "drop"
"""The act of a supervisor between two rounds, and the kind of its note."""


def refused(by: str, *, round_open: bool) -> str:
    """Why there is no drop now, as a sentence; "" when there is one."""
    if Input(0, DROP, by=by).role != "supervisor":
        return "Only a supervisor takes the drop."
    if round_open:
        return "End the round first: a drop is between two rounds."
    return ""
