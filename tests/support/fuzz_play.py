"""Bytes as a play: host session and controller, driven by whatever the bytes say.

Two targets of the fuzzer. `speak` lets both sides hear each other, garbage, forged frames and
time; nothing may raise, hang or be told out of order. `babble` gives the controller only bytes that
hold no good frame; nothing may change by them.
"""

from __future__ import annotations

from functools import cache

from controller.controller import Controller
from controller.parts import Identity, Wiring
from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.frames import Decoder
from feltlink.link.greeting import ShortMemory
from feltlink.link.handshake import SessionConfig
from feltlink.link.session import Session, Stage
from feltwire import catalogue
from feltwire.codec import SIZE, Writer

TICKS = 1 << 30
UID = b"UID45678"
NONCE = bytes((1, 2, 3, 4))
STEPS_MOST = 2_000  # scans in one play: bounds the time of one input
COMMANDS = (m.Lock(3), m.Arm(5, 900), m.Release(3), m.Disarm(5), m.Lights(b"\x11" * 15))
KINDS = [row[0] for row in catalogue.MESSAGES]


class Reader:
    """Takes numbers and byte runs off the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def run(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]

    def byte(self) -> int:
        return (self.run(1) or b"\0")[0]


def forged(source: Reader) -> bytes:
    """A frame with right stuffing, checksum and length, whatever its fields say."""
    kind = KINDS[source.byte() % len(KINDS)]
    seq = source.byte()
    body = bytearray(source.run(SIZE[kind]).ljust(SIZE[kind], b"\0"))
    if kind == catalogue.WELCOME and seq & 1:  # as if it answered our HELLO
        body[:10] = [catalogue.MAJOR, 0, *catalogue.fingerprint().to_bytes(4, "little"), *NONCE]
    writer = Writer()
    writer.begin(kind, seq)
    writer.raw(body, len(body))
    return bytes(writer.wire[: writer.end()])


class Play:
    """A controller and a host with a bad wire between them."""

    def __init__(self) -> None:
        self.now_us = 1_000
        self.start_us = TICKS - 400_000  # the tick counter wraps early in the play
        self.word = 0
        self.steps = 0
        self.down = b""
        self.up = b""
        identity = Identity(UID, 4711, 1, catalogue.fingerprint())
        self.controller = Controller(Wiring(6, 25, 50, 0), identity, self.ticks(), 0)
        self.memory = ShortMemory()
        self.waiting: list[ev.DeviceEvent] = []
        self.last: tuple[int, int] | None = None
        self.session = self._host()

    def ticks(self) -> int:
        return (self.start_us + self.now_us) % TICKS

    def _host(self) -> Session:
        session = Session(SessionConfig(), lambda n: bytes(range(1, n + 1)), self.memory)
        self.waiting.clear()
        self.last = None
        self._told(session.reopened(self.now_us))
        return session

    def _told(self, told: list[ev.LinkEvent]) -> None:
        for event in told:
            if isinstance(event, ev.ControllerFound):
                self.last = None
            if isinstance(event, ev.DeviceEvent):
                if self.last is not None:
                    assert (event.boot_id, event.number) == (self.last[0], self.last[1] + 1)
                self.last = (event.boot_id, event.number)
                self.waiting.append(event)

    def pass_ms(self, ms: int) -> None:
        for _ in range(min(ms, STEPS_MOST - self.steps)):
            self.steps += 1
            self.now_us += 1_000
            self.controller.step(self.ticks(), self.word)
            link = self.controller.link
            self.up += bytes(link.out[: link.out_n])
            link.taken(link.out_n)
            self._told(self.session.tick(self.now_us))
            self.down += self.session.outgoing()

    def to_controller(self, data: bytes) -> None:
        self.controller.receive(self.ticks(), bytearray(data), len(data))

    def to_host(self, data: bytes) -> None:
        self._told(self.session.receive(data, self.now_us))

    def act(self, what: int, source: Reader) -> None:
        """One step of the play."""
        if what < 5:
            self.pass_ms((1, 4, 30, 130, 600)[what])
        elif what == 5:
            data, self.down = self.down, b""
            self.to_controller(data)
        elif what == 6:
            data, self.up = self.up, b""
            self.to_host(data)
        elif what == 7:
            self._exchange(source.byte())
        elif what == 8:
            self.to_controller(source.run(source.byte()))
        elif what == 9:
            self.to_host(source.run(source.byte()))
        elif what == 10:
            self.to_controller(forged(source))
        elif what == 11:
            self.to_host(forged(source))
        elif what == 12:
            self.word ^= source.byte() & 0x7F
        elif what == 13:
            self.session.command(COMMANDS[source.byte() % len(COMMANDS)], self.now_us)
        elif what == 14:
            self._commit()
        else:
            self.session = self._host()

    def _exchange(self, turns: int) -> None:
        """Both sides talk, well, for some milliseconds."""
        for _ in range(turns):
            self.pass_ms(1)
            self.to_controller(self.down)
            self.to_host(self.up)
            self.down = self.up = b""

    def _commit(self) -> None:
        for event in self.waiting:
            self.memory.note(event)
        if self.waiting:
            self.session.committed(self.waiting[-1], self.now_us)
        self.waiting.clear()


def speak(data: bytes) -> Play:
    """Play `data` out; AssertionError, or whatever was raised, when something is wrong."""
    source = Reader(data)
    play = Play()
    while source and play.steps < STEPS_MOST:
        play.act(source.byte() % 16, source)
    parts = play.controller.parts
    journal = parts.journal
    assert 0 <= journal.next - journal.first <= 512
    assert parts.link.out_n <= len(parts.link.out)
    assert not parts.arming.armed or parts.session.state != 0
    if play.session.stage is Stage.CLOSED:
        assert play.session.next_deadline is None
    return play


def state(play: Play) -> tuple[object, ...]:
    """What the wire may change in a controller, without time and counters of bad frames."""
    parts = play.controller.parts
    bets, arming = parts.bets, parts.arming
    return (
        (bets.locked, bets.round_id, bets.mask, arming.armed, arming.arm_id),
        (parts.session.state, parts.session.nonce, parts.reboot, parts.faults.mask),
        (parts.journal.first, parts.journal.next, parts.lights.word, parts.reader.good),
        (parts.link.out_n, bytes(parts.link.out[: parts.link.out_n])),
    )


@cache
def _live() -> Play:
    play = Play()
    play.act(7, Reader(bytes([60])))
    play.session.command(m.Lock(3), play.now_us)
    play.act(7, Reader(bytes([5])))
    return play


def babble(data: bytes) -> bool:
    """Give a live controller bytes without a good frame; False if `data` holds one."""
    if Decoder(catalogue.HOST).feed(b"\0" + data + b"\0"):
        return False
    play = _live()
    before = state(play)
    play.to_controller(b"\0" + data + b"\0")
    assert state(play) == before
    play.steps = 0
    play.act(7, Reader(bytes([3])))
    assert play.session.stage is Stage.LIVE
    return True


def one(data: bytes) -> None:
    """The fuzzer's target: the first byte chooses."""
    if data[:1] and data[0] & 1:
        babble(data[1:])
    else:
        speak(data[1:])
