"""What the pins of a chip can do, read from `boards/chips/NAME.toml`."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from feltlink import assets
from feltlink.problem import Problem
from feltlink.toml_locator import load_toml

Pull = Literal["none", "up", "down"]
Use = Literal["input", "output", "port", "analog", "pull_up", "pull_down"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Uart(_Strict):
    """A serial port and the pins it can stand on."""

    id: int = Field(ge=0)
    tx: tuple[int, ...]
    rx: tuple[int, ...]
    source: str = Field(min_length=1)


class Pair(_Strict):
    """An I2C peripheral and the pins it can stand on."""

    id: int = Field(ge=0)
    sda: tuple[int, ...]
    scl: tuple[int, ...]
    source: str = Field(min_length=1)


class Analog(_Strict):
    """The pins that an analogue-to-digital converter can read."""

    pins: tuple[int, ...]
    source: str = Field(min_length=1)


class Pwm(_Strict):
    """How many channels there are. `by_pin`: pins so many apart share one."""

    channels: int = Field(ge=1)
    by_pin: bool
    source: str = Field(min_length=1)


class Current(_Strict):
    """What the pins can drive: each alone, and all together, in mA."""

    pin_ma: float = Field(gt=0)
    total_ma: float = Field(gt=0)
    source: str = Field(min_length=1)


class Rule(_Strict):
    """Pins that must not be put to some use, and who says so. `module` limits it to one module."""

    pins: tuple[int, ...] = Field(min_length=1)
    forbids: tuple[Use, ...] = Field(min_length=1)
    text: str = Field(min_length=1)
    source: str = Field(min_length=1)
    module: str | None = None


class Chip(_Strict):
    """A chip: its pins are `prefix` and a number below `pins`."""

    name: str
    title: str
    prefix: str
    pins: int = Field(ge=1, le=64)
    pulls: tuple[Pull, ...]
    source: str = Field(min_length=1)
    missing: tuple[int, ...] = ()
    current: Current
    analog: Analog = Analog(pins=(), source="none")
    pwm: Pwm
    usb: str | None = None
    """Who says that MicroPython is there on the chip's own USB; None where it is not."""
    console: str | None = None
    """Who says that MicroPython's prompt keeps UART0; None where it does not."""
    pio: str | None = None
    """Who says that it has programmable I/O; None where it has not."""
    uart: tuple[Uart, ...] = ()
    i2c: tuple[Pair, ...] = ()
    rule: tuple[Rule, ...] = ()

    def number(self, pin: str) -> int | None:
        """Return the number of a pin's name, or None when this chip has no such pin."""
        digits = pin.removeprefix(self.prefix)
        if not pin.startswith(self.prefix) or not digits.isdecimal() or str(int(digits)) != digits:
            return None
        number = int(digits)
        return number if number < self.pins and number not in self.missing else None

    def pin(self, number: int) -> str:
        """Return the name that is printed beside pin `number`."""
        return f"{self.prefix}{number}"

    def against(self, number: int, use: Use, module: str | None) -> Rule | None:
        """Return the first rule that forbids `use` of a pin, or None."""
        for rule in self.rule:
            if rule.module in (None, module) and number in rule.pins and use in rule.forbids:
                return rule
        return None


def names() -> list[str]:
    """The chips that have a description."""
    return sorted(file.stem for file in (assets.boards() / "chips").glob("*.toml"))


@cache
def chip(name: str) -> Chip:
    """Return the description of a chip, or raise a Problem that names those there are."""
    if name not in names():
        raise Problem(
            f"there is no description of a chip {name!r}",
            where=str(assets.boards() / "chips"),
            remedy=f"use one of: {', '.join(names())}",
        )
    return load_toml(assets.boards() / "chips" / f"{name}.toml", Chip)
