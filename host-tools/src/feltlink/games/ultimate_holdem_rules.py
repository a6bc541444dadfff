"""What a table of Ultimate Texas Hold'em is configured with, in South Dakota."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, Self

from pydantic import PositiveInt, ValidationInfo, field_validator, model_validator

from feltlink.games import poker_tables
from feltlink.games.cardround.rules import CardRules, SensorWager
from feltlink.games.poker_tables import PmgTable, UthpTable
from feltlink.games.ultimate_holdem_progressive import HandOf
from feltlink.games.ultimate_holdem_settle import Schedule, schedule
from feltlink.money.cents import show
from feltlink.problem import Problem

LARGEST_PLAY = 4


class HoldemRules(CardRules):
    """Common to both kinds of Ultimate Texas Hold'em. Tables by id; `progressive` None: none.

    The progressive lies on `sensor` (the board's name of the spot); with `sensor` None it is
    keyed. `hand` is what PMG tables rank (ruling 13).
    """

    blind_table: str = "UTH-01"
    trips_table: str = "UTH-01"
    progressive: str | None = None
    progressive_cents: PositiveInt = 100
    sensor: str | None = None
    meter: str = "progressive"
    hand: HandOf = "first_five"

    @field_validator("blind_table", "trips_table", "progressive")
    @classmethod
    def _there(cls, name: str | None, about: ValidationInfo) -> str | None:
        find = (
            poker_tables.progressive
            if about.field_name == "progressive"
            else poker_tables.uth().table
        )
        try:
            if name is not None:
                find(name)
        except Problem as problem:
            raise ValueError(f"{problem.what} ({problem.remedy})") from None
        return name

    @model_validator(mode="after")
    def _known(self) -> Self:
        if self.progressive is not None:
            table = poker_tables.progressive(self.progressive)
            if isinstance(table, PmgTable):
                for row in table.envy:
                    table.envy_cents(row, self.progressive_cents)
        if self.sensor is not None and self.progressive is not None:
            lying = SensorWager(wager="progressive", amount_cents=self.progressive_cents)
            self.sensors.setdefault(self.sensor, lying)
        return self

    @cached_property
    def schedule(self) -> Schedule:
        """The blind and trips pays."""
        return schedule(self.blind_table, self.trips_table, self.pay)

    @cached_property
    def progressive_table(self) -> UthpTable | PmgTable | None:
        """The progressive's pays."""
        return None if self.progressive is None else poker_tables.progressive(self.progressive)


class UthRules(HoldemRules):
    """South Dakota. `bet_limit_cents` is the law's limit on one bet (ruling 17)."""

    bet_limit_cents: PositiveInt = 100_000
    limit_on: Literal["single_wager", "hand_total"] = "single_wager"

    @model_validator(mode="after")
    def _posted(self) -> Self:
        ante = self.limits.get("ante")
        if ante and ante.max_cents * LARGEST_PLAY > self.bet_limit_cents:
            raise ValueError(
                f"an ante of {show(ante.max_cents)} allows a play bet of "
                f"{show(ante.max_cents * LARGEST_PLAY)}: the limit is {show(self.bet_limit_cents)}"
                " a bet (20:18:16:15.15(1)), so post an ante of at most "
                f"{show(self.bet_limit_cents // LARGEST_PLAY)}"
            )
        return self
