"""One controller's session, without input or output: bytes and the time go in, events come out.

The shell (`transport`) calls `reopened` after each opening of the port, `receive` with what was
read, `tick` at `next_deadline`, writes `outgoing`, and calls `closed` when the port is gone. The
table calls `committed` after its commit, and `command` while the controller is found. All times
are microseconds of one steady clock. docs/architecture.md, "The link", is what this does.

A new session (after lost, reset or reopened) delivers again what was not on disk when it began.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.commands import Outbox
from feltlink.link.frames import Decoder
from feltlink.link.greeting import Greeting, Memory
from feltlink.link.handshake import ASK_US, Handshake, SessionConfig, Step, ask_again_us
from feltlink.link.inbox import Inbox, Place
from feltlink.link.output import Output
from feltlink.link.pinger import Pinger
from feltlink.link.program_check import ProgramCheck
from feltwire import catalogue

SILENT_US = 1_000_000
ACK_AGAIN_US = 100_000
ACK_AGAIN_LONGEST_US = 1_000_000
MARK_US = 30_000_000
GREETING_LONGEST_US = 5_000_000


class Stage(Enum):
    """Where a session stands: SYNC is after the handshake, until state and clock are known."""

    CLOSED = "closed"
    HANDSHAKE = "handshake"
    SYNC = "sync"
    LIVE = "live"


class Session:
    """See the module's head. `random(n)` gives n random bytes; `memory` is what the record knows.

    `utc_of` turns a steady time into UTC microseconds.
    """

    def __init__(
        self,
        config: SessionConfig,
        random: Callable[[int], bytes],
        memory: Memory,
        utc_of: Callable[[int], int] = lambda now_us: now_us,
    ) -> None:
        self._config = config
        self._random = random
        self._output = Output(config.traffic)
        self._greeting = Greeting(memory, utc_of)
        self.decoder = Decoder(catalogue.DEVICE)
        self.stage = Stage.CLOSED
        self.outbox = Outbox()
        self._handshake: Handshake | None = None
        self._inbox = Inbox(0)
        self._pinger = Pinger()
        self._program = ProgramCheck(config.program)
        self._wraps = 0
        self._snapshot: m.Snapshot | None = None
        self._reack = False
        self.repeats = 0  # events heard that were not due
        self.resends = 0  # commands sent again
        self._heard_us = 0
        self._greeted_us = 0
        self._ask_due: int | None = None
        self._ask_wait = ASK_US
        self._ack_due = 0
        self._ack_wait = ACK_AGAIN_US
        self._mark_due = 0

    # ---- the shell's side

    def reopened(self, now_us: int) -> list[ev.LinkEvent]:
        """The port was opened (again): forget half a frame and say HELLO."""
        self.decoder.feed(b"\0")
        self._restart("the port was opened again", now_us)
        return self._output.told()

    def closed(self, why: str) -> list[ev.LinkEvent]:
        """The port is gone."""
        self._drop(why)
        self.stage = Stage.CLOSED
        self._output.taken()
        return self._output.told()

    def receive(self, data: bytes, now_us: int) -> list[ev.LinkEvent]:
        """Take bytes as they were read."""
        if self.stage is not Stage.CLOSED:
            for seq, message in self.decoder.feed(data):
                self._heard_us = now_us
                self._output.watch(message, seq, out=False)
                self._take(seq, message, now_us)
            if self._reack and self.stage is Stage.LIVE:
                self._ack(now_us)
            self._reack = False
        return self._output.told()

    def tick(self, now_us: int) -> list[ev.LinkEvent]:
        """Do what is due. Calling it early or late is harmless."""
        shaking = self._handshake
        if shaking is None:
            return []
        if shaking.step is Step.HELLO:
            shaking.tick(now_us)
        elif now_us - self._heard_us >= SILENT_US:
            self._restart("the controller is silent", now_us)
        elif shaking.step is Step.WATCH:
            shaking.tick(now_us)
        elif self.stage is not Stage.LIVE and now_us - self._greeted_us >= GREETING_LONGEST_US:
            self._restart("the controller does not give its proof or state", now_us)
        elif shaking.step is Step.PROVE:
            shaking.tick(now_us)
        else:
            self._tick_session(now_us)
        return self._output.told()

    def outgoing(self) -> bytes:
        """The bytes to write now; handed out once. What cannot be written may be thrown away."""
        return self._output.taken()

    @property
    def next_deadline(self) -> int | None:
        """When `tick` is due; None while the port is closed."""
        shaking = self._handshake
        if shaking is None:
            return None
        if shaking.step is Step.HELLO:
            return shaking.due_us
        silent_us = self._heard_us + SILENT_US
        if shaking.step is not Step.DONE:
            return min(shaking.due_us, silent_us)
        due = [self._pinger.due_us, silent_us, self._ask_due]
        if self.stage is Stage.LIVE:
            due += [self.outbox.next_due_us, self._ack_due, self._program.due_us]
        return min(d for d in due if d is not None)

    @property
    def greeted(self) -> bool:
        """Whether a controller has answered the present HELLO, wanted or not."""
        return self._handshake is not None and self._handshake.welcome is not None

    # ---- the table's side

    def committed(self, event: ev.DeviceEvent, now_us: int) -> None:
        """`event` and all before it are on disk: acknowledge. Never call it before that.

        Late calls are safe: what was committed of another boot is not acknowledged here.
        """
        same = (event.uid, event.boot_id) == self._greeting.controller
        if self.stage is Stage.LIVE and same:
            self._inbox.commit(event.number + 1)
            self._ack(now_us)

    def command(self, command: m.Command, now_us: int) -> bool:
        """Send a command until it is done (`CommandDone`); a later one of its kind replaces it.

        False, and nothing sent, unless the controller is found.
        """
        if self.stage is not Stage.LIVE:
            return False
        frame = self.outbox.put(command, now_us)
        if frame is None:
            self._restart("the controller answers pings but no commands", now_us)
            return False
        self._output.send(frame.message, frame.seq)
        return True

    def ask(self, question: m.AskIdentity | m.AskDigest | m.AskStats | m.AskSnapshot) -> bool:
        """Ask once (`Answered`); ask again if no answer comes. False while the port is closed.

        A snapshot asked for so is not the table's: it is only seen as traffic.
        """
        if self.stage is Stage.CLOSED:
            return False
        self._output.send(question)
        return True

    def ask_snapshot(self, now_us: int) -> bool:
        """Ask for the whole state until it comes (`SnapshotTaken`)."""
        if self.stage is not Stage.LIVE:
            return False
        self._ask(now_us)
        return True

    def check_program(self, now_us: int) -> bool:
        """Have the program's digest told again (`ProgramChecked`). False unless found."""
        if self.stage is Stage.LIVE:
            self._program.begin(now_us)
        return self.stage is Stage.LIVE

    # ---- timing

    def _drop(self, why: str) -> None:
        shaking = self._handshake
        if self.stage is Stage.LIVE or (shaking and shaking.step is Step.WATCH):
            self._output.tell(ev.ControllerLost(why))
        self._snapshot = None
        self._ask_due = None
        self.outbox = Outbox()
        self._handshake = None

    def _restart(self, why: str, now_us: int) -> None:
        self._drop(why)
        self.stage = Stage.HANDSHAKE
        self._handshake = Handshake(self._config, self._random, self._output, now_us)

    def _tick_session(self, now_us: int) -> None:
        if self._ask_due is not None and now_us >= self._ask_due:
            self._ask_again(now_us)
        if now_us >= self._pinger.due_us:
            self._ping(now_us)
        if self.stage is Stage.LIVE:
            for seq, command in self.outbox.due(now_us):
                self.resends += 1
                self._output.send(command, seq)
            if self._program.due_us is not None and now_us >= self._program.due_us:
                self._program.asked(now_us)
                self.ask(m.AskDigest())
            if now_us >= self._ack_due:
                # the first ACK may be lost, or a late HELLO have made the device wait for it again
                self._ack_wait = min(2 * self._ack_wait, ACK_AGAIN_LONGEST_US)
                self._ack(now_us)

    def _ping(self, now_us: int) -> None:
        self._output.send(self._pinger.ping(now_us, hurry=self.stage is Stage.SYNC))

    def _ack(self, now_us: int) -> None:
        self._reack = False
        self._ack_due = now_us + self._ack_wait
        self._output.send(m.Ack(self._inbox.committed))

    def _ask(self, now_us: int) -> None:
        self._ask_wait = ASK_US
        self._ask_again(now_us)

    def _ask_again(self, now_us: int) -> None:
        self._ask_due = now_us + self._ask_wait
        self._ask_wait = ask_again_us(self._ask_wait)
        if self.stage is Stage.SYNC:
            self._ack(now_us)
        self._output.send(m.AskSnapshot())

    # ---- what the controller says

    def _take(self, seq: int, message: m.Message, now_us: int) -> None:
        match message:
            case m.Welcome():
                self._on_welcome(message, now_us)
            case m.Proof():
                self._on_proof(message, now_us)
            case m.Pong():
                self._on_pong(message, now_us)
            case m.Snapshot():
                self._on_snapshot(message, now_us)
            case m.Done():
                self._on_done(seq, message, now_us)
            case m.Identity() | m.Digest() | m.Stats():
                self._output.tell(ev.Answered(message))
                if isinstance(message, m.Digest) and (checked := self._program.answer(message)):
                    self._output.tell(checked)
            case _:
                self._on_event(seq, message, now_us)

    def _on_welcome(self, welcome: m.Welcome, now_us: int) -> None:
        shaking = self._handshake
        if shaking is None:
            return
        if not shaking.greeted(welcome, now_us):
            self._restart("the controller has begun anew", now_us)
            return
        if self.stage is Stage.HANDSHAKE and shaking.step is not Step.HELLO:
            self._greeted_us = now_us
            self._sync_if_done(shaking, now_us)

    def _on_proof(self, proof: m.Proof, now_us: int) -> None:
        if self._handshake is not None and self.stage is Stage.HANDSHAKE:
            self._handshake.proof(proof)
            self._sync_if_done(self._handshake, now_us)

    def _sync_if_done(self, shaking: Handshake, now_us: int) -> None:
        if shaking.step is not Step.DONE or shaking.welcome is None:
            return
        refused = self._greeting.meet(shaking.welcome, now_us)
        if refused is not None:
            shaking.watch(refused)
            return
        self.stage = Stage.SYNC
        self._inbox = Inbox(self._greeting.next_event)
        self._pinger = Pinger()
        self._ask(now_us)
        self._ping(now_us)

    def _on_pong(self, pong: m.Pong, now_us: int) -> None:
        if self.stage not in (Stage.SYNC, Stage.LIVE):
            return
        rtt_us = self._pinger.pong(pong, self._greeting.clock, now_us)
        if rtt_us is None:
            return
        self._output.tell(ev.RoundTrip(rtt_us))
        if self.stage is Stage.SYNC:
            if not self._pinger.knows_time:
                self._ping(now_us)
            self._live_if_ready(now_us)
        elif now_us >= self._mark_due:
            self._mark(now_us)

    def _on_snapshot(self, snapshot: m.Snapshot, now_us: int) -> None:
        if self.stage is Stage.SYNC and self._snapshot is None:
            # an older first_unacked: the ACK has not arrived, first_wraps is not for our event
            if snapshot.first_unacked == self._inbox.committed:
                self._snapshot = snapshot
                self._wraps = snapshot.first_wraps
                self._ask_due = None
                self._live_if_ready(now_us)
            return
        wanted = self.stage is Stage.LIVE and self._ask_due is not None
        if wanted and snapshot.next_event >= self._inbox.expected:
            self._ask_due = None
            self._snapshot = snapshot
            self._snapshot_in_place()

    def _live_if_ready(self, now_us: int) -> None:
        shaking = self._handshake
        if self._snapshot is None or not self._pinger.knows_time:
            return
        if shaking is None or shaking.welcome is None:
            return
        self.stage = Stage.LIVE
        self._ack_wait = ACK_AGAIN_US
        self._ack_due = now_us + ACK_AGAIN_US
        self._output.tell(*self._greeting.said)
        found = ev.ControllerFound(shaking.welcome, self._greeting.new_boot, shaking.proven)
        self._output.tell(found)
        self._mark(now_us)
        self._program.begin(now_us)
        self._snapshot_in_place()

    def _mark(self, now_us: int) -> None:
        self._mark_due = now_us + MARK_US
        self._output.tell(*self._greeting.marks())

    def _snapshot_in_place(self) -> None:
        """Tell the snapshot when all events before it have been told."""
        snapshot = self._snapshot
        if snapshot is not None and self._inbox.expected >= snapshot.next_event:
            self._snapshot = None
            if self._inbox.expected == snapshot.next_event:
                self._output.tell(ev.SnapshotTaken(snapshot))

    def _on_done(self, seq: int, done: m.Done, now_us: int) -> None:
        command = self.outbox.done(seq, done) if self.stage is Stage.LIVE else None
        if command is None:
            return
        if done.result == catalogue.STALE and not isinstance(command, m.Disarm):
            # of a DISARM it means that another id is armed; of the others, that it was overtaken
            self._restart("the controller and the host disagree about commands", now_us)
        else:
            self._output.tell(ev.CommandDone(command, done.result))

    def _on_event(self, seq: int, message: m.Message, now_us: int) -> None:
        if self.stage is not Stage.LIVE or not isinstance(message, m.Event):
            return
        if self._inbox.place(seq) is not Place.NEXT:
            self.repeats += 1
            self._reack = True
            return
        uid, boot_id = self._greeting.controller
        if isinstance(message, m.Boot) and message.boot_id != boot_id:
            self._restart("a boot event of another boot", now_us)
            return
        if isinstance(message, m.Wrap):
            self._wraps = message.wraps
        number = self._inbox.take()
        at_utc_us = self._greeting.utc(self._wraps, message.at_us)
        self._output.tell(ev.DeviceEvent(uid, boot_id, number, message, at_utc_us))
        self._snapshot_in_place()
        if isinstance(message, m.Overflow):
            self._ask(now_us)  # what was lost shows in the state
