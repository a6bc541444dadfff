"""Two winners of the meter and an envy, killed at every commit of record and store: the final
record is the undisturbed one, and so is the meter."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from feltlink.floor.reconcile import reconcile
from feltlink.floor.store import Store
from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.money.meter_request import Verify
from feltlink.record import reading
from support import postgres
from support.meters import plan
from support.mortal import Death, Fate, MortalRecord, open_mortal
from support.progressive import METER, SEATS, Felt
from support.table_rig import UID

EVERY = 1 if os.environ.get("FELTLINK_SOAK") else 3
"""PostgreSQL: of the moments every third is tried in `make test`, all in `make soak`."""


class MortalFelt(Felt):
    """The table; its controller keeps what is not acknowledged and says it again."""

    def __init__(self, path: Path, url: str, fate: Fate) -> None:
        self._url, self._fate = url, fate
        self._journal: list[link.DeviceEvent] = []
        super().__init__(path, open_mortal(url, fate))

    def open_record(self) -> MortalRecord:
        record = MortalRecord(self.path)
        record.fate = self._fate
        return record

    def event(self, message: m.Event) -> link.DeviceEvent:
        self._journal.append(super().event(message))
        return self._journal[-1]

    def reborn(self) -> None:
        """A new process, and the controller that is found again."""
        self.record.close()
        self._store.close()
        self._store = open_mortal(self._url, self._fate)
        self.start()
        known = reading.next_event(self.record.live, UID.hex(), self.boot_id)
        state = self.state
        latched = self.mask() if state["phase"] not in ("idle", "bets", "locking") else 0
        inputs = self.mask() if any(isinstance(e.message, m.Edge) for e in self._journal) else 0
        snapshot = self.snapshot(
            inputs=inputs, latched=latched, round_id=1 if latched else 0, next_event=self.number
        )
        self.host.take([self.found(), snapshot, *self._journal[known:]])

    @staticmethod
    def mask() -> int:
        return sum(1 << (seat - 1) for seat in SEATS)


def next_act(felt: MortalFelt) -> bool:
    """What dealer, controller and supervisor do next, from what they see. False: all is done."""
    state = felt.state
    said = [type(event.message) for event in felt._journal]
    if m.Boot not in said:
        felt.host.take([felt.found(), felt.event(m.Boot(0, felt.boot_id, 1)), felt.snapshot()])
    elif felt.host.view()["controller"]["state"] != "live":
        felt.host.take([felt.found(), felt.snapshot()])
    elif state["progressive_closed"] and state["phase"] in ("idle", "bets"):
        felt.carry()
    elif state["phase"] == "idle" and state["round_id"] == 0:
        tap(felt, "new_game")
    elif state["phase"] == "bets":
        return _bet(felt, said)
    elif state["phase"] == "locking":
        felt.tell(m.Locked(felt.clock.now_us, 1, felt.mask()))
    elif state["phase"] == "idle":
        felt.carry()
        return not _closed(felt)
    elif state["phase"] == "pay":
        _pay(felt)
    else:
        one = next(act for act in state["acts"] if act["act"] == "decide")
        tap(felt, "decide", seat=one["seat"], choice=one["choice"])
    return True


def _bet(felt: MortalFelt, said: list[Any]) -> bool:
    placed = {seat["seat"]: seat for seat in felt.state["seats"]}
    for seat in SEATS:
        for wager in ("ante", "blind"):
            if wager not in placed[seat]["wagers"]:
                tap(felt, "wager", seat=seat, wager=wager, amount_cents=1000)
                return True
    if said.count(m.Edge) < len(SEATS):
        felt.tell(m.Edge(felt.clock.now_us, (SEATS[said.count(m.Edge)] - 1) * 2 + 1))
        return True
    tap(felt, "begin_game")
    return True


def _pay(felt: MortalFelt) -> None:
    acts = felt.state["acts"]
    award = next((act for act in acts if act["act"] == "award" and act["keyed"]), None)
    if award:
        tap(felt, "award", seat=award["seat"], keyed=True)
        return
    felt.carry()
    for one in felt._store.undecided(METER):
        felt._store.ask(Verify(METER, one.number, "confirmed", "Ann Lee"))
    felt.carry()
    state = felt.state
    if sum(p["part"] == "progressive" for p in state["payments"]) < len(SEATS):
        return
    unpaid = next((p["payment"] for p in state["payments"] if not p["paid"]), None)
    if unpaid:
        tap(felt, "paid", payment=unpaid)
    else:
        tap(felt, "close")


def tap(felt: MortalFelt, kind: str, **data: Any) -> None:
    """The same tap has the same id in every life, as a page that sends it again."""
    ident = "-".join([kind, *(str(value) for value in data.values())])
    answer = felt.act(kind, ident=ident, round_id=felt.state["round_id"], **data)
    assert answer["ok"], (kind, data, answer["sentence"])


def _closed(felt: MortalFelt) -> bool:
    return any(e.kind == "close" for e in felt._store.round(METER, "T1", 1))


def evening(folder: Path, url: str, at: int) -> tuple[list[Any], list[Any], int]:
    """The whole round, with one death at moment `at`: the record, the meter, the moments."""
    fate = Fate()
    with open_mortal(url, Fate()) as store:
        store.define(plan())
    felt = MortalFelt(folder / "record.db", url, fate)
    fate.count, fate.at = 0, at
    going, steps = True, 0
    while going:
        steps += 1
        assert steps < 200, f"stuck in {felt.state['phase']}: {felt.state['notice']}"
        try:
            going = next_act(felt)
        except Death:
            while True:
                try:
                    felt.reborn()
                    break
                except Death:  # there is one death only
                    raise AssertionError("died twice") from None
    kept = [
        (entry.role, entry.kind, {k: v for k, v in entry.data.items() if k != "at_utc_us"})
        for entry in felt.entries()
        if entry.role != "note" and entry.kind not in ("controller", "snapshot", "meter_link")
    ]
    meter = [
        (e.number, e.kind, e.level, e.amounts, e.seat, e.what, e.of)
        for e in felt._store.entries(METER)
    ]
    assert reconcile(felt._store, METER).faults == ()
    felt.record.close()
    felt._store.close()
    return kept, meter, fate.count


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    with postgres.running() as one:
        yield one


def every_moment(folder: Path, url: Callable[[int], str], step: int) -> None:
    def home(at: int) -> Path:
        one = folder / str(at)
        one.mkdir()
        return one

    record, meter, moments = evening(home(0), url(0), 0)
    assert [kind for _, kind, *_ in meter].count("award") == 2
    assert moments > 40
    for at in range(1, moments + 1, step):
        again, counted, _ = evening(home(at), url(at), at)
        assert again == record, (at, [x for x in zip(again, record, strict=False) if x[0] != x[1]])
        assert counted == meter, at


@pytest.mark.timeout(300)
def test_every_commit_with_sqlite(tmp_path: Path) -> None:
    every_moment(tmp_path, lambda at: str(tmp_path / f"meters{at}.db"), 1)


@pytest.mark.timeout(600)
def test_every_commit_with_postgresql(server: postgres.Server, tmp_path: Path) -> None:
    with open_mortal(server.url(), Fate()) as desk:

        def url(at: int) -> str:
            desk.rows(f"CREATE DATABASE crash{at}")
            return server.url(f"crash{at}")

        every_moment(tmp_path, url, EVERY)


def test_the_stores_agree(tmp_path: Path, server: postgres.Server) -> None:
    with open_mortal(server.url(), Fate()) as desk:
        assert isinstance(desk, Store)
        desk.rows("CREATE DATABASE agree")
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = evening(tmp_path / "a", str(tmp_path / "m.db"), 0)
    two = evening(tmp_path / "b", server.url("agree"), 0)
    assert one[:2] == two[:2]
