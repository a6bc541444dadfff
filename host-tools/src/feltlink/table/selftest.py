"""The self-test at a running table: its line walks it, because nobody else has the port.

It ends by itself: finished, stopped by hand, the controller started anew or lost for ten seconds,
the bench's page closed for as long, or nobody there for three minutes. Time is an argument.
"""

from __future__ import annotations

from typing import Any, Protocol

from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.table.attendance import Attendance
from feltlink.table.device import Patterns
from feltlink.workshop.boards import Board
from feltlink.workshop.selftest_walk import Look, Walk
from feltwire import catalogue

PATIENCE_US = 60_000_000
LOST_US = 10_000_000
LAMP_AGAIN_US = 2_000_000  # the controller ends the test of a lamp by itself after five seconds

Json = dict[str, Any]


class Wire(Protocol):
    """What is used of `feltlink.table.run.Line`."""

    def command(self, command: m.Command) -> bool: ...

    def ask(self, question: m.AskSnapshot) -> bool: ...


class Lights(Protocol):
    """What is used of `feltlink.table.host.TableHost`."""

    def show_tested(self, lights: Patterns, by: str) -> None: ...


class SelfTest:
    """One self-test by `by`. It is over when `interrupted` is set or `finished`."""

    def __init__(self, board: Board, wire: Wire, table: Lights, by: str, now_us: int) -> None:
        self.by = by
        self.interrupted = ""
        self.walk: Walk | None = None  # until the controller has told its inputs
        self._board = board
        self._wire = wire
        self._table = table
        self._now_us = now_us
        self._attendance = Attendance(now_us)
        self._lost_us: int | None = None  # since when the controller does not answer
        self._covered = 0
        self._flash = 0  # covered since the last snapshot, and perhaps free again
        self._answer: bool | None = None
        self._refused = ""
        self._lit: int | None = None
        self._asked = 0
        self._lamp_us = 0

    @property
    def finished(self) -> bool:
        """Whether everything was walked."""
        return self.walk is not None and self.walk.ask is None

    def note(self, event: link.LinkEvent) -> None:
        """See a link event."""
        match event:
            case link.Traffic(out=False, message=m.Snapshot() as snapshot):
                self._look(snapshot)
            case link.DeviceEvent(message=m.Edge() as edge) if edge.covered:
                self._flash |= 1 << edge.input
            case link.DeviceEvent(message=m.PressIgnored()):
                self._flash |= 1 << self._board.button_input
            case link.CommandDone(command=m.SelfTest()) if event.result != catalogue.OK:
                self._refused = m.word(catalogue.RESULTS, event.result)
            case link.ControllerLost():
                self._lost_us = self._now_us
            case link.ControllerReset() | link.DeviceEvent(message=m.Boot()):
                self.stop("the controller started anew")

    def tick(self, now_us: int, *, looked_at: bool) -> None:
        """Ask for the inputs, and see whether anybody is still there."""
        self._now_us = now_us
        why = self._attendance.tick(now_us, looked_at=looked_at)
        if why:
            self.stop(why)
        if self._lost_us is not None and now_us - self._lost_us >= LOST_US:
            self.stop("the controller was lost")
        if not self.interrupted and not self.finished:
            self._wire.ask(m.AskSnapshot())
            self._light()

    def answer(self, number: int, seen: bool) -> None:
        """The technician's answer to question `number`; one to an earlier question is dropped."""
        if self.walk and self.walk.ask and self.walk.ask.number == number:
            self._answer = seen
            self._attendance.sign(self._now_us)

    def stop(self, why: str) -> None:
        """End it here."""
        if not self.finished:
            self.interrupted = self.interrupted or why

    def state(self) -> Json:
        """What the page shows: the question, what is still covered, and the results so far."""
        walk = self.walk
        ask = walk.ask if walk else None
        inputs = range(self._board.inputs)
        return {
            "by": self.by,
            "count": walk.count if walk else 2 * self._board.inputs,
            "ask": ask
            and {
                "number": ask.number,
                "do": ask.do,
                "seat": ask.seat,
                "spot": ask.spot,
                "pin": ask.pin,
            },
            "covered": [walk.name(n) for n in inputs if self._covered >> n & 1] if walk else [],
            "steps": [
                {"name": step.name, "result": step.result, "detail": step.detail}
                for step in (walk.steps if walk else ())
            ],
        }

    def _look(self, snapshot: m.Snapshot) -> None:
        self._lost_us = None
        if self.interrupted or self.finished:
            return
        button = self._board.button_input
        now = snapshot.inputs & (1 << button) - 1 | bool(snapshot.held) << button
        if now != self._covered:
            self._attendance.sign(self._now_us)
        self._covered = now
        look = Look(self._now_us, now | self._flash, snapshot.faulted, self._answer, self._refused)
        self._flash, self._answer, self._refused = 0, None, ""
        if self.walk is None:
            self.walk = Walk(self._board, look, patience_us=PATIENCE_US, light_us=PATIENCE_US)
        else:
            self.walk.take(look)
        self._light()

    def _light(self) -> None:
        """Let the light in question blink and no other. Seat lights are the table's to command;
        the lamp is lit by a test that must be renewed.
        """
        ask = self.walk.ask if self.walk else None
        lit, lamp = (ask.lit if ask else None), self._board.button_input
        asked = ask.number if ask else 0
        if asked != self._asked:
            self._asked = asked
            shown = ask is not None and lit is not None and lit != lamp
            lights = ((ask.seat, ask.spot, "blink fast"),) if ask and shown else ()
            self._table.show_tested(lights, self.by)
        if self._lit == lamp and lit != lamp:
            self._wire.command(m.SelfTest(lamp, catalogue.OFF))
        if lit == lamp and (self._lit != lamp or self._now_us - self._lamp_us >= LAMP_AGAIN_US):
            self._lamp_us = self._now_us
            self._wire.command(m.SelfTest(lamp, catalogue.BLINK_FAST))
        self._lit = lit
