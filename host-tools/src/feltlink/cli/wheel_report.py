"""What `feltlink wheel check` prints."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.table import Table

from feltlink.games import bonus_spin_file
from feltlink.games.bonus_spin_return import percent
from feltlink.money.cents import show
from feltlink.odds.bonus_spin_odds import bonus_spin
from feltlink.odds.figures import exact


def report(file: Path, decks: int | None) -> dict[str, Any]:
    """The figures of a wheel file, and whether a table may run it (`ok`)."""
    rules, over_100_allowed = bonus_spin_file.read(file)
    figures = bonus_spin(rules, decks)
    total = figures.values["return"]
    assert isinstance(total, Fraction)
    over = total > 1
    verdict = f"returns {percent(total)} = {exact(total)}"
    if over:
        verdict += (
            ": more than it takes, allowed by the file"
            if over_100_allowed
            else ": more than it takes; give the high prizes less weight"
        )
    return {
        "file": str(file),
        "paytable": rules.paytable,
        "decks": decks or rules.decks,
        "ok": not over or over_100_allowed,
        "verdict": verdict,
        **figures.as_json(),
    }


def as_table(found: dict[str, Any]) -> Table:
    """The stops, a row each."""
    table = Table(title=found["title"])
    for heading in ("stop", "weight", "chance", "pays", "of all wagers", "returns"):
        table.add_column(heading, justify="left" if heading == "stop" else "right")
    for stop in found["stops"]:
        hits = Fraction(stop["hit_rate"])
        table.add_row(
            stop["label"],
            f"{stop['weight']:,}",
            percent(Fraction(stop["chance"])),
            show(stop["pays_cents"]),
            f"1 in {round(1 / hits):,}" if hits else "never",
            percent(Fraction(stop["return"])),
        )
    aces = Fraction(found["return_from_aces"])
    if aces:
        chance = Fraction(found["ace_chance"])
        table.add_row(
            "even money (ace)", "", "", "$10", f"1 in {round(1 / chance):,}", percent(aces)
        )
    return table
