"""A simulated device: its lives, its cable and what is due to happen to it. It moves no time."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from feltlink.sim import parts, records
from feltlink.sim.cable import Cable
from feltlink.sim.flash import Flash
from feltlink.sim.interpreter import Birth, Interpreter
from feltlink.sim.lines import RELEASED, Lines
from feltlink.sim.ports import Port
from feltlink.sim.prompt import Prompt
from feltlink.sim.records import Record
from feltlink.sim.trace import Trace

Cause = Literal["power", "hard", "watchdog", "brown-out", "soft"]

# What machine.reset_cause() says on each chip: the RP2040 knows two (ports/rp2/modmachine.c), the
# ESP32 calls a brown-out a power-on (ports/esp32/modmachine.c).
_RP2040: dict[Cause, int] = {"power": 1, "hard": 1, "watchdog": 3, "brown-out": 1, "soft": 3}
_ESP32: dict[Cause, int] = {"power": 1, "hard": 2, "watchdog": 3, "brown-out": 1, "soft": 5}
_WATCHDOG = 3
BOOT_US = 30_000
"""Virtual: from the end of a reset to the first line of main.py, about what a Pico takes."""


@dataclass(frozen=True)
class Traits:
    """What makes this device itself. `ticks` is the tick counter's value at each boot."""

    uid: bytes
    drift_ppm: int
    ticks: int
    virtual: bool


class Device:
    """Shared by the two clocks; `lock` guards everything here."""

    def __init__(
        self, lines: Lines, flash: Flash, port: Port, cable: Cable, traits: Traits
    ) -> None:
        self.lines = lines
        self.flash = flash
        self.port = port
        self.prompt: Prompt | None = None
        self.cable = cable
        self.traits = traits
        self.trace = Trace(lines)
        self.lock = threading.RLock()
        self.chip: Interpreter | None = None
        self.resets: list[tuple[int, int]] = []  # (when, MicroPython's cause)
        self.ended = ""  # why main.py ended in this life
        self.on_end: Callable[[str], None] = lambda why: None
        self.sim_heap_bytes = 0
        self.heap: Record | None = None  # the last answer about the heap
        self.idle = False  # virtual: the chip waits for time since `idle_us`
        self.idle_us = 0
        self._now_us = 0
        self._epoch_us = time.monotonic_ns() // 1000
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._drives: dict[int, int] = {}
        self._faults: dict[int, int] = {}  # of the chips beside the controller
        self._rx_free_us = 0
        self._bite_us = 0
        self._given = False
        self._plugs = 0

    @property
    def now_us(self) -> int:
        """True microseconds since the board was first powered."""
        if self.traits.virtual:
            return self._now_us
        return time.monotonic_ns() // 1000 - self._epoch_us

    def set_now(self, now_us: int) -> None:
        self._now_us = max(self._now_us, now_us)

    # -- lives

    def boot(self, cause: int) -> None:
        """Start a life. Lines that were driven stay driven."""
        self.ended = ""
        self.idle = False
        self._given = False
        if self.prompt:
            self.prompt.forget()
        self.chip = Interpreter(
            self.flash,
            Birth(
                virtual=self.traits.virtual,
                chip=self.lines.board.chip.name,
                uid=self.traits.uid,
                cause=cause,
                epoch_us=self._epoch_us,
                now_us=self.now_us + (BOOT_US if self.traits.virtual else 0),
                ticks=self.traits.ticks,
                drift_ppm=self.traits.drift_ppm,
                parts=parts.described(self.lines.board),
            ),
            self.prompt.slave if self.prompt else -1,
        )
        for pin, level in self._drives.items():
            self.chip.send(Record(records.PIN, pin, level))
        for kind, value in self._faults.items():
            self.chip.send(Record(records.FAULT, kind, value + 1))

    def die(self, *, lost_power: bool = False) -> str:
        """End this life: outputs released, bytes on their way inside the chip lost."""
        said = self.chip.kill() if self.chip else ""
        self.chip = None
        self.trace.dark(self.now_us, with_chains=lost_power)
        return said

    def reset(self, cause: Cause) -> None:
        """End this life and start the next."""
        said = _ESP32 if self.lines.board.chip.name.startswith("esp32") else _RP2040
        self._again(said[cause], lost_power=cause in ("power", "brown-out"))

    def _again(self, cause: int, *, lost_power: bool = False) -> None:
        self.die(lost_power=lost_power)
        if lost_power:
            self.flash.lose_power()
        self.resets.append((self.now_us, cause))
        self.boot(cause)

    def _bite(self, chip: Interpreter | None) -> None:
        """The watchdog of a chip that is at its prompt, unless it was fed or reset meanwhile."""
        if chip is self.chip and self.now_us >= self._bite_us:
            self._again(_WATCHDOG)

    # -- what goes in

    def drive(self, pin: int, level: int) -> None:
        self._drives[pin] = level
        self.tell(Record(records.PIN, pin, level))

    def fault(self, kind: parts.Fault, value: int | None) -> None:
        """Break a chip beside the controller, or mend it with None. It outlives resets."""
        number = parts.KINDS[kind]
        if value is None:
            self._faults.pop(number, None)
        else:
            self._faults[number] = value
        self.tell(Record(records.FAULT, number, 0 if value is None else value + 1))

    def level(self, pin: int) -> int:
        """What a probe on the line would see; a line that nobody drives rests."""
        driven = self.trace.levels.get(pin, RELEASED)
        if driven == RELEASED:
            driven = self._drives.get(pin, RELEASED)
        return 1 - self.lines.asserted(pin) if driven == RELEASED else driven

    def tell(self, record: Record) -> None:
        if self.chip:
            self.chip.send(record)

    def talk(self) -> None:
        """Carry over what is said at the prompt. Ctrl-C there ends main.py, as it does on USB."""
        if self.prompt and self.prompt.forward() and not self.ended:
            self.tell(Record(records.TROUBLE, records.CTRL_C))

    def ask_heap(self, collect: bool) -> None:
        """Ask the chip; `heap` is the answer when it has come."""
        self.heap = None
        self.tell(Record(records.HEAP, int(collect)))

    def at(self, at_us: int, act: Callable[[], None]) -> None:
        """Do `act` at a true time."""
        heapq.heappush(self._due, (at_us, next(self._order), act))

    def next_due(self) -> int | None:
        return self._due[0][0] if self._due else None

    def do_due(self) -> None:
        """Do what is due by now."""
        while self._due and self._due[0][0] <= self.now_us:
            heapq.heappop(self._due)[2]()

    def collect(self) -> None:
        """Send what the host wrote on its way, at the pace of the baud rate."""
        data = self.port.take()
        if not data or self.port.pulled or (self.prompt and self.prompt.take(data)):
            return
        for sent_us, piece in self.cable.carry("down", data, self.now_us):
            for start in range(0, len(piece), records.MAX_PAYLOAD):
                part = piece[start : start + records.MAX_PAYLOAD]
                began_us = max(sent_us, self._rx_free_us)
                self._rx_free_us = began_us + len(part) * self._byte_us
                self.at(self._rx_free_us, self._through(partial(self._arrive, part)))

    @property
    def _byte_us(self) -> int:
        port = self.lines.board.file.port
        return 1 if port.kind == "usb" else 10_000_000 // port.baud

    def _arrive(self, data: bytes) -> None:
        self.tell(Record(records.BYTES, data=data))

    def _through(self, act: Callable[[], None]) -> Callable[[], None]:
        """Make `act` not happen when the cable is pulled meanwhile."""
        plugs = self._plugs

        def if_plugged() -> None:
            if plugs == self._plugs and not self.port.pulled:
                act()

        return if_plugged

    # -- what comes out

    def take(self, record: Record) -> None:
        """Act on one record of the chip."""
        op = record.op
        if op == records.OUTPUT:
            self.trace.put(record.at_us, record.a, record.b, record.data)
        elif op == records.SENT:
            for due_us, data in self.cable.carry("up", record.data, record.at_us):
                self.at(due_us, self._through(partial(self.port.give, data)))
        elif op == records.IDLE:
            self.idle = True
            self.idle_us = record.at_us
        elif op == records.RESET:
            self.set_now(record.at_us)
            self._again(record.a)
        elif op == records.BOOTED:
            self.sim_heap_bytes = record.b
        elif op == records.ENDED:
            self.ended = record.data.decode(errors="replace").strip()
            self.on_end(self.ended)
        elif op == records.HEAP:
            self.heap = record
        elif op == records.GIVEN and self.prompt:
            self._given = True
            self.at(record.at_us, partial(self.prompt.give, self.port))  # after the last frame
        elif op == records.FED and self._given:  # who took it by Ctrl-C may be a slow machine
            self._bite_us = record.at_us
            self.at(record.at_us, partial(self._bite, self.chip))

    def pull(self) -> None:
        """Pull the cable: what is on its way is lost."""
        self._plugs += 1
        self.port.pull()
        self.cable.straighten()

    def plug(self) -> None:
        """Put the cable back."""
        self.port.plug()
