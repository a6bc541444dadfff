# What `feltlink` compiles a board file to: the module beside main.py on the device.
from typing import Any

NAME: bytes
CHIP: bytes
DIGEST: bytes
INPUTS: tuple[int, ...]
INPUTS_LOW: int
INPUTS_PULL: tuple[int, ...]
SENSORS: str
SENSORS_WIRING: tuple[Any, ...]
OUTPUTS: tuple[int, ...]
OUTPUTS_LOW: int
LIGHTS: str
LIGHTS_WIRING: tuple[Any, ...]
SENSOR_ON_MS: int
SENSOR_OFF_MS: int
SAFE_PATTERN: int
PORT: str
PORT_ID: int
PORT_BAUD: int
PORT_PINS: tuple[int, ...]
