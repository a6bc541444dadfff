"""What one Bonus Spin table plays by: pay table, wheel, top prize and seats."""

from __future__ import annotations

from dataclasses import dataclass

from feltlink.games.bonus_spin_table import family
from feltlink.money.cents import show
from feltlink.wheel.config import Fixed, NonCash, Progressive, WheelConfig
from feltlink.wheel.stops import Stop, Wheel

SEATS = (1, 2, 3, 4, 5, 6)  # 20:18:15:30.15(4)(b)(i): position 1 to 6


@dataclass(frozen=True, slots=True)
class Rules:
    """Bound when the game is built; a new configuration is a new game.

    `ace_cents` is None on one dollar tables. `spot` is the board's name of the side bet's spot;
    `lease_ms` is how long the button stays enabled for one player.
    """

    paytable: str
    wager_cents: int
    ace_cents: int | None
    wheel: Wheel
    top_prize: Fixed | NonCash | Progressive
    decks: int = 6
    seats: tuple[int, ...] = SEATS
    spot: str = "bonus_spin"
    lease_ms: int = 60_000


def build(config: WheelConfig) -> Rules:
    """The rules of a checked wheel file. The top prize is the wheel's first stop."""
    table = family().table(config.paytable)
    top = config.top_prize
    first = Stop(
        top.label,
        None if isinstance(top, Progressive) else top.value_cents,
        config.weights[0],
        top=True,
    )
    rest = (
        Stop(show(amount), amount, weight)
        for amount, weight in zip(table.prizes_cents, config.weights[1:], strict=True)
    )
    return Rules(
        paytable=config.paytable,
        wager_cents=table.wager_cents,
        ace_cents=table.ace_cents,
        wheel=Wheel((first, *rest)),
        top_prize=top,
        decks=config.decks,
    )
