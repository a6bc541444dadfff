"""Does the record balance? Each locked wager settled once, each draw made once, money conserved."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import apsw

from feltlink.money.settlement import Line, balance
from feltlink.problem import Problem
from feltlink.record import reading
from feltlink.record.entry import Entry
from feltlink.table.results import REFUSED, SETTLED


@dataclass
class Books:
    """What a record adds up to. `faults` is empty when it balances. Amounts in cents."""

    inputs: int = 0
    lines: int = 0
    stakes_cents: int = 0
    handed_over_cents: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass
class _Round:
    locks: dict[int, set[tuple[int, str]]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    over: bool = False

    @property
    def locked(self) -> set[tuple[int, str]]:
        """Every (seat, spot) that the game has taken as locked."""
        return set().union(*self.locks.values())


def books(connection: apsw.Connection) -> Books:
    """Add the whole record up."""
    out = Books()
    rounds: dict[int, _Round] = {}
    asked: Counter[int] = Counter()
    made: Counter[int] = Counter()
    for entry in reading.between(connection, 1):
        out.inputs += entry.role == "input"
        _read(entry, rounds, asked, made)
    for number, one in sorted(rounds.items()):
        out.lines += len(one.lines)
        out.stakes_cents += sum(line.taken_cents for line in one.lines)
        out.handed_over_cents += sum(line.amount_cents for line in one.lines)
        out.faults += [f"round {number}: {fault}" for fault in _faults(one)]
    for draw in asked | made:
        if (asked[draw], made[draw]) != (1, 1):
            out.faults.append(f"draw {draw} was asked for {asked[draw]}x and made {made[draw]}x")
    return out


def _read(entry: Entry, rounds: dict[int, _Round], asked: Counter[int], made: Counter[int]) -> None:
    data = entry.data
    if entry.kind == SETTLED and entry.role == "result":
        lines = [Line(**line) for line in data["lines"]]
        rounds.setdefault(entry.round_id or 0, _Round()).lines += lines
    elif entry.kind == "locked" and entry.role == "input":
        places = {(seat, spot) for seat, spot in data["spots"]}
        rounds.setdefault(data["round_id"], _Round()).locks[entry.number] = places
    elif entry.kind == REFUSED and entry.role == "result" and entry.cause is not None:
        for one in rounds.values():  # a lock that came too late, for a round that was void by then
            one.locks.pop(entry.cause, None)
    elif entry.kind == "release" and entry.role == "result":
        rounds.setdefault(data["round_id"], _Round()).over = True
    elif entry.kind == "draw" and entry.role == "result":
        asked[data["draw_id"]] += 1
    elif entry.kind == "drawn" and entry.role == "input":
        made[data["draw_id"]] += 1


def _faults(one: _Round) -> list[str]:
    faults = []
    try:
        sums = balance(one.lines)
        if sums.players_cents + sum(sums.payers.values()) != 0:
            faults.append("what the players gain is not what the payers give")
    except Problem as problem:
        faults.append(str(problem))
    spots = {spot for _seat, spot in one.locked}
    standing: Counter[tuple[int, str]] = Counter()
    for line in one.lines:
        if line.wager in spots:  # a wager that is settled under the name of its sensor
            standing[line.seat, line.wager] += -1 if line.reversing else 1
    settled = {wager for _seat, wager in standing}
    for place in sorted(one.locked | set(standing)):
        where, count = f"seat {place[0]} {place[1]}", standing[place]
        if place not in one.locked and count:
            faults.append(f"{where} was settled without a locked wager")
        elif count > 1:
            faults.append(f"{where} was settled {count} times")
        elif one.over and count == 0 and (place[1] in settled or not one.lines):
            faults.append(f"{where} had a locked wager and was not settled")
    return faults
