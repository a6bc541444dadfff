"""Ten thousand passes with traffic both ways and the heap locked: nothing is allocated.

(Under CPython the same passes run without a lock.)
"""

import gc

from feltwire import catalogue as c
from feltwire.codec import Reader, Writer
from support.desk import WRAP, Desk

try:
    from micropython import heap_lock, heap_unlock
except ImportError:

    def heap_lock():
        pass

    heap_unlock = heap_lock

PASSES = 10_000
EVERY = 7
KINDS = (
    c.PING,
    c.LOCK,
    c.ARM,
    c.LIGHTS,
    c.ASK_SNAPSHOT,
    c.DISARM,
    c.RELEASE,
    c.ASK_STATS,
    c.ASK_IDENTITY,
    c.CLEAR_FAULT,
    c.CONFIGURE,
    c.HELLO,
)


class Rig:
    """The controller, and a host that writes its frames without allocating."""

    def __init__(self, sensors):
        desk = Desk(WRAP - 2_000_000, sensors=sensors, on_ms=3, off_ms=4)
        self.controller = desk.controller
        self.now = desk.ticks()
        self.button = 1 << sensors
        self.reader = Reader(c.DEVICE)
        self.writer = Writer()
        self.patterns = bytes([0x10, 0x32, 0x54])
        self.noise = bytearray(b"\x00noise\x03\x00\x07half")
        self.fingerprint = c.fingerprint()
        self.acked = 1
        self.events = 0
        self.word = 0

    def send(self):
        size = self.writer.end()
        self.controller.receive(self.now, self.writer.wire, size)

    def command(self, i):
        """All kinds in turn, with ids and sequence numbers rising."""
        writer = self.writer
        turn = i % len(KINDS)
        round_id = 1 + i // len(KINDS)
        kind = KINDS[turn]
        writer.begin(kind, round_id)
        if kind == c.PING:
            writer.u16(i & 0xFFFF)
        elif kind == c.LIGHTS:
            writer.raw(self.patterns, 15)
        elif kind == c.HELLO:
            writer.u8(c.MAJOR)
            writer.u8(0)
            writer.u30(self.fingerprint)
            writer.u30(99)
        elif kind == c.CONFIGURE or kind == c.CLEAR_FAULT:
            writer.u8(1 if kind == c.CONFIGURE else 255)
            if kind == c.CONFIGURE:
                writer.u30(3)
        elif kind < c.ASK_IDENTITY or kind > c.ASK_STATS:
            writer.u30(round_id)
            if kind == c.ARM:
                writer.u16(30)
            if kind == c.LOCK:
                writer.u8(0)
                writer.u30(0)
        self.send()

    def passes(self, count):
        controller = self.controller
        for i in range(count):
            self.now = (self.now + 1000) & 0x3FFFFFFF
            self.inputs(i)
            if i % EVERY == 0:
                self.command(i // EVERY)
            if i % 1001 == 0:
                controller.receive(self.now, self.noise, len(self.noise))
            controller.step(self.now, self.word)
            self.listen()

    def inputs(self, i):
        if i % 40 == 0:
            self.word ^= 1 << i // 40 % 5
        if i % 211 == 0:
            self.word |= self.button
        if i % 211 == 60:
            self.word &= ~self.button
        if i % 500 < 3:
            self.word ^= 0b100000  # a glitch

    def listen(self):
        reader = self.reader
        link = self.controller.link
        at = 0
        while at < link.out_n:
            at = reader.take(link.out, at, link.out_n)
            if reader.ready and reader.kind < c.WELCOME:
                self.event(reader.seq)
        link.taken(link.out_n)

    def event(self, seq):
        known = seq != self.acked & 0xFF
        if not known:
            self.acked += 1
            self.events += 1
        if known or self.acked % 4 == 0:
            self.writer.begin(c.ACK, 0)
            self.writer.u30(self.acked)
            self.send()


def _steady(sensors):
    rig = Rig(sensors)
    rig.passes(50)
    gc.collect()
    before = gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0
    heap_lock()
    try:
        rig.passes(PASSES)
    finally:
        heap_unlock()
    after = gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0
    assert after == before, after - before
    assert rig.events > 300, rig.events
    parts = rig.controller.parts
    assert parts.arming.arm_id > 100
    assert parts.reader.good > PASSES // EVERY
    assert parts.faults.mask == 0
    assert parts.link.resends > 0  # acknowledged by fours: the rest of a window comes again


def _lost_and_found():
    """A host that falls silent, and a journal that runs over, allocate nothing either."""
    rig = Rig(6)
    rig.passes(20)
    heap_lock()
    try:
        for i in range(30_000):
            rig.now = (rig.now + 1000) & 0x3FFFFFFF
            rig.word = 0b111111 if i // 130 & 1 else 0
            rig.controller.step(rig.now, rig.word)
            rig.controller.link.taken(rig.controller.link.out_n)
    finally:
        heap_unlock()
    assert rig.controller.parts.session.state == 0
    assert rig.controller.parts.journal.lost > 500
    assert rig.controller.parts.faults.mask == 0


CASES = {
    "six sensors": lambda: _steady(6),
    "twenty-nine sensors": lambda: _steady(29),
    "lost host, full journal": _lost_and_found,
}
