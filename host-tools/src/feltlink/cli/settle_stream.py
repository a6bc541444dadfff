"""Reads rounds, one or many, and shows their settlements."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from rich.table import Table

from feltlink.games.registry import Written
from feltlink.money.cents import show
from feltlink.money.settlement import Balance, Line, balance
from feltlink.problem import Problem

ONE_A_LINE = "a round is one JSON object; several stand one a line"


@dataclass(frozen=True, slots=True)
class Settled:
    """The lines of one round and who gained what by them."""

    lines: tuple[Line, ...]
    balance: Balance

    def as_json(self) -> dict[str, Any]:
        """`lines` as the settlement has them; `seats` and `payers` gained, in cents."""
        return {
            "lines": [line.as_json() for line in self.lines],
            "seats": self.balance.seats,
            "payers": self.balance.payers,
        }

    def as_table(self, title: str) -> Table:
        """The lines in paying order, and what the players gained."""
        table = Table(title=title, caption=self._caption(), box=None, padding=(0, 2, 0, 0))
        for heading in ("seat", "wager", "staked", "outcome", "pays", "gets", "from", "paragraph"):
            right = heading in ("seat", "staked", "gets")
            fold = heading in ("pays", "paragraph")
            table.add_column(heading, justify="right" if right else "left", no_wrap=not fold)
        table.columns[-1].overflow = "fold"
        for line in self.lines:
            table.add_row(
                str(line.seat),
                line.wager,
                show(line.stake_cents),
                line.outcome.replace("_", " "),
                line.pays,
                show(line.amount_cents),
                line.paid_by.replace("_", "-"),
                line.paragraph,
            )
        return table

    def _caption(self) -> str:
        gains = {f"seat {seat}": cents for seat, cents in self.balance.seats.items()}
        gains |= {payer.replace("_", "-"): cents for payer, cents in self.balance.payers.items()}
        return ", ".join(f"{who} {show(cents)}" for who, cents in gains.items()) or "no wager"


class Totals:
    """What all rounds of a run came to."""

    def __init__(self) -> None:
        self.rounds = self.lines = 0
        self.gains: Counter[str] = Counter()

    def add(self, found: Settled) -> None:
        """One round more."""
        self.rounds += 1
        self.lines += len(found.lines)
        self.gains["players"] += found.balance.players_cents
        self.gains.update(found.balance.payers)

    def sentence(self) -> str:
        """ "balanced: 3 rounds, 7 lines: players $40, house -$40"."""
        gains = ", ".join(f"{who.replace('_', '-')} {show(c)}" for who, c in self.gains.items())
        return f"balanced: {self.rounds:,} rounds, {self.lines:,} lines: {gains or 'nothing'}"


def settled(form: Written, text: str, where: str) -> Settled:
    """Settle one round; what does not balance is a `Problem`."""
    lines = form.settle(form.read(text, where), where)
    return Settled(lines, balance(lines))


def rounds(file: Path) -> Iterator[tuple[str, str]]:
    """(where, JSON text) of each round in a file, or on the standard input for "-". A first line
    that is a whole object begins a stream of one round a line.
    """
    name = "standard input" if str(file) == "-" else str(file)
    with _open(file) as source:
        first = source.readline()
        if not _is_object(first):
            text = first + source.read()
            _must_parse(text, name)
            yield name, text
            return
        yield f"{name}:1", first
        for number, line in enumerate(source, 2):
            if line.strip():
                yield f"{name}:{number}", line


def _open(file: Path) -> AbstractContextManager[TextIO]:
    if str(file) == "-":
        return nullcontext(sys.stdin)
    try:
        return file.open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise Problem(
            f"cannot be read: {error.strerror}",
            where=str(file),
            remedy="check the name and that you may read it",
        ) from None


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _must_parse(text: str, name: str) -> None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise Problem(
            f"is not JSON: {error.msg}",
            where=f"{name}:{error.lineno}:{error.colno}",
            remedy=ONE_A_LINE,
        ) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, or brackets
        raise Problem("is no round: it is too deep", where=name, remedy=ONE_A_LINE) from None
