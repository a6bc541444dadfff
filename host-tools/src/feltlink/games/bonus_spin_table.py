"""The pay tables A1 to G5 of Bonus Spin, as the rule prints them."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, PositiveInt, model_validator

from feltlink.games.paytables import Cell, Family, PayTable, load_family
from feltlink.money.cents import dollars

STOPS = 12


class BonusSpinTable(PayTable):
    """Eleven prizes below the top prize and, on five dollar tables, the award for an ace."""

    wager_dollars: Literal[1, 5]
    prizes_dollars: Annotated[tuple[PositiveInt, ...], Field(strict=False)]
    aces: Cell | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        prizes = self.prizes_dollars
        if len(prizes) != STOPS - 1 or list(prizes) != sorted(set(prizes), reverse=True):
            raise ValueError(f"expected {STOPS - 1} prizes, each less than the one before")
        if (self.aces is None) != (self.wager_dollars == 1):
            raise ValueError('five dollar tables have a row "aces", one dollar tables have none')
        return self

    @property
    def wager_cents(self) -> int:
        """The one wager that the table allows (ruling 29)."""
        return dollars(self.wager_dollars)

    @property
    def prizes_cents(self) -> tuple[int, ...]:
        """What the stops after the top prize pay, in the table's order."""
        return tuple(map(dollars, self.prizes_dollars))

    @property
    def ace_cents(self) -> int | None:
        """What an ace in the first two cards is paid, the collected wager included; None on one
        dollar tables. 20:18:15:30.15(4)(a)(i): ten dollars.
        """
        return None if self.aces is None else self.aces.collected_cents(self.wager_cents)


def family() -> Family[BonusSpinTable]:
    """The thirteen tables by their ids."""
    return load_family("bonus-spin", BonusSpinTable)
