"""The shape of a board's TOML file: which pin is which seat's sensor and light."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from feltlink.workshop.board_chip import Pull

Level = Literal["low", "high"]
Pattern = Literal["off", "on", "blink", "blink fast", "pulse", "wink"]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Port(_Strict):
    """The serial port to the host, and its pins."""

    kind: Literal["uart"]
    id: int = Field(default=0, ge=0, le=3)
    baud: int = Field(default=115_200, ge=9_600, le=3_000_000)
    tx: str
    rx: str


class Sensors(_Strict):
    """How every bet sensor is wired and how long it must be quiet before it counts."""

    driver: Literal["gpio"] = "gpio"
    active: Level
    pull: Pull
    on_ms: int = Field(default=25, ge=1, le=200)
    off_ms: int = Field(default=50, ge=1, le=200)


class Lights(_Strict):
    """How every seat light is wired, and what it shows when the host is silent."""

    driver: Literal["gpio"] = "gpio"
    active: Level = "high"
    safe: Pattern = "off"


class Button(_Strict):
    """The spin button and its light."""

    pin: str
    light: str
    active: Level
    pull: Pull


class Spot(_Strict):
    """One place for a wager: its sensor and the light beside it."""

    name: Name
    sensor: str
    light: str


class Seat(_Strict):
    """A seat, numbered as the dealer counts it, and its spots."""

    seat: int = Field(ge=1, le=9)
    spots: list[Spot] = Field(min_length=1)


class BoardFile(_Strict):
    """The whole file. The wire carries 30 inputs: 29 sensors and the button."""

    name: Name = Field(max_length=28)
    title: str = Field(min_length=1)
    chip: str
    module: str | None = None
    port: Port
    sensors: Sensors
    lights: Lights = Lights()
    button: Button
    seat: list[Seat] = Field(min_length=1)
