"""A store with one meter, three wins of which wait for a verdict: two small ones and a dear one."""

from __future__ import annotations

from feltlink.floor.store import Store
from feltlink.money.meter_plan import Level, Plan
from feltlink.money.meter_request import Contribute, KeyWinners, Winner

METER = "uth-1"


def meter_with_wins(store: Store) -> None:
    """The pot's seed is $10,000: 1 % is won at seats 1 and 2, then 100 % at seat 5."""
    store.define(Plan(METER, 100, (Level("main", 1_000_000, 235_000),)))
    requests = [
        *(Contribute(METER, 1, seat, "progressive", 100) for seat in (1, 2, 5)),
        KeyWinners(
            METER, 1, 1,
            (Winner(1, "flush", 1), Winner(2, "flush", 1), Winner(5, "royal flush", 100)),
        ),
    ]  # fmt: skip
    place = store.place("T1")
    refused = store.deliver("T1", place.last + 1, place.chain, requests)
    assert refused == [""] * len(requests), refused
