"""`table.toml`: which board, game, wheel, record and address make one table.

name = "Table 1"
board = "pico-6seat"
game = "bonus_spin"
paytable = "A5"
wheel = "wheel-A5.toml"      # beside this file
record = "table-1.db"

[controller]
port = "auto"                # or a port's path, or "sim"
uid = "e66118c4e3471a29"

[shoe]                       # for a card game with cards = "stream"
source = "/dev/ttyUSB1"      # or a file or a named pipe, a line a card

[web]
port = 8080

[meters]                     # for a game with a progressive
store = "meters.db"          # or postgresql://user@host/database
plans = "meters.toml"        # the meter's seed and rates; Bonus Spin has them in its wheel

[two_people]                 # what one supervisor cannot do alone, at a table with people
award_cents = 500_000
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from feltlink.table.two_people import TwoPeople

SIM = "sim"
AUTO = "auto"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Controller(_Model):
    """Which controller: its port ("auto" looks at all, "sim" starts a simulated board), its unique
    id, the file with its key, and whether one without a key may be used.
    """

    port: Annotated[str, Field(min_length=1)] = AUTO
    uid: Annotated[str, Field(pattern="^[0-9a-f]{16}$")] | None = None
    key_file: str | None = None
    allow_unprovisioned: bool = False

    @model_validator(mode="after")
    def _provable(self) -> Self:
        if self.port != SIM and not (self.key_file or self.allow_unprovisioned):
            raise ValueError(
                "expected key_file, or allow_unprovisioned = true for a controller without a key"
            )
        return self


class Web(_Model):
    """Where the pages are served. `names` are the host names they answer under."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8080
    names: Annotated[tuple[str, ...], Field(strict=False)] = ()


class MeterStore(_Model):
    """Where the progressive's meter is kept, and the file with its plan."""

    store: Annotated[str, Field(min_length=1)]
    plans: str | None = None


class ShoeFile(_Model):
    """A card-reading shoe: a line a card from a file, a pipe or a serial port."""

    source: Annotated[str, Field(min_length=1)]
    baud: Annotated[int, Field(ge=300, le=921_600)] = 9600


class TableFile(_Model):
    """The file. Bonus Spin has `paytable` and `wheel`, a card game the section `rules`."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    board: str
    game: Literal["bonus_spin", "ultimate-holdem", "player-dealer", "duel-draw"]
    paytable: str | None = None
    wheel: str | None = None
    rules: dict[str, Any] = Field(default_factory=dict)
    record: Annotated[str, Field(min_length=1)]
    people: str | None = None
    two_people: TwoPeople | None = None
    controller: Controller
    shoe: ShoeFile | None = None
    web: Web = Web()
    meters: MeterStore | None = None
