"""The card games by name, built from a configuration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from feltlink.expected import told
from feltlink.games.cardround.game import CardGame
from feltlink.games.cardround.rules import CardRules
from feltlink.games.duel_draw import DuelDraw, DuelDrawRules
from feltlink.games.player_dealer import PlayerDealer
from feltlink.games.player_dealer_rules import PlayerDealerRules
from feltlink.games.ultimate_holdem import UltimateHoldem
from feltlink.games.ultimate_holdem_rules import UthRules
from feltlink.problem import Problem

RULES: dict[str, type[CardRules]] = {
    UltimateHoldem.name: UthRules,
    PlayerDealer.name: PlayerDealerRules,
    DuelDraw.name: DuelDrawRules,
}


def build(name: str, config: Mapping[str, Any] | CardRules) -> CardGame:
    """The game called `name`, its configuration checked. Every fault is named in a `Problem`."""
    model = RULES.get(name)
    if model is None:
        raise Problem(f"there is no card game {name!r}", remedy=f"choose one of {', '.join(RULES)}")
    try:
        rules = config if isinstance(config, CardRules) else model.model_validate(dict(config))
    except ValidationError as error:
        raise Problem(
            told(error, "rules"), where=f"rules of {name}", remedy="mend the configuration"
        ) from None
    if isinstance(rules, UthRules):
        return UltimateHoldem(rules)
    if isinstance(rules, PlayerDealerRules):
        return PlayerDealer(rules)
    if isinstance(rules, DuelDrawRules):
        return DuelDraw(rules)
    raise Problem(f"these are no rules of {name}", where=type(rules).__name__)
