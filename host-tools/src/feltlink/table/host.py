"""The running table: link events and acts in; record, then controller and pages out.

Sans-I/O: time comes from a clock that is handed in, bytes are the link's business. All calls in
one thread. The order is always the same: into the record, on the disk, and only then acknowledged,
sent, shown or answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from feltlink.games.core import Draw
from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.problem import Problem
from feltlink.record.sealer import Sealer
from feltlink.record.signing import Signer
from feltlink.table import acts, calling, drop, maintenance, memory
from feltlink.table.clocks import Clock
from feltlink.table.device import Device, Patterns
from feltlink.table.door import Door
from feltlink.table.drop import DROP
from feltlink.table.engine import RESUME
from feltlink.table.gate import Gate
from feltlink.table.intake import Intake
from feltlink.table.meter_side import MeterSide
from feltlink.table.metering import Meters
from feltlink.table.play import Play, Turn
from feltlink.table.reception import Reception
from feltlink.table.two_people import TwoPeople
from feltlink.workshop.boards import Board

MEND_EVERY_US = 1_000_000
CLOCK_STEP_US = 1_000_000
ANSWER_US = 1_500_000  # by then a controller that was armed has disarmed itself
TWO_PEOPLE = TwoPeople()  # as a table that says nothing of it has it

Drawer = Callable[[Draw], dict[str, Any]]
"""Makes one draw: `{"stop": n}` or `{"cards": [...]}`. Chance enters here and nowhere else."""


class Link(Protocol):
    """What the table needs of `feltlink.link.transport.Transport`."""

    def command(self, command: m.Command) -> bool: ...

    def committed(self, event: link.DeviceEvent) -> None: ...


class TableHost:
    """One table. Feed it with `take`, `act` and, ten times a second, `tick`."""

    def __init__(
        self,
        name: str,
        play: Play,
        board: Board,
        controller: Link,
        draw: Drawer,
        clock: Clock,
        *,
        signer: Signer | None = None,
        meters: Meters | None = None,
        programs: tuple[bytes, ...] = (),
        door: Door | None = None,
        two_people: TwoPeople = TWO_PEOPLE,
        demo: bool = False,
    ) -> None:
        self.name = name
        self._play = play
        self._link = controller
        self._draw = draw
        self._clock = clock
        self._demo = demo
        self._intake = Intake(board, programs)
        self._device = Device(board, controller)
        self._sealer = Sealer(play.record, signer)
        self._meters = MeterSide(play.record, meters) if meters else None
        self._reception = Reception(door, clock, two_people)
        self._watchers: list[Callable[[], None]] = []
        self._gate = Gate(play, self._intake.sighting)
        self._next_mend_us = 0
        self._answer_by_us = 0
        self._call: dict[str, Any] | None = None
        self._offset_us = clock.utc_us() - clock.steady_us()
        self._seq = play.record.number << 10  # above what any page saw before a restart

    # -- start and end ------------------------------------------------------------------------

    def start(self, notes: Iterable[tuple[str, dict[str, Any]]] = ()) -> None:
        """Take up the table where the record left it, and write `notes` (power up, configuration).

        Raises Problem when the record cannot be read or written.
        """
        recovered = self._play.load()
        turn = self._turn()
        for kind, body in (*notes, *maintenance.left_open(self._play.record, self.tested)):
            turn.note(kind, body)
        if self._sealer.lacking:
            self._gate.fault = (
                f"The table has stopped: the record lacks entry {self._sealer.lacking}, which was "
                "signed. What was paid since is not known here. Bring the right file back "
                "(feltlink record restore), or a supervisor lets the table go on."
            )
        if recovered.differs:
            self._gate.fault = f"The record and the rules differ: {recovered.differs}."
            turn.note("replay_differs", {"why": recovered.differs})
        if self._meters:
            self._meters.begin(turn)
        turn.commit(self._sealer)  # no run is ever without a signature
        self._call = calling.open_call(self._play.record)
        self._answer_by_us = self._clock.steady_us() + ANSWER_US
        self._draw_waiting()
        self._changed()

    def stop(self) -> None:
        """Write the power-down note and sign it."""
        turn = self._turn()
        turn.note("power_down", {})
        self._commit(turn, sealed=True)

    # -- what comes in ------------------------------------------------------------------------

    @property
    def link_wanted(self) -> bool:
        """False while nothing can be recorded: close the port, and the controller fails safe."""
        return self._play.record.broken is None

    def take(self, events: Iterable[link.LinkEvent]) -> None:
        """Record a batch of link events in one transaction, then act on them."""
        batch = list(events)
        if not batch or not self.link_wanted:
            return
        done: link.DeviceEvent | None = None
        try:
            turn = self._turn()
            for event in batch:
                if self._intake.give(turn, event):
                    done = event if isinstance(event, link.DeviceEvent) else done
        except Problem:
            self._safe()
            return
        if not self._commit(turn):
            return
        if done is not None:
            self._link.committed(done)
        try:
            self._tell_device(batch)
        except Problem:
            self._safe()
            return
        self._draw_waiting()
        if self._drive() or turn.wrote:
            self._changed()

    def act(self, act: Any, by: str, *, machine: bool = False) -> dict[str, Any]:
        """Carry out one act of a person: `{"id", "ok", "sentence", "seq"}`. A `machine` (the shoe)
        signs in nowhere.
        """
        read = self._reception.read(act)
        if isinstance(read, acts.Malformed):
            return self._answer(read.ident, read.sentence)
        try:
            earlier = acts.first_answer(self._play.record, read)
            if earlier is not None:
                return self._answer(read.ident, earlier)
            turn = self._turn()
            if self._reception.is_for(read):
                sentence = self._reception.put(turn, read)
            else:
                by, stranger = (by, "") if machine else self._reception.who(by)
                sentence = self._put(turn, read, by, stranger)
        except Problem:
            self._safe()
            return self._answer(read.ident, self._gate.record())
        if not self._commit(turn, sealed=read.kind == DROP and not sentence):
            self._reception.undo(read)
            return self._answer(read.ident, self._gate.record())
        self._reception.done(read)
        if read.kind == RESUME and not sentence:
            self._gate.fault = ""
        if read.kind in calling.KINDS:
            self._call = calling.open_call(self._play.record)
        if read.kind in maintenance.BEGUN and not sentence:
            self._gate.maintenance = maintenance.closed_by(read.kind, by)
            self._device.hold(())
        self._draw_waiting()
        self._drive()
        self._changed()
        return self._answer(read.ident, sentence)

    def _put(self, turn: Turn, act: acts.Act, by: str, stranger: str) -> str:
        """Record one person's act; the sentence of its refusal, or ""."""
        if act.kind in maintenance.ACTS:
            why = maintenance.refused(act.kind, by, self._gate, round_open=self.round_open)
            return maintenance.put(turn, act, by, stranger or why)
        if act.kind == DROP:
            closed = drop.refused(by, round_open=self.round_open)
        elif act.kind in calling.KINDS:
            closed = calling.refused(act.kind, by)
        else:
            closed = self._gate.closed(act.kind, by)
        state = self._play.game.view(self._play.status.state)
        closed = stranger or closed or self._reception.lacking(act, by, state)
        if not closed:
            self._reception.name_second(turn, act, by)
        if closed or act.kind not in (DROP, *calling.KINDS):
            return acts.put(turn, act, by, closed)
        turn.note(act.kind, acts.noted(act.kind, act.data), by=by, act_id=act.ident)
        return ""

    def tick(self) -> None:
        """Do what time alone asks for: commands again, a record to mend, a clock that was set."""
        now = self._clock.steady_us()
        if not self.link_wanted:
            if now >= self._next_mend_us:
                self._next_mend_us = now + MEND_EVERY_US
                self._mend()
            return
        offset = self._clock.utc_us() - now
        if abs(offset - self._offset_us) >= CLOCK_STEP_US:
            turn = self._turn()
            turn.note("clock_step", {"by_us": offset - self._offset_us})
            self._offset_us = offset
            self._commit(turn, sealed=True)
        self._seal()
        if self._intake.sighting.now.state == "starting" and now >= self._answer_by_us:
            self.take([link.ControllerLost("it has not answered since the table was started")])
        self._hear_meters()
        self._sign_out_idle()
        if self._drive():
            self._changed()

    # -- what goes out ------------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """The whole truth as the pages show it (docs/architecture.md)."""
        play = self._play
        state = play.game.view(play.status.state)
        why = self._gate.why() or self._device.why
        if why:
            state = {**state, "notice": why}
        return {
            "seq": self._seq,
            "table": self.name,
            "game": play.game.name,
            "state": state,
            "controller": self._intake.sighting.now.view(),
            "record": {"ok": self.link_wanted, "why": self._gate.record() or self._sealer.why},
            "stopped": self._gate.stopped(),
            "call": self._call,
            "maintenance": self._gate.maintenance,
            "meters": self._meters.view() if self._meters else None,
            "people": self._reception.view(),
            "two_people": self._reception.two_people(state),
            "last_refusal": play.last_refusal,
            "demo": self._demo,
        }

    @property
    def round_open(self) -> bool:
        """Whether a round is open: nobody may try lights or change a configuration then."""
        return self._play.game.round_open(self._play.status.state)

    @property
    def tested(self) -> bool:
        """Whether a technician's work keeps the table out of play."""
        return bool(self._gate.maintenance)

    def show_tested(self, lights: Patterns, by: str) -> None:
        """Light these seat lights and no others while `by` tests them, who is here and at work."""
        if self.tested:
            self._reception.who(by)
            self._device.hold(lights)
            self._drive()

    def end_test(self, kind: str, body: dict[str, Any], by: str) -> None:
        """Record what came of a technician's work, and give the table back as the game says."""
        self._gate.maintenance = ""
        self._device.hold(None)
        if self.link_wanted:
            turn = self._turn()
            turn.note(kind, body, by=by)
            self._commit(turn)
        self._drive()
        self._changed()

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after each change of `seq`, until the returned function is called."""
        self._watchers.append(changed)

        def end() -> None:
            if changed in self._watchers:
                self._watchers.remove(changed)

        return end

    # -- inside -------------------------------------------------------------------------------

    def _turn(self) -> Turn:
        return self._play.turn(self._clock.utc_us())

    def _commit(self, turn: Turn, *, sealed: bool = False) -> bool:
        try:
            turn.commit(self._sealer if sealed else None)
        except Problem:
            self._safe()
            return False
        return True

    def _seal(self) -> None:
        try:
            self._sealer.tick(self._clock.steady_us(), self._clock.utc_us())
        except Problem:
            self._safe()

    def _sign_out_idle(self) -> None:
        for name in self._reception.idle():
            turn = self._turn()
            self._reception.note_idle(turn, name)
            if self._commit(turn):
                self._changed()

    def _hear_meters(self) -> None:
        """Record what has come from the meters, then let go of it."""
        if self._meters is None:
            return
        try:
            if self._meters.news():
                turn = self._turn()
                self._meters.hear(turn)
                if not self._commit(turn):
                    return
                self._meters.heard()
        except Problem:
            self._safe()
            return
        if self._meters.moved():
            self._changed()

    def _safe(self) -> None:
        """The record failed: nothing is armed, nothing acknowledged, the link is let go."""
        self._intake.sighting.lost("the record cannot be written")
        self._device.drive(self._play.status.intents, self._clock.steady_us(), may_arm=False)
        self._next_mend_us = self._clock.steady_us() + MEND_EVERY_US
        self._changed()

    def _mend(self) -> None:
        if not self._play.record.mend():
            return
        try:
            self.start([("record_mended", {})])
        except Problem:
            self._safe()

    def _tell_device(self, batch: list[link.LinkEvent]) -> None:
        now = self._clock.steady_us()
        for event in batch:
            if isinstance(event, link.ClockMark):
                memory.keep_mark(self._play.record, event)
            else:
                self._device.told(event, now, live=self._intake.sighting.now.live)

    def _draw_waiting(self) -> None:
        """Make each draw that the game asked for; it is in the record before anyone sees it."""
        while self._play.status.draws and not self._gate.why():
            waiting = self._play.status.draws[0]
            try:
                drawn = self._draw(waiting.draw)
            except Exception as error:  # a wheel that is not configured, a generator that fails
                self._gate.fault = f"The draw failed ({error}). Call a technician."
                return
            turn = self._turn()
            body = {"draw_id": waiting.draw.draw_id, **drawn}
            turn.give("drawn", body, by="host", cause=waiting.cause)
            if not self._commit(turn):
                return

    def _drive(self) -> bool:
        """Ask the controller for what is missing; True when there is news for the dealer."""
        before = self._device.why
        intents = self._play.status.intents
        self._device.drive(intents, self._clock.steady_us(), may_arm=self._gate.may_arm)
        return self._device.why != before

    def _answer(self, ident: str, sentence: str) -> dict[str, Any]:
        return {"id": ident, "ok": not sentence, "sentence": sentence, "seq": self._seq}

    def _changed(self) -> None:
        self._seq += 1
        for watcher in tuple(self._watchers):
            watcher()
