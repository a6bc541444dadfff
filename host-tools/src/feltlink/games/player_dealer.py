"""Ultimate Texas Hold'em where a player holds the bank: California house rules GEGA-003495."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

from feltlink.games.cardround import refusing
from feltlink.games.cardround.game import HANDLERS, CardGame
from feltlink.games.cardround.refusing import Refused
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.cardround.state import Seat, State
from feltlink.games.cardround.wagers import Result
from feltlink.games.core import Input
from feltlink.games.player_dealer_cover import RULE, Cap, Cover
from feltlink.games.player_dealer_rules import PlayerDealerRules
from feltlink.games.ultimate_holdem import Holdem
from feltlink.games.ultimate_holdem_settle import Showdown
from feltlink.money.settlement import Line

BONUSES = ("trips", "blind")
BANK: Literal["player_dealer"] = "player_dealer"


def _player_dealer(game: CardGame, state: State, given: Input) -> Result:
    """Who holds the bank, and the wager put up."""
    seat = refusing.seat_of(state, given.data)
    cents = refusing.amount(given.data)
    if state.phase != "bets":
        raise Refused("the bank is named before the bets are locked", RULE)
    if seat.wagers:
        raise Refused(f"seat {seat.seat} has wagers of its own", RULE)
    setup = {**state.setup, "player_dealer": seat.seat, "wager": cents}
    return replace(state, setup=setup), []


def _button(game: CardGame, state: State, given: Input) -> Result:
    """Where the action starts."""
    seat = refusing.seat_of(state, given.data)
    if state.phase != "bets":
        raise Refused("the action button is placed before the bets are locked", RULE)
    return replace(state, setup={**state.setup, "button": seat.seat}), []


class PlayerDealer(Holdem):
    """The bank is one player's wager. `setup` holds "player_dealer" (seat, 0: none yet), "wager"
    (cents) and "button" (the seat where the action starts).
    """

    name = "player-dealer"
    title = "Ultimate Texas Hold'em, player-dealer"
    RULE: ClassVar = RULE
    HANDLERS: ClassVar = {**HANDLERS, "player_dealer": _player_dealer, "button": _button}
    rules: PlayerDealerRules

    def rule(self, number: int) -> str:
        """The house rules have no numbered paragraphs."""
        return RULE

    def carried(self, setup: Mapping[str, int]) -> Mapping[str, int]:
        """The player-dealer stays until another one is named; the wager is put up anew."""
        return {key: setup[key] for key in ("player_dealer", "button") if key in setup}

    def side_bet_alone(self, seat: Seat) -> bool:
        """Ruling 19: the progressive only with ante and blind."""
        return bool(seat.wagers) and not seat.cents("ante")

    def check_begin(self, state: State) -> None:
        """Ante and blind are compulsory and equal, and somebody must hold the bank."""
        bank = state.setup.get("player_dealer", 0)
        if not bank or not state.setup.get("wager"):
            raise Refused("name the player-dealer and the wager put up", RULE)
        for seat in state.playing:
            if self.side_bet_alone(seat) and not seat.cents("progressive"):
                raise Refused(f"seat {seat.seat} must place ante and blind to place trips", RULE)
            if seat.seat == bank:
                raise Refused(f"seat {bank} is the player-dealer: players may play one hand", RULE)
        super().check_begin(state)

    def action_order(self, state: State) -> list[Seat]:
        """Clockwise from the action button; by default the player-dealer's left (ruling 21)."""
        count = len(state.seats)
        bank = state.setup.get("player_dealer", 0)
        start = state.setup.get("button") or bank % count + 1
        turn = [(start - 1 + step) % count for step in range(count)]
        return [state.seats[place] for place in turn if state.seats[place].wagers]

    def settle(self, state: State) -> tuple[Line, ...]:
        """Fees, then seats in action order as far as the cover goes, then the bank's own line,
        then the progressive, which the player-dealer never covers (ruling 22).
        """
        sheet = Sheet()
        order = self.action_order(state)
        self._fees(sheet, order)
        dealer = self.dealer_hand(state)
        cover = Cover(self._cap(state))
        for seat in order:
            cover.write(sheet, self._due(state, seat, dealer))
        self._bank_line(sheet, state, cover)
        self.side_lines(sheet, state)
        return tuple(sheet.lines)

    def returned(self, state: State) -> tuple[Line, ...]:
        """A misdeal gives the collection fee back as well (ruling 20)."""
        sheet = Sheet()
        for seat in state.playing:
            if self.rules.fee_cents:
                sheet.add(seat.seat, "fee", self.rules.fee_cents, "no_action", RULE)
        sheet.lines += [
            replace(line, order=line.order + len(sheet.lines)) for line in super().returned(state)
        ]
        return tuple(sheet.lines)

    def _fees(self, sheet: Sheet, order: list[Seat]) -> None:
        if self.rules.fee_cents:
            for seat in order:
                sheet.collected(
                    seat.seat,
                    "fee",
                    self.rules.fee_cents,
                    0,
                    f"{RULE}, collection fee",
                    pays="collected before the deal",
                    paid_by="house",
                )

    def _cap(self, state: State) -> Cap:
        return Cap(
            state.setup["wager"],
            self.rules.coverage,
            self.rules.max_payout_cents,
            self.rules.max_payout_on,
        )

    def _due(self, state: State, seat: Seat, dealer: Showdown) -> list[Line]:
        """What the seat's hand is worth, before cover; each wager with who banks it."""
        due = Sheet()
        self.seat_lines(due, state, seat, dealer)
        house = BONUSES if self.rules.bonus_bank == "house" else ()
        return [
            replace(
                line,
                paid_by="house" if line.wager.removesuffix("_tip") in house else BANK,
                paragraph=RULE,
            )
            for line in due.lines
        ]

    def _bank_line(self, sheet: Sheet, state: State, cover: Cover) -> None:
        """The player-dealer's wager, with what the seats' lines brought or took."""
        seat, wager = state.setup["player_dealer"], state.setup["wager"]
        gain = cover.won_cents - cover.lost_cents
        lost = max(0, -gain)
        if lost:
            sheet.add(seat, BANK, lost, "lose", RULE, paid_by=BANK)
        if gain > 0:
            sheet.add(seat, BANK, wager, "win", RULE, winnings_cents=gain, paid_by=BANK)
        elif lost < wager:
            sheet.add(seat, BANK, wager - lost, "push", RULE, paid_by=BANK)

    def side_lines(self, sheet: Sheet, state: State) -> None:
        """The progressive pays by its own paragraph of the house rules."""
        ours = len(sheet.lines)
        super().side_lines(sheet, state)
        sheet.lines[ours:] = [
            replace(line, paragraph=f"{RULE}, Progressive Bonus") for line in sheet.lines[ours:]
        ]

    def setup_view(self, state: State) -> dict[str, Any]:
        """Who holds the bank, what is put up, and what it has won or lost."""
        shown = super().setup_view(state)
        lines = [line for line in state.lines if line.paid_by == BANK and line.wager != BANK]
        gain = sum(line.taken_cents - line.winnings_cents for line in lines)
        return shown | {
            "bank": {
                "seat": state.setup.get("player_dealer"),
                "wager_cents": state.setup.get("wager", 0),
                "button": state.setup.get("button"),
                "gain_cents": gain if state.lines else None,
                "fee_cents": self.rules.fee_cents,
            }
        }

    def setup_acts(self, state: State) -> list[dict[str, Any]]:
        """Naming the player-dealer comes before the lock."""
        if state.phase != "bets":
            return []
        return [
            {
                "act": "player_dealer",
                "label": "Player-dealer and wager",
                "needs": ["seat", "amount_cents"],
            },
            {"act": "button", "label": "Action button", "needs": ["seat"]},
        ]
