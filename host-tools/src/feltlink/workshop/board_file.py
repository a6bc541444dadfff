"""The shape of a board's TOML file: which pin is which seat's sensor and light."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from feltlink.workshop.board_chip import Pull

Level = Literal["low", "high"]
Pattern = Literal["off", "on", "blink", "blink fast", "pulse", "wink"]
ChainInput = Literal["D0", "D1", "D2", "D3", "D4", "D5", "D6", "D7"]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Port(_Strict):
    """The serial port to the host: a UART and its pins; the chip's own USB, or the UART that
    MicroPython's prompt has, which need none."""

    kind: Literal["uart", "usb", "prompt"]
    id: int = Field(default=0, ge=0, le=3)
    baud: int = Field(default=115_200, ge=9_600, le=3_000_000)
    tx: str | None = None
    rx: str | None = None


class Chain(_Strict):
    """74HC165 in a chain. `U1` is the one at the controller's `data`; its inputs are D0 to D7.

    On every one of them one input is tied high and one low, so that a broken chain, which reads
    all ones or all zeros, is seen at the scan.
    """

    data: str
    clock: str
    latch: str
    count: int = Field(ge=1, le=8)
    tied_high: ChainInput = "D6"
    tied_low: ChainInput = "D7"


class Bus(_Strict):
    """An I2C bus and the MCP23017 on it."""

    id: int = Field(ge=0, le=1)
    sda: str
    scl: str
    hz: int = Field(default=400_000, ge=100_000, le=1_000_000)
    addresses: list[Annotated[int, Field(ge=0x20, le=0x27)]] = Field(min_length=1, max_length=8)


class Reflective(_Strict):
    """Sensors read as a voltage, as `read_u16` counts it: 0 to 65535.

    The signal is how much is reflected: with an `emitter`, the difference between lit and dark;
    without, the reading (of a sensor that is active low: 65535 less it). A spot is covered from
    `on_counts` and free again below `off_counts`.
    """

    emitter: str | None = None
    on_counts: int = Field(ge=1, le=65_535)
    off_counts: int = Field(ge=1, le=65_535)


class Sensors(_Strict):
    """How every bet sensor is wired and how long it must be quiet before it counts.

    The driver's own table stands beside it. A sensor on a plain pin is read by that pin whatever
    the driver (but for `adc`). Left out, it is `pio` on an RP2040 and else `gpio`.
    """

    driver: Literal["gpio", "pio", "hc165", "mcp23017", "adc"] = "gpio"
    active: Level
    pull: Pull
    on_ms: int = Field(default=25, ge=1, le=200)
    off_ms: int = Field(default=50, ge=1, le=200)
    hc165: Chain | None = None
    mcp23017: list[Bus] | None = Field(default=None, min_length=1, max_length=2)
    adc: Reflective | None = None


class Dimmed(_Strict):
    """Brightness of a light that is on."""

    brightness_percent: int = Field(ge=1, le=100)
    hz: int = Field(default=1_000, ge=100, le=20_000)


class Pixels(_Strict):
    """A chain of WS2812. `LED1` is the first after the controller."""

    pin: str
    count: int = Field(ge=1, le=64)
    brightness_percent: int = Field(ge=1, le=100)


class Lights(_Strict):
    """How every seat light is wired, and what it shows when the host is silent."""

    driver: Literal["gpio", "pwm", "ws2812"] = "gpio"
    active: Level = "high"
    safe: Pattern = "off"
    pwm: Dimmed | None = None
    ws2812: Pixels | None = None


class Power(_Strict):
    """What lights draw, and what there is. `..._pin_ma` is what comes out of the chip's own pin:
    less than the light draws where a transistor stands between (default: all of it)."""

    light_ma: float = Field(gt=0)
    lamp_ma: float = Field(gt=0)
    light_pin_ma: float | None = Field(default=None, ge=0)
    lamp_pin_ma: float | None = Field(default=None, ge=0)
    own_ma: float = Field(gt=0)
    supply_ma: float = Field(gt=0)


class Button(_Strict):
    """The spin button and its light."""

    pin: str
    light: str
    active: Level
    pull: Pull


class Spot(_Strict):
    """One place for a wager: its sensor and the light beside it.

    Each is named as it is printed: a pin (`GP2`), `U1.D0` of a chain, `0x20.A3` (GPA3) of an
    expander, `LED4` of a chain of lights.
    """

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
    power: Power | None = None
    seat: list[Seat] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _sampled(cls, data: Any) -> Any:
        sensors = data.get("sensors") if isinstance(data, dict) else None
        if not isinstance(sensors, dict) or data.get("chip") != "rp2040":
            return data
        return data | {"sensors": {"driver": "pio"} | sensors}
