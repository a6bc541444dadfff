"""What every card game's table is configured with."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from feltlink.games.cardround.sheet import Rounding

CardSource = Literal["keyed", "stream", "virtual"]
Dealing = Literal["rotation", "groups"]


class SensorWager(BaseModel):
    """A wager that lies on a bet sensor: covered at the lock means placed, at a fixed amount."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    wager: str
    amount_cents: PositiveInt


class Limits(BaseModel):
    """Posted limits of one wager."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    min_cents: PositiveInt
    max_cents: PositiveInt


class CardRules(BaseModel):
    """Common to the card games; each adds its own.

    `cards` says how cards come in: keyed on the page, read from a stream, or dealt by the host.
    `dealing` is "rotation" (a card at a time) or "groups" (a shuffling machine: community cards
    first, then two to each). `sensors` maps a board's spot to its wager. `chip_cents` is the
    smallest amount the table pays in; `rounding` says what becomes of less (ruling 2).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    seats: Annotated[int, Field(ge=1, le=9)] = 7
    cards: CardSource = "keyed"
    dealing: Dealing = "rotation"
    burn: bool = True
    sensors: dict[str, SensorWager] = {}
    limits: dict[str, Limits] = {}
    chip_cents: PositiveInt = 50
    rounding: Literal["refuse", "down"] = "refuse"

    @property
    def pay(self) -> Rounding:
        """How an uneven amount is paid."""
        return Rounding(self.chip_cents, self.rounding == "down")

    def sensor_of(self, wager: str) -> str | None:
        """The board's spot that this wager lies on, if it lies on one."""
        return next((spot for spot, at in self.sensors.items() if at.wager == wager), None)
