"""The game in play: inputs and what they lead to, on disk in one transaction before anything else.

A `Turn` collects one transaction. Only its `commit` moves the table's status on; whatever fails
before that has changed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

import apsw

from feltlink.floor.outbox import Answer, Outbox
from feltlink.games.core import Game, Input
from feltlink.money.meter_request import TableRequest, load
from feltlink.record import reading
from feltlink.record.entry import Origin, Role
from feltlink.record.sealer import Sealer
from feltlink.record.store import Record
from feltlink.table.engine import Engine, Status
from feltlink.table.recovery import STATE, Recovered, recover
from feltlink.table.results import FAILED, METER, REFUSED

STATE_EVERY = 500
"""Inputs between two states, so that a restart in a long round is quick."""


class Play:
    """The running game on its record."""

    def __init__(self, game: Game[Any], record: Record) -> None:
        self.engine = Engine(game)
        self.record = record
        self.status: Status = self.engine.initial()
        self.since_state = 0
        self.last_refusal: str | None = None

    @property
    def game(self) -> Game[Any]:
        return self.engine.game

    def load(self) -> Recovered:
        """Take the status from the record, as after a restart."""
        recovered = self.record.ask(recover, self.engine)
        self.status = recovered.status
        self.since_state = recovered.inputs
        return recovered

    def turn(self, now_utc_us: int) -> Turn:
        """Begin a transaction. One at a time."""
        return Turn(self, now_utc_us)


class Turn:
    """One transaction: inputs, the steps on them, notes."""

    def __init__(self, play: Play, now_utc_us: int) -> None:
        self._play = play
        self._batch = play.record.batch(now_utc_us)
        self._events: dict[tuple[str, int], int] = {}
        self._inputs = 0
        self._acted = False  # somebody's act clears the refusal of the one before
        self.status = play.status
        self.refusal: str | None = None

    def give(
        self,
        kind: str,
        data: Mapping[str, Any],
        *,
        by: str,
        cause: int | None = None,
        origin: Origin | None = None,
        act_id: str | None = None,
    ) -> str:
        """Record an input, let the game step on it, record what it led to.

        Return the sentence of a refusal, or "".
        """
        number = self._batch.number + 1
        before = self.status
        self.status, results = self._play.engine.apply(before, Input(number, kind, data, by))
        self._add("input", kind, data, source=by, cause=cause, origin=origin, act_id=act_id)
        self._inputs += 1
        sentence = ""
        for result, body in results:
            self._add("result", result, body, cause=number)
            if result == METER:
                self._batch.along.append(partial(_owe, body))
            if result in (REFUSED, FAILED):
                sentence = self.refusal = body["sentence"]
        game = self._play.game
        if game.round_open(before.state) and not game.round_open(self.status.state):
            self._write_state()
        return sentence

    def hear(self, answer: Answer) -> None:
        """Record what came from a meter, and note in the outbox that it has come."""
        self.give(answer.kind, answer.data, by="host")
        self._batch.along.append(lambda db: Outbox(db).took(answer))

    def note(
        self,
        kind: str,
        body: Mapping[str, Any],
        *,
        by: str = "host",
        origin: Origin | None = None,
        act_id: str | None = None,
    ) -> None:
        """Record what is no input of the game."""
        self._add("note", kind, body, source=by, origin=origin, act_id=act_id)

    def _add(self, role: Role, kind: str, body: Mapping[str, Any], **fields: Any) -> None:
        self._acted |= fields.get("act_id") is not None
        origin = fields.get("origin")
        if origin is not None:
            self._events[origin.uid, origin.boot_id] = origin.event + 1
        round_id = self._play.game.round_id(self.status.state)
        self._batch.add(role, kind, body, round_id=round_id, **fields)

    def next_event(self, uid: str, boot_id: int) -> int:
        """The first event of this boot that is neither in the record nor in this turn."""
        inside = self._events.get((uid, boot_id))
        if inside is not None:
            return inside
        return self._play.record.ask(reading.next_event, uid, boot_id)

    def _write_state(self) -> None:
        self._add("note", STATE, self._play.engine.dump(self.status), source="host")
        self._inputs = -self._play.since_state

    @property
    def wrote(self) -> bool:
        """Whether anything was put in."""
        return self._batch.count > 0

    def commit(self, seal: Sealer | None = None) -> None:
        """Write it all, then let the table's status move on. A Problem leaves that as it was.

        With `seal`, its signature is in the same transaction.
        """
        play = self._play
        if play.since_state + self._inputs >= STATE_EVERY:
            self._write_state()
        (seal or play.record).commit(self._batch)
        play.status = self.status
        play.since_state += self._inputs
        if self.refusal is not None or self._acted:
            play.last_refusal = self.refusal


def _owe(body: Mapping[str, Any], db: apsw.Connection) -> None:
    """Put a request to a meter into the outbox, in the transaction of what led to it."""
    outbox = Outbox(db)
    outbox.create()
    outbox.put(cast(TableRequest, load(body)))
