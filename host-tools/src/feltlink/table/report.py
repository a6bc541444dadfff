"""What a table took and paid, by shift, day, table or drop, added up from the settlement lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import apsw

from feltlink.money.settlement import Line
from feltlink.problem import Problem
from feltlink.table.drop import DROP

By = Literal["shift", "day", "table", "drop"]
Period = Callable[[int], str]
"""The name of the period that a moment (UTC, µs) lies in."""


@dataclass
class Sums:
    """One row. Cents. A line that was taken back counts as if it had never been.

    `coin_in` is what was wagered; `drop` what the table took of it (side wagers collected before
    the deal, and lost wagers); `paid` the winnings handed over, `from_meter` the part of them that
    a meter paid; `hits` the wagers that won.
    """

    rounds: set[tuple[str, int]] = field(default_factory=set)
    wagers: int = 0
    hits: int = 0
    coin_in: int = 0
    drop: int = 0
    paid: int = 0
    from_meter: int = 0

    @property
    def win(self) -> int:
        """What the house kept: the drop less what it paid itself."""
        return self.drop - (self.paid - self.from_meter)

    def add(self, table: str, round_id: int, line: Line) -> None:
        """Count one settlement line."""
        sign = -1 if line.reversing else 1
        self.rounds.add((table, round_id))
        self.wagers += sign
        self.hits += sign * (line.outcome == "win")
        self.coin_in += line.stake_cents
        self.drop += line.taken_cents
        self.paid += line.winnings_cents
        self.from_meter += line.winnings_cents if line.paid_by == "meter" else 0

    def row(self) -> dict[str, Any]:
        """The row as JSON; `hit_frequency` in hundredths of a percent."""
        return {
            "rounds": len(self.rounds),
            "wagers": self.wagers,
            "hits": self.hits,
            "hit_frequency_bp": self.hits * 10_000 // self.wagers if self.wagers else 0,
            "coin_in_cents": self.coin_in,
            "drop_cents": self.drop,
            "paid_cents": self.paid,
            "from_meter_cents": self.from_meter,
            "win_cents": self.win,
        }


@dataclass
class Report:
    """Rows by name, and their total in `whole`."""

    by: By
    period: Period
    rows: dict[str, Sums] = field(default_factory=dict)
    whole: Sums = field(default_factory=Sums)

    def add(self, table: str, connection: apsw.Connection, from_us: int, to_us: int) -> None:
        """Add a table's record up, for a span of time."""
        drops = _drops(connection, table) if self.by == "drop" else None
        for number, at_utc_us, round_id, line in settled_lines(connection, from_us, to_us):
            if drops is not None:
                name = next(name for last, name in drops if number < last)
            else:
                name = table if self.by == "table" else self.period(at_utc_us)
            for sums in (self.rows.setdefault(name, Sums()), self.whole):
                sums.add(table, round_id, line)


def _drops(connection: apsw.Connection, table: str) -> list[tuple[int, str]]:
    """(entry number below which it ends, name) of each drop's period, and of what came since."""
    query = "SELECT number, at_utc_us FROM entry WHERE role = 'note' AND kind = ? ORDER BY number"
    found = [(int(str(n)), int(str(at))) for n, at in connection.execute(query, (DROP,))]
    named = [
        (number, f"{table}, up to {datetime.fromtimestamp(at // 1_000_000, UTC):%Y-%m-%d %H:%M:%S}")
        for number, at in found
    ]
    return [*named, (2**63, f"{table}, yet to be dropped")]


def settled_lines(
    connection: apsw.Connection, from_us: int, to_us: int
) -> Iterator[tuple[int, int, int, Line]]:
    """(entry, time, round, line) of a record's settlement lines in a span of time."""
    query = (
        "SELECT number, at_utc_us, round_id, body FROM entry WHERE role = 'result'"
        " AND kind = 'settled' AND at_utc_us >= ? AND at_utc_us < ? ORDER BY number"
    )
    for number, at_utc_us, round_id, body in connection.execute(query, (from_us, to_us)):
        for line in json.loads(str(body))["lines"]:
            yield int(str(number)), int(str(at_utc_us)), int(str(round_id or 0)), Line(**line)


def zone(name: str) -> tzinfo:
    """The time zone of a name such as America/Denver."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise Problem(
            f"there is no time zone {name!r}",
            where="--zone",
            remedy="write one like America/Denver",
        ) from None


def days(where: tzinfo) -> Period:
    """Calendar days there."""
    return lambda at: f"{_local(at, where):%Y-%m-%d}"


def shifts(starts: str, where: tzinfo) -> Period:
    """Shifts that begin at these times of day there: "06:00,14:00,22:00"."""
    try:
        begins = sorted(time.fromisoformat(text.strip()) for text in starts.split(","))
    except ValueError:
        raise Problem(
            f"{starts!r} are no times of day", where="--shifts", remedy="write 06:00,14:00,22:00"
        ) from None

    def name(at_utc_us: int) -> str:
        moment = _local(at_utc_us, where)
        past = [begin for begin in begins if begin <= moment.time()]
        if past:
            return f"{moment:%Y-%m-%d} {past[-1]:%H:%M}"
        return f"{moment - timedelta(days=1):%Y-%m-%d} {begins[-1]:%H:%M}"

    return name


def _local(at_utc_us: int, where: tzinfo) -> datetime:
    return datetime.fromtimestamp(at_utc_us // 1_000_000, UTC).astimezone(where)
