"""The stream for a sign: what the meters show, as it changes, one JSON object a line."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from feltlink.floor.place import LinkLost
from feltlink.floor.postgres import PostgresStore
from feltlink.floor.store import Store

LOOK_EVERY_S = 1.0  # when no notice comes: the last change is at most this late
POLL_S = 0.25  # SQLite tells nobody


def changes(store: Store) -> Iterator[dict[str, Any]]:
    """The meters now, and each time anything shown changes; a lost link is told too.

    {"link": "up", "meters": [{"meter", "state", "amounts_cents", "pending"}]} or
    {"link": "lost", "why", "meters": the last known}. Never ends.
    """
    last: dict[str, Any] = {}
    while True:
        now = _look(store, last.get("meters", []))
        if now != last:
            yield now
            last = now
        _wait(store, lost=now["link"] == "lost")


def line(change: dict[str, Any]) -> str:
    """A change as the line that is sent."""
    return json.dumps(change, sort_keys=True, separators=(",", ":")) + "\n"


def _look(store: Store, before: list[dict[str, Any]]) -> dict[str, Any]:
    try:
        shown = store.shown()
    except LinkLost as problem:
        return {"link": "lost", "why": problem.what, "meters": before}
    return {"link": "up", "meters": [meter.view() for meter in shown.values()]}


def _wait(store: Store, *, lost: bool) -> None:
    if isinstance(store, PostgresStore) and not lost:
        try:
            store.wait_for_notice(LOOK_EVERY_S)
            return
        except LinkLost:
            pass
    time.sleep(POLL_S)
