"""Pay tables are data: `paytables/*.toml`, a family a file, each with its source paragraph.

A family's model says which rows a table must have; a table that lacks one, has one too many or a
pay that is none is refused with file, line and key.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, model_validator

from feltlink.money import pays
from feltlink.problem import Problem
from feltlink.toml_locator import load_toml

FOLDER = Path(__file__).with_name("paytables")


def _cell(value: Any) -> pays.Pays:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text like '50 to 1'")
    return pays.parse(value)


Cell = Annotated[pays.Pays, PlainValidator(_cell)]


class PayTable(BaseModel):
    """What every table has: nothing but the rows that its family adds."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class HandTable(PayTable):
    """Pays by hand, best first. A family names its hands in `HANDS`; each table has all of them."""

    HANDS: ClassVar[tuple[str, ...]] = ()

    pays: dict[str, Cell]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        missing = [hand for hand in self.HANDS if hand not in self.pays]
        unknown = [hand for hand in self.pays if hand not in self.HANDS]
        if missing or unknown:
            raise ValueError(
                f"the rows must be {', '.join(self.HANDS)}: "
                f"missing {missing or 'none'}, unknown {unknown or 'none'}"
            )
        if list(self.pays) != list(self.HANDS):
            raise ValueError(f"the rows must stand in this order: {', '.join(self.HANDS)}")
        return self


T = TypeVar("T", bound=PayTable)


class Family(BaseModel, Generic[T]):
    """One file: the paragraph that its tables are printed in, and the tables by their ids."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: Annotated[str, Field(pattern=r"^\S.*\S$")]
    tables: Annotated[dict[str, T], Field(min_length=1)]

    def table(self, ident: str) -> T:
        """The table called `ident`; another name is a `Problem` that lists those there are."""
        if ident not in self.tables:
            raise Problem(
                f"there is no pay table {ident!r}", remedy=f"choose one of {', '.join(self.tables)}"
            )
        return self.tables[ident]


@cache
def load_family(name: str, model: type[T], folder: Path = FOLDER) -> Family[T]:
    """The family in `<folder>/<name>.toml`, its tables checked as `model`."""
    return load_toml(folder / f"{name}.toml", Family[model])  # type: ignore[valid-type]
