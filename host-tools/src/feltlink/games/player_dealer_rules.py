"""What a table of Ultimate Texas Hold'em is configured with in California."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import NonNegativeInt, PositiveInt, model_validator

from feltlink.games.cardround.rules import Limits
from feltlink.games.player_dealer_cover import Coverage, MaxOn
from feltlink.games.ultimate_holdem_rules import HoldemRules


class PlayerDealerRules(HoldemRules):
    """The source names no blind and trips tables: `blind_table` and `trips_table` must be given
    (ruling 24). `fee_cents` is the collection fee of a seat dealt in (ruling 20).
    """

    blind_table: str
    trips_table: str
    fee_cents: NonNegativeInt = 100
    coverage: Coverage = "two_sided"
    bonus_bank: Literal["player_dealer", "house"] = "player_dealer"
    max_payout_cents: PositiveInt = 2_000_000
    max_payout_on: MaxOn = "table_round"

    @model_validator(mode="after")
    def _trips(self) -> Self:
        trips = self.limits.setdefault("trips", Limits(min_cents=500, max_cents=10_000))
        if trips.min_cents < 500 or trips.max_cents > 10_000:
            raise ValueError("the trips wager is $5 to $100 (GEGA-003495, Trips Bonus)")
        if self.progressive_cents != 100:
            raise ValueError("the progressive wager is $1 (GEGA-003495, Progressive Bonus)")
        return self
