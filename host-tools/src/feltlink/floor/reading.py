"""Questions to the meters' store; the same for both databases. Nothing here writes."""

from __future__ import annotations

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Self

from feltlink.floor import sql
from feltlink.floor.link import Shown
from feltlink.floor.place import Place, Server, Witness
from feltlink.money import meter_plan
from feltlink.money.meter import Award, Meter, awards, shown_cents
from feltlink.money.meter_entry import Amounts, Entry, Level
from feltlink.money.meter_slip import Slip, slip
from feltlink.problem import Problem


def draw(low: int, high: int) -> int:
    """A mystery trigger: unbiased, from the operating system's generator."""
    return low + secrets.randbelow(high - low + 1)


_OPEN = (
    "FROM meter_open_award o JOIN meter_entry e ON e.meter = o.meter AND e.number = o.number WHERE"
)
_ENTRY = ", ".join(f"e.{name.strip()}" for name in sql.ENTRY_COLUMNS.split(","))


class Reading(ABC):
    """What a subclass gives, and what can be asked with it."""

    url: str

    @abstractmethod
    def rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement. Raises LinkLost when the database does not answer."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[None]:
        """All that is read inside is of one moment; nothing is written."""

    @abstractmethod
    def close(self) -> None:
        """Let the database go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def meters(self) -> list[str]:
        """The names of all meters."""
        return [name for (name,) in self.rows("SELECT meter FROM meter ORDER BY meter")]

    def read(self, meter: str) -> Meter:
        """The totals and the state of a meter."""
        with self.snapshot():
            return self._load(meter, self._seen(meter))

    def undecided(self, meter: str) -> list[Award]:
        """The awards of a meter that wait for a verdict, of all tables."""
        query = f"SELECT {_ENTRY} {_OPEN} o.meter = %s ORDER BY o.number"
        return awards(sql.entry(row) for row in self.rows(query, (meter,)))

    def shown(self) -> dict[str, Shown]:
        """All meters as a display shows them."""
        return {name: self._shown(name) for name in self.meters()}

    def round(self, meter: str, table: str, round_id: int) -> list[Entry]:
        """The entries of one table's round, in order."""
        query = f"{sql.SELECT_ENTRIES} AND table_name = %s AND round_id = %s ORDER BY number"
        return [sql.entry(row) for row in self.rows(query, (meter, table, round_id))]

    def entries(self, meter: str, after: int = 0, page: int = 5000) -> Iterator[Entry]:
        """The entries of a meter with a number above `after`, in order."""
        query = f"{sql.SELECT_ENTRIES} AND number > %s ORDER BY number LIMIT %s"
        while True:
            found = [sql.entry(row) for row in self.rows(query, (meter, after, page))]
            yield from found
            if len(found) < page:
                return
            after = found[-1].number

    def place(self, table: str) -> Place:
        """How far this table's requests are booked."""
        found = self.rows(
            "SELECT last, chain, backed_up FROM meter_table WHERE table_name = %s", (table,)
        )
        return Place(*found[0]) if found else Place()

    def pending(self, table: str) -> list[tuple[str, Award]]:
        """The awards of this table, on any meter, that wait for a verdict."""
        query = f"SELECT o.meter, {_ENTRY} {_OPEN} o.table_name = %s ORDER BY o.meter, o.number"
        found = self.rows(query, (table,))
        return [(row[0], awards([sql.entry(row[1:])])[0]) for row in found]

    def slip(self, meter: str, number: int) -> Slip:
        """The hand pay slip of a confirmed award."""
        history = self._round_of(meter, number)
        found = [award for award in awards(history) if award.number == number]
        if not found:
            raise Problem(
                f"there is no award {number}",
                where=f"meter {meter}",
                remedy="feltlink meter history lists the awards",
            )
        ((before,),) = self.rows(
            "SELECT coalesce(sum(current), 0) FROM meter_entry"
            " WHERE meter = %s AND level = %s AND number < %s",
            (meter, found[0].level, number),
        )
        return slip(meter, found[0], history, int(before))

    def verdicts(self, watched: Collection[tuple[str, int]]) -> list[tuple[str, Award]]:
        """Those of the (meter, award) pairs that a person has decided."""
        out = []
        for meter in sorted({meter for meter, _ in watched}):
            numbers = sorted(number for name, number in watched if name == meter)
            decided = self.rows(
                "SELECT of_entry FROM meter_entry WHERE meter = %s"
                " AND kind IN ('reversal', 'confirmation')"
                f" AND of_entry IN ({', '.join(['%s'] * len(numbers))}) ORDER BY of_entry",
                (meter, *numbers),
            )
            out += [(meter, self._award(meter, number)) for (number,) in decided]
        return out

    def witnessed(self, table: str) -> Witness | None:
        """The last head that this table deposited."""
        found = self.rows(
            "SELECT number, head, signature, at_utc_us FROM meter_witness WHERE table_name = %s"
            " ORDER BY number DESC LIMIT 1",
            (table,),
        )
        return Witness(table, *found[0]) if found else None

    def places(self) -> dict[str, Place]:
        """How far each table's requests are booked."""
        found = self.rows("SELECT table_name, last, chain, backed_up FROM meter_table")
        return {row[0]: Place(*row[1:]) for row in found}

    def server(self) -> Server:
        """Which database answers."""
        return Server()

    @abstractmethod
    def now_us(self) -> int:
        """The store's own time (UTC, µs)."""

    def _seen(self, meter: str) -> tuple[str, str, int, int]:
        found = self.rows("SELECT plan, state, number FROM meter WHERE meter = %s", (meter,))
        if not found:
            raise no_meter(meter)
        plan, state, number = found[0]
        return plan, state, number, 0

    def _load(self, name: str, locked: tuple[str, str, int, int]) -> Meter:
        plan, state, number, now = locked
        meter = Meter(meter_plan.load(json.loads(plan)), draw, number=number, at_utc_us=now)
        meter.state = state  # type: ignore[assignment]
        for level, trigger, *amounts in self.rows(sql.SELECT_LEVELS, (name,)):
            meter.levels[level] = Level(Amounts(*amounts), trigger)
        return meter

    def _award(self, meter: str, number: int) -> Award:
        (award,) = [a for a in awards(self._round_of(meter, number)) if a.number == number]
        return award

    def _round_of(self, meter: str, number: int) -> list[Entry]:
        found = self.rows(f"{sql.SELECT_ENTRIES} AND number = %s", (meter, number))
        if not found:
            return []
        entry = sql.entry(found[0])
        return self.round(meter, entry.table, entry.round_id)

    def _shown(self, meter: str) -> Shown:
        query = "SELECT count(*) FROM meter_open_award WHERE meter = %s"
        ((pending,),) = self.rows(query, (meter,))
        return shown(self.read(meter), pending)


def shown(meter: Meter, pending: int) -> Shown:
    """The meter as a display shows it, while `pending` awards are being verified."""
    state = "pending" if pending and meter.state == "open" else meter.state
    amounts = {name: shown_cents(level) for name, level in meter.levels.items()}
    return Shown(meter.plan.meter, state, amounts, pending)


def no_meter(name: str) -> Problem:
    """There is no such meter."""
    return Problem(
        f"the store has no meter {name!r}", remedy="feltlink meter show lists the meters"
    )
