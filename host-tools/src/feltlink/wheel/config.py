"""A wheel's file: which pay table it belongs to, its weights and its top prize.

paytable = "A5"
decks = 6
weights = [1, 40, 60, 100, 300, 500, 700, 900, 1400, 2000, 3000, 6000]  # top prize first

[top_prize]
kind = "fixed"
amount_dollars = 5000
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, model_validator

from feltlink.money.cents import dollars, show


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Fixed(_Model):
    """A top prize of a fixed amount."""

    kind: Literal["fixed"]
    amount_dollars: PositiveInt

    @property
    def label(self) -> str:
        """What the stop says."""
        return f"Top prize {show(self.value_cents)}"

    @property
    def value_cents(self) -> int:
        """What the books carry it at."""
        return dollars(self.amount_dollars)


class NonCash(_Model):
    """A top prize that is a thing: `value_dollars` is its value for the books (ruling 36)."""

    kind: Literal["non_cash"]
    description: Annotated[str, Field(min_length=1, max_length=60)]
    value_dollars: PositiveInt

    @property
    def label(self) -> str:
        """What the stop says."""
        return f"Top prize: {self.description}"

    @property
    def value_cents(self) -> int:
        """What the books carry it at."""
        return dollars(self.value_dollars)


class Progressive(_Model):
    """A top prize that is a meter. It starts at `seed_dollars`; of each wager
    `increment_basis_points` hundredths of a percent go on the meter and into its reserve.
    """

    kind: Literal["progressive"]
    meter: Annotated[str, Field(min_length=1, max_length=40)]
    seed_dollars: PositiveInt
    increment_basis_points: Annotated[int, Field(ge=0, le=10_000)]

    @property
    def label(self) -> str:
        """What the stop says."""
        return "Top prize: progressive"

    @property
    def value_cents(self) -> int:
        """What it is worth at the least: the seed."""
        return dollars(self.seed_dollars)


TopPrize = Annotated[Fixed | NonCash | Progressive, Field(discriminator="kind")]


class WheelConfig(_Model):
    """The file. Weights are compulsory: the rule gives none, and equal ones pay more than they
    take (ruling 34). The first weight is the top prize's, the others follow the pay table.
    """

    paytable: str
    decks: Literal[2, 6, 8] = 6
    weights: Annotated[
        tuple[Annotated[int, Field(ge=0, le=1_000_000_000)], ...],
        Field(strict=False, min_length=2),
    ]
    top_prize: TopPrize
    allow_over_100: bool = False

    @model_validator(mode="after")
    def _reachable(self) -> Self:
        if self.weights[0] == 0:
            raise ValueError("weights[0]: the top prize must be possible, its weight 1 or more")
        return self
