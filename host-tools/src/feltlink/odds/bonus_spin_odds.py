"""What a Bonus Spin wager returns with given weights: every two-card hand, every stop."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from feltlink.games.bonus_spin_return import chances, returns
from feltlink.games.bonus_spin_rules import Rules
from feltlink.odds.figures import Figures, exact
from feltlink.wheel.config import Progressive


def bonus_spin(rules: Rules, decks: int | None = None) -> Figures:
    """The exact figures per wager. A progressive top prize counts at its seed, and what goes on the
    meter comes back in the long run.
    """
    if decks is not None:
        rules = replace(rules, decks=decks)
    parts, odds, wheel = returns(rules), chances(rules.decks), rules.wheel
    prizes = [
        rules.top_prize.value_cents if stop.amount_cents is None else stop.amount_cents
        for stop in wheel.stops
    ]
    mean = sum((wheel.chance(i) * prize for i, prize in enumerate(prizes)), Fraction(0))
    top = sum((hit for hit, s in zip(parts.hits, wheel.stops, strict=True) if s.top), Fraction(0))
    return Figures(
        title=f"Bonus Spin {rules.paytable}, {rules.decks} decks",
        per=f"${rules.wager_cents // 100} wager",
        values={
            "return": parts.total,
            "house_edge": 1 - parts.total,
            "return_from_aces": parts.ace,
            "return_from_spins": parts.fixed,
            "return_from_top_prize": parts.top,
            "return_to_meter": parts.meter,
            "blackjack_chance": odds["blackjack"],
            "ace_chance": odds["ace"],
            "hit_frequency": odds["blackjack"] + (odds["ace"] if rules.ace_cents else 0),
            "return_for_each_dollar_of_top_prize": top * 100 / rules.wager_cents,
            "mean_spin_cents": mean,
            "break_even_mean_spin_cents": (1 - parts.ace - parts.meter)
            * rules.wager_cents
            / odds["blackjack"],
        },
        parts={
            "stops": [
                {
                    "label": stop.label,
                    "weight": stop.weight,
                    "chance": exact(wheel.chance(i)),
                    "pays_cents": prizes[i],
                    "hit_rate": exact(parts.hits[i]),
                    "return": exact(parts.hits[i] * prizes[i] / rules.wager_cents),
                    "top": stop.top,
                }
                for i, stop in enumerate(wheel.stops)
            ]
        },
        notes=("the top prize counts at its seed",)
        if isinstance(rules.top_prize, Progressive)
        else (),
    )
