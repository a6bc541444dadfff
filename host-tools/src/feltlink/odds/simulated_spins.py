"""Bonus Spin rounds dealt at random: two cards a seat off the top of the shuffled decks."""

from __future__ import annotations

import random
from dataclasses import replace

from feltlink.cards.card import DECK, show_card
from feltlink.games.bonus_spin_return import winner
from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.bonus_spin_written import SpinReplay, WrittenSpinRound, WrittenSpinSeat, play
from feltlink.money.settlement import Line
from feltlink.odds.simulation import PlayRound


def player(rules: Rules, seats: int) -> PlayRound:
    """Plays one round after another at one table, every seat with the wager. A progressive top
    prize is paid at its seed.
    """
    replay = SpinReplay(replace(rules, seats=tuple(range(1, seats + 1))))
    shoe = [show_card(card) for card in DECK] * rules.decks
    worth = rules.top_prize.value_cents

    def play_round(dice: random.Random) -> tuple[Line, ...]:
        dealt = dice.sample(shoe, 2 * seats)
        written = []
        for seat in range(1, seats + 1):
            one, other = dealt[seat - 1], dealt[seats + seat - 1]
            spins = winner(one[0], other[0]) == "blackjack"
            stop = rules.wheel.draw(dice.randrange) if spins else None
            written.append(WrittenSpinSeat(seat=seat, cards=f"{one} {other}", stop=stop))
        awards = dict.fromkeys(range(1, seats + 1), worth)
        round_ = WrittenSpinRound(
            paytable=rules.paytable, seats=written, verified_by="simulation", awards=awards
        )
        return play(replay, round_)

    return play_round
