"""The auditor's sum: every entry of a meter added up again, beside the totals in the store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import takewhile
from typing import Any

from feltlink.floor.store import Store
from feltlink.money.meter import fold
from feltlink.money.meter_entry import AMOUNT_NAMES, Amounts, Entry
from feltlink.problem import Problem


@dataclass(frozen=True, slots=True)
class Report:
    """`levels`: what the entries add up to (µ$). `faults` is empty when all agrees."""

    meter: str
    entries: int
    levels: dict[str, Amounts] = field(default_factory=dict)
    faults: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The report as JSON; amounts in micro-dollars."""
        return {
            "meter": self.meter,
            "entries": self.entries,
            "ok": not self.faults,
            "faults": list(self.faults),
            "levels_micro": {name: asdict(amounts) for name, amounts in self.levels.items()},
        }


def reconcile(store: Store, meter: str) -> Report:
    """Add up every entry up to this moment, and compare. The meter may run on meanwhile."""
    held = store.read(meter)
    undecided: set[int] = set()
    entries = takewhile(lambda entry: entry.number <= held.number, store.entries(meter))
    try:
        again = fold(held.plan, _watching(entries, undecided))
    except Problem as problem:
        return Report(meter, held.number, faults=(f"{problem.where}: {problem.what}",))
    faults = []
    if again.number != held.number:
        faults.append(f"entries {again.number + 1} to {held.number} are missing")
    for name, level in held.levels.items():
        folded = again.levels[name].amounts
        faults += [
            f"level {name}: the entries make {pot} {getattr(folded, pot)} µ$,"
            f" the store holds {getattr(level.amounts, pot)} µ$"
            for pot in AMOUNT_NAMES
            if getattr(folded, pot) != getattr(level.amounts, pot)
        ]
    if again.state != held.state:
        faults.append(f"the entries leave the meter {again.state}, the store says {held.state}")
    open_awards = {a.number for a in store.undecided(meter) if a.number <= held.number}
    if undecided != open_awards and store.read(meter).number == held.number:
        faults.append(
            f"the entries leave awards {sorted(undecided)} without a verdict, the store lists"
            f" {sorted(open_awards)}"
        )
    return Report(
        meter, held.number, {name: lv.amounts for name, lv in again.levels.items()}, tuple(faults)
    )


def _watching(entries: Iterable[Entry], undecided: set[int]) -> Iterator[Entry]:
    """The entries as they come, while `undecided` holds the awards without a verdict."""
    for entry in entries:
        if entry.kind == "award":
            undecided.add(entry.number)
        elif entry.kind in ("reversal", "confirmation"):
            undecided.discard(entry.of)
        yield entry
