"""What is played at a table: the game of its configuration, its draws, and its facts in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from feltlink.cards import deck
from feltlink.expected import expected
from feltlink.games import bonus_spin_file, card_games
from feltlink.games.bonus_spin import BonusSpin
from feltlink.games.bonus_spin_return import percent, returns
from feltlink.games.bonus_spin_rules import Rules
from feltlink.games.cardround.rules import CardRules
from feltlink.games.core import Draw, Game
from feltlink.money.cents import show
from feltlink.problem import Problem
from feltlink.table.file import TableFile
from feltlink.toml_locator import Flaw, inside, load_toml
from feltlink.wheel.config import WheelConfig

BONUS_SPIN = BonusSpin.name


class Playing(Protocol):
    """A checked game. `places` are the (seat, spot) pairs that the board must have."""

    @property
    def places(self) -> list[tuple[int, str]]: ...

    def game(self) -> Game[Any]:
        """The game, bound to its rules."""
        ...

    def draw(self, asked: Draw) -> dict[str, Any]:
        """Make one draw by the operating system's generator."""
        ...

    def effective(self) -> dict[str, Any]:
        """All that decides how it plays, as JSON."""
        ...

    def rows(self) -> dict[str, str]:
        """What a person wants to know of it: name and text."""
        ...


@dataclass(frozen=True)
class SpinTable:
    """Bonus Spin with its wheel."""

    rules: Rules
    wheel: WheelConfig

    @property
    def places(self) -> list[tuple[int, str]]:
        return [(seat, self.rules.spot) for seat in self.rules.seats]

    def game(self) -> Game[Any]:
        return BonusSpin(self.rules)

    def draw(self, asked: Draw) -> dict[str, Any]:
        if asked.what != "wheel":
            raise Problem(f"this table draws on a wheel, not {asked.what!r}")
        return {"stop": self.rules.wheel.draw()}

    def effective(self) -> dict[str, Any]:
        return {"paytable": self.rules.paytable, "wheel": self.wheel.model_dump(mode="json")}

    def rows(self) -> dict[str, str]:
        rules, back = self.rules, returns(self.rules)
        top = max((stop.amount_cents or 0) for stop in rules.wheel.stops)
        return {
            "game": f"{BONUS_SPIN}, pay table {rules.paytable}, {rules.decks} decks",
            "seats": ", ".join(map(str, rules.seats)),
            "wager": f"{show(rules.wager_cents)}, one a seat, not returned",
            "most paid": f"{show(top)} a spin, {show(top * len(rules.seats))} a round",
            "returns": f"{percent(back.total)} (aces {percent(back.ace)}, wheel"
            f" {percent(back.fixed)}, top prize {percent(back.top)}, meter {percent(back.meter)})",
        }


@dataclass(frozen=True)
class CardTable:
    """One of the card games."""

    name: str
    rules: CardRules

    @property
    def places(self) -> list[tuple[int, str]]:
        seats = range(1, self.rules.seats + 1)
        return [(seat, spot) for seat in seats for spot in self.rules.sensors]

    def game(self) -> Game[Any]:
        return card_games.build(self.name, self.rules)

    def draw(self, asked: Draw) -> dict[str, Any]:
        if asked.what != "card":
            raise Problem(f"this table draws cards, not {asked.what!r}")
        return {"cards": deck.draw(asked.options["count"])}

    def effective(self) -> dict[str, Any]:
        return {"rules": self.rules.model_dump(mode="json")}

    def rows(self) -> dict[str, str]:
        rules = self.rules
        limits = (
            f"{wager} {show(one.min_cents)} to {show(one.max_cents)}"
            for wager, one in rules.limits.items()
        )
        sensors = (f"{at.wager} on {spot}" for spot, at in rules.sensors.items())
        return {
            "game": self.name,
            "seats": f"1 to {rules.seats}",
            "limits": ", ".join(limits) or "none posted",
            "sensors": ", ".join(sensors) or "none: all wagers are keyed",
            "cards": f"{rules.cards}, {rules.dealing}",
        }


def flaws(file: TableFile, base: Path) -> Iterator[Flaw]:
    """What keeps the file's game from being played."""
    if file.shoe and file.rules.get("cards") != "stream":
        yield Flaw(("shoe",), 'is for a card game with cards = "stream" in its rules')
    if file.game != BONUS_SPIN:
        for name in ("paytable", "wheel"):
            if getattr(file, name) is not None:
                yield Flaw((name,), f"is for {BONUS_SPIN}; {file.game} has the section rules")
        yield from _rule_flaws(file)
        return
    if file.rules:
        yield Flaw(("rules",), f"is for the card games; {BONUS_SPIN} has paytable and wheel")
    missing = [name for name in ("paytable", "wheel") if getattr(file, name) is None]
    for name in missing:
        yield Flaw((name,), f"is missing: {BONUS_SPIN} needs it")
    if missing or file.wheel is None:
        return
    try:
        rules = bonus_spin_file.load(base / file.wheel)
    except Problem as problem:
        yield Flaw(("wheel",), inside(problem))
        return
    if rules.paytable != file.paytable:
        its = f"expected {rules.paytable!r}, the pay table of {file.wheel}"
        yield Flaw(("paytable",), f"{its}, not {file.paytable!r}")


def _rule_flaws(file: TableFile) -> Iterator[Flaw]:
    try:
        card_games.RULES[file.game].model_validate(file.rules)
    except ValidationError as error:
        for one in error.errors():
            yield Flaw(("rules", *one["loc"]), expected(dict(one)))
    except Problem as problem:
        yield Flaw(("rules",), inside(problem))


def load(file: TableFile, base: Path) -> Playing:
    """The game of a file that has no flaws."""
    if file.game == BONUS_SPIN and file.wheel is not None:
        wheel = base / file.wheel
        return SpinTable(bonus_spin_file.load(wheel), load_toml(wheel, WheelConfig))
    return CardTable(file.game, card_games.RULES[file.game].model_validate(file.rules))
