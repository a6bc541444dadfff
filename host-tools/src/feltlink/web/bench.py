"""The bench: what goes over the wire and what the pins say, for a technician.

It looks on, may give a light a pattern while no round is open (the firmware refuses it too while
bets are locked or the button is armed), and may clear faults at any time. When the last page
leaves, the lights are as the table wants them.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from statistics import median
from typing import Any, Protocol

from feltlink.link import describe
from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.table.maintenance import CLEAR
from feltlink.table.workbench import Workbench
from feltlink.workshop.boards import Board
from feltwire import catalogue

FRAMES_KEPT = 200
TRIPS_KEPT = 400
QUIET = frozenset({"PING", "PONG", "ASK_SNAPSHOT", "SNAPSHOT", "ASK_STATS", "STATS"})
BUCKETS_US = (500, 1000, 1500, 2000, 3000, 5000, 10_000, 20_000, 50_000)

Json = dict[str, Any]


class Wire(Protocol):
    """What is used of `feltlink.table.run.Line`."""

    watch: Callable[[link.LinkEvent], None]

    def command(self, command: m.Command) -> bool: ...

    def ask(self, question: m.AskStats | m.AskSnapshot) -> bool: ...

    def counters(self) -> dict[str, int]: ...

    @property
    def path(self) -> str: ...


class Table(Protocol):
    """What is used of `feltlink.table.host.TableHost`."""

    @property
    def round_open(self) -> bool: ...

    @property
    def tested(self) -> bool: ...

    def act(self, act: Any, by: str) -> dict[str, Any]: ...


class Bench:
    """One table's bench. `note` gets each link event; all calls in the table's thread."""

    def __init__(
        self, board: Board, wire: Wire, table: Table, workbench: Workbench | None = None
    ) -> None:
        self.board = board
        self.workbench = workbench
        self._wire = wire
        self._table = table
        self._frames: deque[Json] = deque(maxlen=FRAMES_KEPT)
        self._trips_us: deque[int] = deque(maxlen=TRIPS_KEPT)
        self._count = 0
        self._snapshot: m.Snapshot | None = None
        self._stats: Json = {}
        self._lights: m.Lights | None = None
        self._touched: set[int] = set()
        wire.watch = self.note

    def note(self, event: link.LinkEvent) -> None:
        """See a link event."""
        if self.workbench:
            self.workbench.note(event)
        match event:
            case link.Traffic():
                self._frame(event)
            case link.RoundTrip():
                self._trips_us.append(event.rtt_us)
            case link.ControllerLost():
                self._snapshot = None
                self._touched.clear()

    def _frame(self, seen: link.Traffic) -> None:
        message = seen.message
        if isinstance(message, m.Snapshot):
            self._snapshot = message
        elif isinstance(message, m.Stats):
            self._stats = describe.plain(message)
        elif isinstance(message, m.Lights):
            self._lights = message
        name = describe.name(message)
        if name in QUIET:
            return
        self._count += 1
        self._frames.append(
            {
                "number": self._count,
                "at": f"{datetime.now(UTC):%H:%M:%S.%f}"[:-3],
                "way": "out" if seen.out else "in",
                "name": name,
                "seq": seen.seq,
                "text": describe.sentence(message),
            }
        )

    def look(self, *, stats: bool) -> None:
        """Ask the controller for its pins now, and for its counters."""
        self._wire.ask(m.AskSnapshot())
        if stats:
            self._wire.ask(m.AskStats())

    def light(self, number: int, pattern: str) -> str:
        """Give a light a pattern, by its number; the lamp's is behind the last. "" or a refusal."""
        if self._table.round_open:
            return "A round is open: lights can be tried when it is over."
        if self._table.tested:
            return "A self-test is running: lights can be tried when it is over."
        if not 0 <= number <= len(self.board.places) or pattern not in catalogue.PATTERNS:
            return "There is no such light or pattern."
        if not self._wire.command(m.SelfTest(number, catalogue.PATTERNS.index(pattern))):
            return "The controller is not connected."
        self._touched.add(number)
        return ""

    def clear_faults(self, by: str) -> str:
        """Take every faulted input into play again; one that is still bad is faulted again. "" or
        a refusal. That `by` (role and name) asked for it is recorded, and then what the controller
        tells that it cleared.
        """
        asked = self._table.act({"id": f"clear-{secrets.token_hex(8)}", "act": CLEAR}, by)
        if not asked["ok"]:
            return str(asked["sentence"])
        if not self._wire.command(m.ClearFault(catalogue.NO_INPUT)):
            return "The controller is not connected."
        return ""

    def leave(self) -> None:
        """Nobody looks any more: the lights are again as the table said last."""
        if self._touched and self._lights is not None:
            self._wire.command(self._lights)
        self._touched.clear()

    def state(self, after: int) -> Json:
        """All that the page shows; of the frames those behind number `after`."""
        new = min(self._count - after, len(self._frames))
        frames = islice(self._frames, len(self._frames) - new, None) if new > 0 else ()
        return {
            "board": self.board.name,
            "inputs": self._inputs(),
            "lights": [
                *(
                    {"light": p.input, "name": f"seat {p.seat} {p.spot}", "pin": self._pin(p.light)}
                    for p in self.board.places
                ),
                {
                    "light": len(self.board.places),
                    "name": "lamp",
                    "pin": self._pin(self.board.button_light),
                },
            ],
            "patterns": list(catalogue.PATTERNS),
            "may_light": not self._table.round_open and not self._table.tested,
            "round_open": self._table.round_open,
            **(self.workbench.state() if self.workbench else {}),
            "calibration": self._calibration(),
            "counters": self._wire.counters(),
            "controller": self._stats,
            "trips": self._trips(),
            "frames": list(frames),
            "count": self._count,
        }

    def _calibration(self) -> Json:
        """Whether this board's sensors have thresholds, and how those are measured."""
        adc = self.board.file.sensors.adc
        if adc is None:
            return {"needed": False, "driver": self.board.file.sensors.driver}
        return {
            "needed": True,
            "on_counts": adc.on_counts,
            "off_counts": adc.off_counts,
            "command": f"feltlink calibrate {self._wire.path or 'PORT'} --board {self.board.name}",
        }

    def _pin(self, number: int) -> str:
        return self.board.line(number)

    def _inputs(self) -> list[Json]:
        seen = self._snapshot
        names = [(p.input, f"seat {p.seat} {p.spot}", p.sensor) for p in self.board.places]
        names.append((self.board.button_input, "button", self.board.button))
        bits = {} if seen is None else {
            "raw": seen.raw, "debounced": seen.inputs, "latched": seen.latched,
            "faulted": seen.faulted,
        }  # fmt: skip
        return [
            {
                "input": number,
                "name": name,
                "pin": self._pin(pin),
                **{word: bool(mask >> number & 1) for word, mask in bits.items()},
            }
            for number, name, pin in names
        ]

    def _trips(self) -> Json:
        times = sorted(self._trips_us)
        if not times:
            return {"count": 0}
        counts = [0] * (len(BUCKETS_US) + 1)
        for took_us in times:
            counts[sum(took_us >= limit for limit in BUCKETS_US)] += 1
        return {
            "count": len(times),
            "median_us": int(median(times)),
            "p99_us": times[int(len(times) * 0.99)],
            "limits_us": list(BUCKETS_US),
            "counts": counts,
        }
