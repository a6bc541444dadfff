"""Settlement lines as they are written down, numbered in the order of paying."""

from __future__ import annotations

from dataclasses import dataclass

from feltlink.money.pays import Pays
from feltlink.money.settlement import Line, Outcome, Payer

EVEN = "1 to 1"


@dataclass(frozen=True, slots=True)
class Rounding:
    """Ruling 2: the table pays in whole chips of `chip_cents`; a stake that 3 to 2 does not pay
    in chips is refused when it is placed, or paid `down` to the chip.
    """

    chip_cents: int = 50
    down: bool = False

    def winnings_cents(self, pays: Pays, stake_cents: int) -> int:
        """What a stake wins at these odds."""
        if not self.down or pays.ratio.denominator == 1:
            return pays.winnings_cents(stake_cents)
        return int(pays.ratio * stake_cents) // self.chip_cents * self.chip_cents

    def refuses(self, pays: Pays, stake_cents: int) -> bool:
        """Whether this stake cannot be paid in whole chips, and no rounding is named."""
        uneven = pays.ratio.denominator > 1 and (pays.ratio * stake_cents) % self.chip_cents
        return bool(uneven) and not self.down


class Sheet:
    """The lines of a settlement, each new one last in the order of paying."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(
        self,
        seat: int,
        wager: str,
        stake_cents: int,
        outcome: Outcome,
        paragraph: str,
        *,
        pays: str = "",
        winnings_cents: int = 0,
        paid_by: Payer = "house",
    ) -> None:
        """A wager that is still the player's until it is lost: what is not lost goes back."""
        back = outcome != "lose"
        amount = stake_cents + winnings_cents if back else 0
        self.lines.append(
            Line(
                seat,
                wager,
                stake_cents,
                outcome,
                pays or outcome.replace("_", " "),
                amount,
                paid_by,
                back,
                len(self.lines) + 1,
                paragraph,
            )
        )

    def collected(
        self,
        seat: int,
        wager: str,
        stake_cents: int,
        amount_cents: int,
        paragraph: str,
        *,
        pays: str = "lose",
        paid_by: Payer = "tray",
    ) -> None:
        """A side wager that was collected before the deal: only what it wins is handed over."""
        self.lines.append(
            Line(
                seat,
                wager,
                stake_cents,
                "win" if amount_cents else "lose",
                pays,
                amount_cents,
                paid_by,
                False,
                len(self.lines) + 1,
                paragraph,
            )
        )
