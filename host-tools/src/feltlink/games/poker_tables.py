"""The pay tables of the poker games, as the rules print them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import PlainValidator, model_validator

from feltlink.cards.card import RANKS
from feltlink.games.paytables import Cell, Family, HandTable, PayTable, load_family
from feltlink.money import pays

_MADE = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
)
_ROYALS_BY_PLACE = ("royal_first_five", "royal_first_seven", "community_royal")
_ROYALS = ("royal_flush", "community_royal")


class BlindRows(HandTable):
    """20:18:16:15.15(16)."""

    HANDS: ClassVar = _MADE


class TripsRows(HandTable):
    """20:18:16:15.15(17)."""

    HANDS: ClassVar = (*_MADE, "three_of_a_kind")


class UthTable(PayTable):
    """UTH-01 … UTH-04: the blind and the trips schedule printed on the layout."""

    blind: BlindRows
    trips: TripsRows


class UthpTable(PayTable):
    """UTHP-01, which tells royals apart by where their cards lie, and UTHP-02, which does less."""

    pays: dict[str, Cell]
    kind: ClassVar[Literal["uthp", "pmg"]] = "uthp"

    @model_validator(mode="after")
    def _complete(self) -> Self:
        rest = _MADE[1:4]
        if tuple(self.pays) not in ((*_ROYALS_BY_PLACE, *rest), (*_ROYALS, *rest)):
            raise ValueError(
                f"the rows must be {', '.join(_ROYALS_BY_PLACE)} or {', '.join(_ROYALS)}, "
                f"then {', '.join(rest)}"
            )
        return self


class PmgTable(HandTable):
    """PMG-01 and PMG-02. `wager` is the unit that the envy amounts are printed for (ruling 18)."""

    HANDS: ClassVar = (*_MADE, "three_of_a_kind")
    kind: ClassVar[Literal["uthp", "pmg"]] = "pmg"

    wager: Cell
    envy: dict[str, Cell]

    @model_validator(mode="after")
    def _envy_complete(self) -> Self:
        if tuple(self.envy) != _MADE[:2] or any(
            cell.kind != "amount" for cell in self.envy.values()
        ):
            raise ValueError(
                'envy has "royal_flush" and "straight_flush", each an amount like "$300"'
            )
        return self

    def envy_cents(self, hand: str, wager_cents: int) -> int:
        """What one such hand of another player pays a wager of `wager_cents`."""
        unit = self.wager.collected_cents(0)
        amount = self.envy[hand].collected_cents(0) * wager_cents
        if amount % unit:
            raise ValueError(f"a wager of {wager_cents} cents has no envy in whole cents")
        return amount // unit


class DuelHandsTable(HandTable):
    """Hand 1 play and hand 2 ante."""

    HANDS: ClassVar = (*_MADE, "three_of_a_kind", "two_pair", "pair_nines_or_higher")


class Big8Table(HandTable):
    """Big 8, tables 1 … 7."""

    HANDS: ClassVar = _MADE


def _times(value: Any) -> pays.Pays | None:
    if value == "N/A":
        return None
    if not isinstance(value, str) or not value.endswith("x") or not value[:-1].isdigit():
        raise ValueError(f'{value!r} is no bonus: expected "4x" or "N/A"')
    return pays.parse(f"{value[:-1]} to 1")


class PocketPairTable(PayTable):
    """Tables 1 … 6; None where the rule prints N/A."""

    pays: dict[str, Annotated[pays.Pays | None, PlainValidator(_times)]]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        pairs = [rank * 2 for rank in reversed(RANKS)]
        if list(self.pays) != pairs:
            raise ValueError(f"the rows must be {', '.join(pairs)}")
        return self


def uth() -> Family[UthTable]:
    """UTH-01 … UTH-04."""
    return load_family("uth", UthTable)


def uthp() -> Family[UthpTable]:
    """UTHP-01 and UTHP-02."""
    return load_family("uthp", UthpTable)


def pmg() -> Family[PmgTable]:
    """PMG-01 and PMG-02."""
    return load_family("pmg", PmgTable)


def progressive(ident: str) -> UthpTable | PmgTable:
    """The progressive table called `ident`, of either family."""
    return pmg().table(ident) if ident.startswith("PMG") else uthp().table(ident)


def duel_hands() -> DuelHandsTable:
    """The one schedule of hand 1 and hand 2."""
    family: Family[DuelHandsTable] = load_family("dakota", DuelHandsTable)
    return family.table("hands")


def pocket_pair() -> Family[PocketPairTable]:
    """Tables 1 … 6."""
    return load_family("pocket-pair", PocketPairTable)


def big8() -> Family[Big8Table]:
    """Tables 1 … 7."""
    return load_family("big8", Big8Table)
