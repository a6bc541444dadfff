"""A controller on a bench without hardware: its inputs, its clock and its host in plain Python.

Runs under CPython and MicroPython. Times are microseconds since the desk was set up; the tick
counter behind them starts at `start_us`.
"""

from controller.controller import Controller
from controller.parts import Identity, Wiring
from feltwire import catalogue
from feltwire.codec import Reader, Writer, layout

WRAP = 1 << 30
BOOT_ID = 4711
NAMES = {row[0]: row[1] for row in catalogue.MESSAGES}
LAYOUTS = {row[0]: layout(row[4]) for row in catalogue.MESSAGES}


def frame(kind, seq, *values):
    """Bytes of a message; values in the order of the catalogue."""
    writer = Writer()
    writer.begin(kind, seq)
    for place, value in zip(LAYOUTS[kind], values):  # noqa: B905 - MicroPython's zip
        if place[1][0] == "b":
            writer.raw(value, place[3])
        else:
            {1: writer.u8, 2: writer.u16, 4: writer.u30}[place[3]](value)
    size = writer.end()
    return bytes(writer.wire[:size])


class Desk:
    """`send` and `run`, then look at `heard`: [(name, fields)], events with their times as here."""

    def __init__(self, start_us=0, sensors=6, on_ms=25, off_ms=50, expected=0, safe=0, live=True):
        self.start_us = start_us
        self.now_us = 0
        self.word = 0
        self.heard = []
        self.events = []  # (number, name, fields) in the order they came, each once
        self.numbers = []  # every event frame, repeats too
        self.pings = True
        self.acks = True
        self._acked = 0
        self._ping_ms = 0
        self._seq = {}
        self._reader = Reader(catalogue.DEVICE)
        identity = Identity(b"UID45678", BOOT_ID, 1, catalogue.fingerprint())
        wiring = Wiring(sensors, on_ms, off_ms, safe)
        self.controller = Controller(wiring, identity, self.ticks(), expected)
        self.parts = self.controller.parts
        if live:
            self.greet()

    def ticks(self):
        return (self.start_us + self.now_us) % WRAP

    # -- inputs

    def cover(self, number, on=True):
        self.word = self.word | 1 << number if on else self.word & ~(1 << number)

    def press(self, down=True):
        self.cover(self.parts.count, down)

    # -- host

    def greet(self, nonce=99):
        """HELLO, its WELCOME and the first ACK."""
        self.send(catalogue.HELLO, catalogue.MAJOR, 0, catalogue.fingerprint(), nonce)
        self.run(2)
        self._acked = self.parts.journal.first
        self.send(catalogue.ACK, self._acked)
        self.run(2)

    def send(self, kind, *values, seq=None):
        """Send one message; commands count their own sequence numbers."""
        if seq is None:
            seq = self._seq[kind] = (self._seq.get(kind, 0) + 1) & 0xFF
        data = bytearray(frame(kind, seq, *values))
        self.controller.receive(self.ticks(), data, len(data))

    def command(self, kind, *values, seq=None):
        """Send a command, run two scans, and return the name of its result."""
        self.send(kind, *values, seq=seq)
        before = len(self.heard)
        self.run(2)
        for name, fields in self.heard[before:]:
            if name == "DONE" and fields["kind"] == kind:
                return catalogue.RESULTS[fields["result"]]
        return None

    # -- time

    def run(self, ms):
        for _ in range(ms):
            if self.pings:
                self._ping_ms += 1
                if self._ping_ms % 250 == 0:
                    self.send(catalogue.PING, 7)
            self.controller.step(self.ticks(), self.word)
            self._listen()
            self.now_us += 1000

    def until(self, at_us):
        while self.now_us < at_us:
            self.run(1)

    @property
    def lit(self):
        """The lights as a word; the button's lamp is above the seats'."""
        return self.parts.lights.word

    @property
    def lamp(self):
        return self.lit >> self.parts.count & 1

    def names(self):
        """What happened, in short: ["EDGE 2 on", "PRESS 7", ...], without BOOT and WRAP."""
        return [short for _, short in self.story()]

    def story(self):
        """As `names`, each with its time: [(at_us, text)]."""
        out = []
        for _number, name, fields in self.events:
            if name not in ("BOOT", "WRAP"):
                at_us = (fields["at_us"] - self.start_us) % WRAP
                out.append((at_us, _short(name, fields)))
        return out

    def wraps(self):
        """What each WRAP said."""
        return [fields["wraps"] for _, name, fields in self.events if name == "WRAP"]

    def _listen(self):
        link = self.controller.link
        at = 0
        while at < link.out_n:
            at = self._reader.take(link.out, at, link.out_n)
            if self._reader.ready:
                self._frame(self._reader)
        assert self._reader.bad_crc == self._reader.bad_shape == 0
        link.taken(link.out_n)

    def _frame(self, reader):
        fields = {}
        for name, kind, offset, width in LAYOUTS[reader.kind]:
            if kind[0] == "b":
                fields[name] = reader.raw(offset, width)
            else:
                fields[name] = {1: reader.u8, 2: reader.u16, 4: reader.u30}[width](offset)
        self.heard.append((NAMES[reader.kind], fields))
        if reader.kind < catalogue.WELCOME:
            self._event(reader.seq, NAMES[reader.kind], fields)

    def _event(self, seq, name, fields):
        self.numbers.append(seq)
        if seq == self._acked & 0xFF:
            self.events.append((self._acked, name, fields))
            self._acked += 1
        if self.acks:
            self.send(catalogue.ACK, self._acked)


def _short(name, fields):
    if name in ("EDGE", "LATE_EDGE"):
        return f"{name} {fields['what'] // 2} {'on' if fields['what'] & 1 else 'off'}"
    if name == "PRESS":
        return f"PRESS {fields['arm_id']}"
    if name == "PRESS_IGNORED":
        return "IGNORED " + catalogue.IGNORED_REASONS[fields["reason"]]
    if name == "DISARMED":
        return f"DISARMED {fields['arm_id']} {catalogue.DISARM_REASONS[fields['reason']]}"
    if name in ("FAULT", "FAULT_CLEARED"):
        return f"{name} {fields['input']} {catalogue.FAULT_CODES[fields['code']]}"
    if name == "LOCKED":
        return f"LOCKED {fields['round_id']} {bin(fields['mask'])}"
    return name
