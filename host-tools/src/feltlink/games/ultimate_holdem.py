"""Ultimate Texas Hold'em, South Dakota: 20:18:16:15.15."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from feltlink.cards.ranking import describe
from feltlink.games import ultimate_holdem_progressive as progressive
from feltlink.games.cardround.game import CardGame
from feltlink.games.cardround.refusing import Refused
from feltlink.games.cardround.sheet import Sheet
from feltlink.games.cardround.stages import Choose, Expose, exposed
from feltlink.games.cardround.state import Seat, State
from feltlink.games.cardround.wagers import within
from feltlink.games.core import Winner
from feltlink.games.poker_tables import PmgTable
from feltlink.games.ultimate_holdem_progressive import Player
from feltlink.games.ultimate_holdem_rules import LARGEST_PLAY, HoldemRules, UthRules
from feltlink.games.ultimate_holdem_settle import RULE, Bets, Showdown, settle_seat
from feltlink.money.cents import show
from feltlink.money.settlement import Line

TIMES = {"4x": 4, "3x": 3, "2x": 2, "1x": 1}


class Holdem(CardGame):
    """What both kinds of the game share: cards, choices, and what a seat has placed."""

    RULE: ClassVar = RULE
    STAGES: ClassVar = (
        Choose("preflop", {"4x": "Bet 4x", "3x": "Bet 3x", "check": "Check"}, f"{RULE}(7)"),
        Expose("flop", {"board": 3}, f"{RULE}(8)"),
        Choose("flop_bet", {"2x": "Bet 2x", "check": "Check"}, f"{RULE}(9)"),
        Expose("turn_river", {"board": 5}, f"{RULE}(10)"),
        Choose("river_bet", {"1x": "Bet 1x", "fold": "Fold"}, f"{RULE}(11)"),
    )
    common: ClassVar = ("board",)
    equal: ClassVar = ("ante", "blind")
    tip_names: ClassVar = ("ante", "blind", "trips")
    betting: ClassVar = tuple(TIMES)
    rules: HoldemRules

    def __init__(self, rules: HoldemRules) -> None:
        self.rules = rules
        self.meter = rules.meter if rules.progressive else None
        side = ("progressive",) if rules.progressive else ()
        self.wager_names = ("ante", "blind", "trips", *side)

    def order(self, state: State) -> list[str]:
        """(4), (8) and (10): a card at a time with burns, or a machine's groups."""
        to = self.dealt_in(state)
        if self.rules.dealing == "groups":
            return ["board"] * 5 + [at for at in to for _ in range(2)]
        burn = ["burn"] if self.rules.burn else []
        return [*to, *to, *burn, *["board"] * 3, *burn, *["board"] * 2]

    def dealt_in(self, state: State) -> tuple[str, ...]:
        """Players from the dealer's left, the dealer last."""
        return (*(seat.holder for seat in state.playing), "dealer")

    def dealt_first(self, state: State) -> int:
        """The hole cards; a machine dispenses all of them at once."""
        whole = self.rules.dealing == "groups"
        return len(self.order(state)) if whole else 2 * len(self.dealt_in(state))

    def must_choose(self, seat: Seat, stage: Choose) -> bool:
        """An ante in play and no play bet yet; trips alone decides nothing (ruling 6)."""
        if not seat.cents("ante"):
            return False
        for earlier in self.STAGES:
            if earlier is stage:
                return True
            if seat.choices.get(earlier.name, "check") != "check":
                return False
        return True

    def why_not_choose(self, seat: Seat, stage: Choose) -> str:
        """Locked in, or nothing to decide."""
        if not seat.cents("ante"):
            return f"seat {seat.seat} plays no ante: there is nothing to decide"
        return f"seat {seat.seat} has made its choice, and a bet is locked in"

    def placed(self, seat: Seat) -> Mapping[str, int]:
        """The wagers, with the play bet that the choices made."""
        for choice in seat.choices.values():
            if choice in TIMES:
                return {"play": TIMES[choice] * seat.cents("ante"), **seat.wagers}
        return seat.wagers

    def folded(self, seat: Seat) -> bool:
        """Whether the seat folded after the river."""
        return seat.choices.get("river_bet") == "fold"

    def with_play_tip(self, seat: Seat, cents: int) -> Seat:
        """(3): the dealer's tip may follow the player's bet."""
        if "play" not in self.placed(seat) or not seat.tips.get("ante"):
            raise Refused("a play tip follows an ante tip and a play bet", self.rule(3))
        return replace(seat, tips={**seat.tips, "play": cents})

    def side_bet_alone(self, seat: Seat) -> bool:
        """(2): the progressive goes with a bet."""
        return set(seat.wagers) == {"progressive"}

    def check_seat(self, seat: Seat) -> None:
        """Posted limits, and stakes that pay in whole chips (ruling 2)."""
        for name, cents in seat.wagers.items():
            within(self, name, cents)
            if name == "progressive" and cents != self.rules.progressive_cents:
                raise Refused(
                    f"the progressive wager is {show(self.rules.progressive_cents)}, "
                    f"not {show(cents)}",
                    self.rule(18),
                )
        for name, rows in (
            ("blind", self.rules.schedule.blind),
            ("trips", self.rules.schedule.trips),
        ):
            for pays in rows:
                for cents in (seat.cents(name), seat.tips.get(name, 0)):
                    if pays and self.rules.pay.refuses(pays, cents):
                        raise Refused(
                            f"{show(cents)} on {name} at {pays.text} does not pay in whole chips "
                            f"of {show(self.rules.chip_cents)}",
                            self.rule(16),
                        )

    def check_begin(self, state: State) -> None:
        """(2): ante and blind together and equal, or trips, or all."""
        if not state.playing:
            raise Refused("no wager is placed", self.rule(2))
        for seat in state.playing:
            if seat.cents("ante") != seat.cents("blind"):
                raise Refused(
                    f"seat {seat.seat}: ante {show(seat.cents('ante'))} and blind "
                    f"{show(seat.cents('blind'))} must be equal",
                    self.rule(2),
                )
            if self.side_bet_alone(seat):
                raise Refused(
                    f"seat {seat.seat} has a progressive wager and no other: it needs ante and "
                    "blind, or trips",
                    self.rule(2),
                )

    def needed(self, state: State) -> tuple[str, ...]:
        """A folder's cards count only for trips, the progressive and another's envy."""
        envy = isinstance(self.rules.progressive_table, PmgTable) and any(
            seat.cents("progressive") for seat in state.playing
        )
        return (
            "dealer",
            *(
                seat.holder
                for seat in state.playing
                if envy or not self.folded(seat) or seat.cents("trips") or seat.cents("progressive")
            ),
        )

    def players(self, state: State) -> list[Player]:
        """Seats whose hand counts for the progressive, counter-clockwise."""
        return [
            Player(seat.seat, state.hole(seat), seat.cents("progressive"))
            for seat in reversed(state.playing)
            if len(state.hole(seat)) == 2
        ]

    def winners(self, state: State) -> tuple[Winner, ...]:
        """Hands that take a share of the meter."""
        table = self.rules.progressive_table
        if table is None:
            return ()
        found = []
        for player in self.players(state):
            won = player.wager_cents and progressive.award(
                table, player.hole, state.cards["board"], self.rules.hand
            )
            if won and won[1].kind == "percent":
                found.append(Winner(player.seat, won[0], int(won[1].ratio * 100)))
        return tuple(found)

    def seat_lines(self, sheet: Sheet, state: State, seat: Seat, dealer: Showdown) -> None:
        """Play, ante, blind and trips of one seat."""
        hole = state.hole(seat)
        hand = Showdown.of(hole, state.cards["board"]) if len(hole) == 2 else None
        bets = Bets(seat.seat, self.placed(seat), self.folded(seat), seat.tips)
        settle_seat(sheet, self.rules.schedule, bets, hand, dealer)

    def side_lines(self, sheet: Sheet, state: State) -> None:
        """The progressive and its envy, at the completion of the round (6)."""
        table = self.rules.progressive_table
        if table is not None:
            keyed = {key.seat: key.amount_cents or 0 for key in state.keyed if key.verified}
            progressive.settle(
                sheet,
                table,
                self.players(state),
                state.cards["board"],
                keyed,
                self.rules.hand,
            )

    def dealer_hand(self, state: State) -> Showdown:
        """The dealer's best five."""
        return Showdown.of(state.cards["dealer"], state.cards["board"])

    def hand_labels(self, state: State, seat: Seat) -> Mapping[str, str]:
        """ "hand": the best five of what lies open."""
        board = state.cards.get("board", ())[: exposed(self, state).get("board", 0)]
        hole = state.hole(seat)
        return {"hand": describe(hole + board)} if len(hole) == 2 and len(board) >= 3 else {}

    def setup_view(self, state: State) -> dict[str, Any]:
        """The tables in force."""
        return {
            "tables": {
                "blind": self.rules.blind_table,
                "trips": self.rules.trips_table,
                "progressive": self.rules.progressive,
            },
        }


class UltimateHoldem(Holdem):
    """South Dakota: the house banks, seats are paid counter-clockwise."""

    name = "ultimate-holdem"
    title = "Ultimate Texas Hold'em"
    rules: UthRules

    def __init__(self, rules: UthRules | None = None) -> None:
        super().__init__(rules or UthRules())

    def check_seat(self, seat: Seat) -> None:
        """As posted, and within the law's limit on a bet (ruling 17)."""
        super().check_seat(seat)
        limit = self.rules.bet_limit_cents
        largest = max(
            (cents * (LARGEST_PLAY if name == "ante" else 1), name)
            for name, cents in {**seat.wagers, "": 0}.items()
        )
        if self.rules.limit_on == "hand_total":
            total = sum(seat.wagers.values()) + LARGEST_PLAY * seat.cents("ante")
            largest = (total, "hand")
        if largest[0] > limit:
            what = "4x play" if largest[1] == "ante" else largest[1]
            raise Refused(
                f"seat {seat.seat}: a {what} of {show(largest[0])} is over the limit of "
                f"{show(limit)}",
                self.rule(1),
            )

    def settle(self, state: State) -> tuple[Line, ...]:
        """Seat by seat counter-clockwise, then the progressive, then envy."""
        sheet = Sheet()
        dealer = self.dealer_hand(state)
        for seat in reversed(state.playing):
            self.seat_lines(sheet, state, seat, dealer)
        self.side_lines(sheet, state)
        return tuple(sheet.lines)
