"""A table as a process of its own, to be killed: plays rounds and carries what they owe.

Run as `python table_process.py NAME URL FOLDER SEED ROUNDS`. What a round does follows from the
seed and the round's number alone, so that it is the same after any number of deaths.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from feltlink.floor.opening import open_store
from feltlink.money.meter_request import (
    CloseRound,
    Contribute,
    KeyWinners,
    TableRequest,
    VoidRound,
    Winner,
)
from support.tables import FakeTable

HANDS = (("royal flush", 100), ("straight flush", 10), ("royal flush, 7 cards", 5))
METER = "uth-1"


def round_of(name: str, seed: int, round_id: int) -> list[TableRequest]:
    """What a round owes: a wager of some seats, sometimes winners, second thoughts, a misdeal."""
    chance = Random(f"{seed}/{name}/{round_id}")
    seats = chance.sample(range(1, 8), chance.randint(1, 7))
    out: list[TableRequest] = [Contribute(METER, round_id, s, "progressive", 100) for s in seats]
    if chance.random() < 0.02:
        return [*out, VoidRound(METER, round_id, "two cards to seat 3")]
    if chance.random() < 0.05:
        for revision in range(1, chance.randint(2, 4)):
            count = min(len(seats), chance.randint(0, 2))
            won = sorted(chance.sample(seats, count), reverse=True)
            winners = tuple(Winner(seat, *chance.choice(HANDS)) for seat in won)
            out.append(KeyWinners(METER, round_id, revision, winners))
    return [*out, CloseRound(METER, round_id)]


def main(name: str, url: str, folder: str, seed: int, rounds: int) -> None:
    table = FakeTable(open_store(url), Path(folder), name)
    table.db.execute("PRAGMA synchronous = FULL")
    last = table.db.execute("SELECT max(body ->> 'round_id') FROM outbox").get or 0
    for round_id in range(last + 1, rounds + 1):
        table.owe(*round_of(name, seed, round_id))
        if round_id % 4 == 0:
            carry(table)
    while not table.courier.idle() or table.outbox.unanswered(2**60):
        carry(table)
        time.sleep(0.01)


def carry(table: FakeTable) -> None:
    table.now_ms = time.monotonic_ns() // 1_000_000
    table.run(1, 0)
    if table.courier.state.status == "stopped":
        sys.exit(f"{table.name}: {table.courier.state.why}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
