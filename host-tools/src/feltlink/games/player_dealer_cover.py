"""How far the player-dealer's wager reaches, and the table's maximum payout. Pure.

GEGA-003495: "All bets receive action to the extent that the player-dealer wager covers."
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from feltlink.games.cardround.sheet import Sheet
from feltlink.money.cents import show
from feltlink.money.settlement import Line

RULE = "GEGA-003495"
COVER = f"{RULE}, player-dealer wager"
MAXIMUM = f"{RULE}, Maximum Table Payout"
Coverage = Literal["two_sided", "each_dollar_once"]
MaxOn = Literal["table_round", "player_round"]


@dataclass(frozen=True, slots=True)
class Cap:
    """`cover_cents` is the player-dealer's wager, `coverage` how it is used up (ruling 21);
    `payout_cents` the most that may be paid out, to the table or to a player (ruling 23).
    """

    cover_cents: int
    coverage: Coverage = "two_sided"
    payout_cents: int = 2_000_000
    payout_on: MaxOn = "table_round"


class Cover:
    """What is left of the cover and of the maximum payout as the lines are gone through."""

    def __init__(self, cap: Cap) -> None:
        self.cap = cap
        self.lost_cents = 0
        """What the player-dealer has lost so far."""
        self.won_cents = 0
        """What the player-dealer has won so far."""
        self._paid: dict[int, int] = {}

    def write(self, sheet: Sheet, lines: Iterable[Line]) -> None:
        """Copy lines, in action order, as far as there is cover; the rest is no action."""
        for line in lines:
            if line.outcome == "win":
                self._win(sheet, line)
            elif line.outcome == "lose":
                self._lose(sheet, line)
            else:
                _copy(sheet, line)

    def _left(self, used_cents: int) -> int:
        if self.cap.coverage == "each_dollar_once":
            used_cents = self.lost_cents + self.won_cents
        return self.cap.cover_cents - used_cents

    def _payable(self, seat: int) -> int:
        paid = self._paid
        so_far = paid.get(seat, 0) if self.cap.payout_on == "player_round" else sum(paid.values())
        return self.cap.payout_cents - so_far

    def _win(self, sheet: Sheet, line: Line) -> None:
        banked = line.paid_by == "player_dealer"
        cover = self._left(self.lost_cents) if banked else line.winnings_cents
        payable = self._payable(line.seat)
        won = min(line.winnings_cents, cover, payable)
        self._paid[line.seat] = self._paid.get(line.seat, 0) + won
        if banked:
            self.lost_cents += won
        if won == line.winnings_cents:
            _copy(sheet, line)
            return
        short = MAXIMUM if payable < min(line.winnings_cents, cover) else COVER
        part = line.stake_cents * won // line.winnings_cents
        if won:
            pays = f"{line.pays}, {show(won)} of {show(line.winnings_cents)}"
            sheet.add(
                line.seat,
                line.wager,
                part,
                "win",
                line.paragraph,
                pays=pays,
                winnings_cents=won,
                paid_by=line.paid_by,
            )
        _no_action(sheet, line, line.stake_cents - part, short)

    def _lose(self, sheet: Sheet, line: Line) -> None:
        if line.paid_by != "player_dealer":
            _copy(sheet, line)
            return
        lost = min(line.stake_cents, self._left(self.won_cents))
        self.won_cents += lost
        if lost:
            sheet.add(line.seat, line.wager, lost, "lose", line.paragraph, paid_by="player_dealer")
        if lost < line.stake_cents:
            _no_action(sheet, line, line.stake_cents - lost, COVER)


def _no_action(sheet: Sheet, line: Line, stake_cents: int, paragraph: str) -> None:
    sheet.add(line.seat, line.wager, stake_cents, "no_action", paragraph, paid_by=line.paid_by)


def _copy(sheet: Sheet, line: Line) -> None:
    sheet.add(
        line.seat,
        line.wager,
        line.stake_cents,
        line.outcome,
        line.paragraph,
        pays=line.pays,
        winnings_cents=line.winnings_cents if line.outcome == "win" else 0,
        paid_by=line.paid_by,
    )
