"""A real card game behind the pages, without record and controller: `FakeHost` that plays."""

from __future__ import annotations

from typing import Any

from feltlink.games.card_games import build
from feltlink.games.core import Input
from support.pages import FakeHost


class CardHost(FakeHost):
    """Gives each act to the game; a refusal is its sentence."""

    def __init__(self, name: str, rules: dict[str, Any]) -> None:
        self.game = build(name, rules)
        self.state = self.game.initial()
        self.given = 0
        super().__init__(self.game.view(self.state))
        self._view["game"] = name

    def give(self, kind: str, by: str = "dealer", **data: Any) -> str:
        """One input; its refusal, or ""."""
        self.given += 1
        step = self.game.step(self.state, Input(self.given, kind, data, by))
        refused = step.refused
        self.state = step.state
        self.show(state=self.game.view(self.state), last_refusal=refused and refused.sentence)
        return refused.sentence if refused else ""

    def act(self, act: dict[str, Any], by: str) -> dict[str, Any]:
        data = {key: value for key, value in act.items() if key not in ("id", "act")}
        if act["id"] not in self._answers:
            self.refuse_with = self.give(act["act"], by, **data)
        return super().act(act, by)
