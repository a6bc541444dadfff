"""Carries a table's requests to the store, in order and once each, and brings answers back.

`step` does a bounded piece of work and never raises for a store that is away: `state` tells. It
belongs in a thread or process of its own, for a network may block; it reads the outbox on its own
connection and writes nothing of the table's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from feltlink.floor.link import LinkState
from feltlink.floor.outbox import Answer, Outbox, Owed
from feltlink.floor.place import LinkLost, Place, Unconfirmed
from feltlink.floor.store import Store
from feltlink.money.meter import DEALER, MYSTERY, Award
from feltlink.money.meter_request import KeyWinners
from feltlink.problem import Problem

BATCH = 64
LOOK_EVERY_MS = 500  # how old the amounts on the table's display may be
RETRY_MS = (200, 5000)


def told(award: Award) -> dict[str, Any]:
    """An award as an answer carries it."""
    names = ("seat", "hand", "percent", "level", "amount_cents")
    return {**{name: getattr(award, name) for name in names}, "award": award.number}


class Courier:
    """One table's link to the store. Awards that the outbox holds as undecided are watched, so that
    a verdict given while the table was off reaches it."""

    def __init__(self, store: Store, outbox: Outbox, table: str) -> None:
        self.state = LinkState()
        self.backed_up = 0
        self.server = outbox.server()
        self._store, self._outbox, self._table = store, outbox, table
        self._watched = outbox.awards()
        self._mysteries = set(self._watched)
        self._place: Place | None = None
        self._highest = 0
        self._looked_ms: int | None = None
        self._due_ms = 0
        self._pause_ms = RETRY_MS[0]
        self._reply_due_ms = 0
        self._waiting: set[int] = set()
        self._told: dict[int, dict[str, Any]] = {}
        self._fallen_back: int | None = None

    def step(self, now_ms: int) -> list[Answer]:
        """Deliver a batch, look at the meters when it is time; what the table must be told."""
        if now_ms < self._due_ms:
            return []
        answers: list[Answer] = []
        try:
            self._carry()
            if now_ms >= self._reply_due_ms:
                answers += self._replies(now_ms)
            if self._looked_ms is None or now_ms - self._looked_ms >= LOOK_EVERY_MS:
                answers += self._look(now_ms)
            self._pause_ms = RETRY_MS[0]
        except Unconfirmed:
            self._place = None  # booked: the store says where it stands
        except LinkLost as problem:
            answers += self._lost(problem, now_ms, stopped=False)
        except Problem as problem:
            answers += self._lost(problem, now_ms, stopped=True)
        return answers

    def idle(self) -> bool:
        """Whether all that the table owed is booked."""
        return self._place is not None and self._outbox.head()[0] == self._place.last

    def _lost(self, problem: Problem, now_ms: int, *, stopped: bool) -> list[Answer]:
        waiting = self._outbox.head()[0] - self._highest
        self.state = self.state.failed(problem.what, waiting, stopped=stopped)
        self._place = None
        self._due_ms = now_ms + self._pause_ms
        self._pause_ms = min(2 * self._pause_ms, RETRY_MS[1])
        return self._wait(problem.what)

    def _wait(self, why: str) -> list[Answer]:
        """Say once of each list of winners that it waits."""
        keyed = self._latest(self._outbox.unanswered(self._outbox.head()[0]))
        new = [owed for owed in keyed if owed.number not in self._waiting]
        self._waiting |= {owed.number for owed in new}
        return [Answer("award_waiting", {**_round(owed), "why": why}, 0) for owed in new]

    def _carry(self) -> None:
        """One batch."""
        if self._place is None:
            self._check_server()
            self._place = self._found(self._store.place(self._table))
        batch = self._outbox.after(self._place.last, BATCH)
        if batch and batch[0].number != self._place.last + 1:
            raise self._begins_later(self._place)
        meter = batch[0].request.meter if batch else ""
        same = [owed.request for owed in _same_meter(batch, meter)]
        if not same:
            return
        first = self._place.last + 1
        answer = self._store.deliver(self._table, first, self._place.chain, same)
        if isinstance(answer, Place):
            self._place = self._found(answer)
            return
        end = batch[len(same) - 1]
        self._place = Place(end.number, end.chain, self._place.backed_up)
        self._highest = end.number

    def _check_server(self) -> None:
        """Not the server of before a fail-over: the meters go on elsewhere, and two would pay."""
        found, before = self._store.server(), self.server
        if found.system == before.system and found.timeline < before.timeline:
            self._store.close()  # the next step may find the right one
            raise Problem(
                "this is the database server of before the fail-over, and another has taken over",
                where=f"table {self._table}, {self._store.url}",
                remedy="stop that server; it may come back as a standby (docs/meters.md)",
            )
        self.server = found

    def _found(self, place: Place) -> Place:
        """The store's place, checked against the outbox: the two must tell one story."""
        last, _ = self._outbox.head()
        where, by = f"table {self._table}", f"the store has booked {place.last} requests"
        if place.last > last:
            raise Problem(
                f"{by} of this table, its own outbox holds {last}",
                where=where,
                remedy="an older record was restored, or two tables have one name: restore the"
                " newest record, or give this table a new name",
            )
        chain = self._outbox.chain_at(place.last)
        if chain is None:
            raise self._begins_later(place)
        if chain != place.chain:
            raise Problem(
                f"{by} of this table that are not those of its outbox",
                where=where,
                remedy="two tables have one name, or a record was exchanged: give this table a"
                " new name, keep both files",
            )
        if place.last < self._highest:  # an older copy of the database has taken over
            self._fallen_back = place.last
        self._highest = place.last
        self.backed_up = place.backed_up
        return place

    def _begins_later(self, place: Place) -> Problem:
        return Problem(
            f"the store has booked {place.last} requests of this table, but the outbox begins"
            " after that",
            where=f"table {self._table}",
            remedy="the database is older than its own back-up: restore the back-up first",
        )

    def _replies(self, now_ms: int) -> list[Answer]:
        """Answers to the winners keyed. Without the standby they wait; contributions go on."""
        try:
            return self._confirmed()
        except Unconfirmed as problem:
            self._reply_due_ms = now_ms + RETRY_MS[1]
            return self._wait(problem.what)

    def _confirmed(self) -> list[Answer]:
        assert self._place is not None
        if self._fallen_back is not None and self.idle():
            self._compare(self._fallen_back)
            self._fallen_back = None
        out = []
        for owed in self._latest(self._outbox.unanswered(self._place.last)):
            request = owed.request
            assert isinstance(request, KeyWinners)
            found, refused = self._store.answer(self._table, request)
            standing = _standing(found)
            names = {(request.meter, award.number) for award in standing}
            self._watched -= {(request.meter, a.number) for a in found}  # taken back: told here
            self._watched |= names
            data = {**_round(owed), "refused": refused, "awards": [told(a) for a in standing]}
            if self._told.get(owed.number) != data:  # until the table has recorded it
                self._told[owed.number] = data
                out.append(Answer("awards", data, owed.number))
        return out

    def _compare(self, last: int) -> None:
        """After a fall-back: is each award that was told still what the store says?"""
        for owed in self._latest(self._outbox.answered_after(last)):
            request, said = owed.request, owed.answer or {}
            assert isinstance(request, KeyWinners)
            found, _ = self._store.answer(self._table, request)
            now = {(a.seat, a.amount_cents) for a in found if a.state != "voided"}
            before = {(a["seat"], a["amount_cents"]) for a in said.get("awards", ())}
            if not before <= now:
                raise Problem(
                    f"round {request.round_id}: the database has come back from an older copy and"
                    f" now says {sorted(now)} where {sorted(before)} (seat, cents) were awarded",
                    where=f"table {self._table}, meter {request.meter}",
                    remedy="call a supervisor: pay what was told, adjust the meter by name",
                )

    def _look(self, now_ms: int) -> list[Answer]:
        """The meters as they stand, verdicts on awards, and mysteries that hit here."""
        assert self._place is not None
        place = self._store.place(self._table)
        if (place.last, place.chain) != (self._place.last, self._place.chain):
            self._place = None  # another copy answers: the next step compares
            return []
        meters = self._store.shown()
        out = self._news(now_ms) if now_ms >= self._reply_due_ms else []
        self.backed_up = place.backed_up
        waiting = self._outbox.head()[0] - self._place.last
        self.state = self.state.heard(now_ms, meters, waiting)
        self._looked_ms = now_ms
        return out

    def _news(self, now_ms: int) -> list[Answer]:
        """Mysteries that hit here and verdicts on awards, when the standby has them too."""
        hits = [
            (meter, award)
            for meter, award in self._store.pending(self._table)
            if award.hand == MYSTERY and (meter, award.number) not in self._mysteries
        ]
        verdicts = self._store.verdicts(self._watched)
        if not hits and not verdicts:
            return []
        try:
            self._store.assure(self._table)
        except Unconfirmed:
            self._reply_due_ms = now_ms + RETRY_MS[1]
            return []
        out = []
        for meter, award in hits:
            self._mysteries.add((meter, award.number))
            self._watched.add((meter, award.number))
            data = {"meter": meter, "round_id": award.round_id, "revision": 0, "refused": ""}
            out.append(Answer("awards", {**data, "awards": [told(award)]}))
        for meter, award in verdicts:
            self._watched.discard((meter, award.number))
            data = {"meter": meter, "award": award.number, "seat": award.seat}
            data |= {"round_id": award.round_id, "verdict": award.state, "by": award.verified_by}
            out.append(Answer("award_verified", data))
        return out

    @staticmethod
    def _latest(owed: Iterable[Owed]) -> list[Owed]:
        """Of several lists of winners of one round only the last counts."""
        last: dict[tuple[str, int], Owed] = {}
        for one in owed:
            last[one.request.meter, one.request.round_id] = one
        return list(last.values())


def _standing(found: Iterable[Award]) -> list[Award]:
    """The awards of a round that the table is told: of each seat the newest, unless the dealer has
    taken it back. One that a supervisor has voided is told, and its verdict after it."""
    newest = {(award.seat, award.level): award for award in found if award.hand != MYSTERY}
    kept = [a for a in newest.values() if not (a.state == "voided" and a.verified_by == DEALER)]
    return sorted(kept, key=lambda award: award.number)


def _round(owed: Owed) -> dict[str, Any]:
    request = owed.request
    assert isinstance(request, KeyWinners)
    keyed = asdict(request)
    return {name: keyed[name] for name in ("meter", "round_id", "revision")}


def _same_meter(batch: list[Owed], meter: str) -> list[Owed]:
    out = []
    for owed in batch:
        if owed.request.meter != meter:
            break
        out.append(owed)
    return out
