"""Eight tables on one meter, killed at random together with the database: exact in the end.

`make test` plays a small evening; `make soak` (FELTLINK_SOAK) plays 50,000 rounds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from feltlink.floor.outbox import reader
from feltlink.floor.place import LinkLost
from feltlink.floor.reconcile import reconcile
from feltlink.floor.store import Store
from feltlink.money.meter import awards
from feltlink.money.meter_request import Contribute, KeyWinners, Verify, VoidRound
from support import postgres, table_process
from support.meters import plan
from support.postgres import Opening
from support.table_process import METER, round_of

SOAK = bool(os.environ.get("FELTLINK_SOAK"))
ROUNDS = 6250 if SOAK else 200
TABLE_KILLS, SERVER_KILLS = (60, 12) if SOAK else (10, 3)
SEED = int(os.environ.get("FELTLINK_SEED", "5"))
NAMES = [f"T{n}" for n in range(1, 9)]


class Floor:
    """The eight processes, watched by how far their outboxes have got."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        self.running = {name: self.start(name) for name in NAMES}
        self.deaths = 0

    def start(self, name: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, table_process.__file__, name, self.url, str(self.folder),
             str(SEED), str(ROUNDS)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )  # fmt: skip

    def played(self) -> int:
        """Rounds that all tables together have on their disks."""
        total = 0
        for name in NAMES:
            with suppress(Exception):  # not there yet
                owed = reader(self.folder / f"{name}.db")
                last = owed.after(owed.head()[0] - 1)
                total += last[0].request.round_id
        return total

    def kill(self, name: str) -> None:
        if self.running[name].poll() is None:
            self.running[name].kill()
            self.running[name].wait()
            self.deaths += 1
            self.running[name] = self.start(name)

    def alive(self) -> bool:
        for name, process in self.running.items():
            if process.poll() not in (None, 0):
                pytest.fail(f"{name} ended with {process.returncode}")
        return any(process.poll() is None for process in self.running.values())

    def end(self) -> None:
        for process in self.running.values():
            process.kill()
            process.wait()


@pytest.mark.timeout(1800 if SOAK else 120)
def test_the_identity_is_exact_after_random_deaths(
    own_server: postgres.Server, tmp_path: Path, opening: Opening
) -> None:
    chance = Random(SEED)
    desk = opening(own_server.url())
    desk.define(plan())
    moments = sorted(chance.random() for _ in range(TABLE_KILLS + SERVER_KILLS))
    victims = ["server"] * SERVER_KILLS + ["table"] * TABLE_KILLS
    chance.shuffle(victims)
    planned = list(zip(moments, victims, strict=True))
    floor = Floor(own_server.url(), tmp_path)
    server_deaths = 0
    try:
        while floor.alive():
            time.sleep(0.05)
            if planned and floor.played() >= planned[0][0] * ROUNDS * len(NAMES) * 0.95:
                _, victim = planned.pop(0)
                if victim == "table":
                    floor.kill(chance.choice(NAMES))
                else:
                    own_server.kill()
                    own_server.start()
                    server_deaths += 1
            supervise(desk, chance)
    finally:
        floor.end()
    assert server_deaths == SERVER_KILLS
    assert floor.deaths >= TABLE_KILLS // 2  # a victim may have gone home by then
    supervise(desk, chance)
    check(desk, tmp_path)


def supervise(desk: Store, chance: Random) -> None:
    """Confirm or void what is pending, when the database answers."""
    if chance.random() < 0.97:
        return
    with suppress(LinkLost):
        for table in NAMES:
            for _, award in desk.pending(table)[:2]:
                verdict = "voided" if chance.random() < 0.3 else "confirmed"
                desk.ask(Verify(METER, award.number, verdict, "Ann Lee", "looked at"))  # type: ignore[arg-type]


def check(desk: Store, folder: Path) -> None:
    """Each wager once, each list of winners as it was last keyed, and the sums to the µ$."""
    assert reconcile(desk, METER).faults == ()
    entries = list(desk.entries(METER))
    sums = desk.read(METER).levels["main"].amounts
    assert sums.difference == 0
    booked = Counter(
        (e.table, e.round_id, e.seat, e.what) for e in entries if e.kind == "contribution"
    )
    taken = {e.round_id for e in entries if e.kind == "refusal"}
    bets, voided = set(), 0
    for name in NAMES:
        place, owed = desk.place(name), reader(folder / f"{name}.db")
        assert (place.last, place.chain) == owed.head()
        for round_id in range(1, ROUNDS + 1):
            asked = round_of(name, SEED, round_id)
            wagers = [r for r in asked if isinstance(r, Contribute)]
            bets |= {(name, round_id, r.seat, r.wager) for r in wagers}
            if any(isinstance(r, VoidRound) for r in asked):
                voided += len(wagers)
            keyed = [r for r in asked if isinstance(r, KeyWinners)]
            if keyed and round_id not in taken:
                check_awards(desk, name, keyed[-1])
    assert set(booked) == bets
    assert max(booked.values()) == 1
    assert sum(e.wagered_cents for e in entries) == 100 * (len(bets) - voided)
    assert sums.contributed == 235_000 * (len(bets) - voided)


def check_awards(desk: Store, table: str, keyed: KeyWinners) -> None:
    """The last list of winners is what stands, but for what a supervisor has voided."""
    found = awards(desk.round(METER, table, keyed.round_id))
    standing = {
        (a.seat, a.hand) for a in found if a.state != "voided" or a.verified_by == "Ann Lee"
    }
    assert {(w.seat, w.hand) for w in keyed.winners} <= standing
    kept = {(a.seat, a.hand) for a in found if a.state != "voided"}
    assert kept <= {(w.seat, w.hand) for w in keyed.winners}
