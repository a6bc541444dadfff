"""One controller: inputs, lights, the button, and the wire to the host.

Called once a millisecond: `receive` with what the port brought, `step` with the inputs, then
`parts.lights.word` to the lights and `link.out` to the port.
"""

from feltwire import catalogue
from feltwire.speed import micropython

from .answers import Answers
from .commands import FIRST, Commands
from .faults import BOOT_SCANS, HELD_SCANS
from .parts import Identity, Parts, Wiring
from .session import GREETED, LIVE, NONE

MYPY = False
if MYPY:  # a chip without such memory does not load it
    from .kept import Kept

_ASKS = {
    catalogue.ASK_IDENTITY: catalogue.IDENTITY,
    catalogue.ASK_SNAPSHOT: catalogue.SNAPSHOT,
}


class Controller:
    """`expected` are the inputs that may be active at boot: those covered before a reset.

    `kept` holds what outlived the reset; its journal goes on when the boot id is still its own.
    """

    def __init__(
        self,
        wiring: Wiring,
        identity: Identity,
        now_us: int,
        expected: int,
        kept: "Kept | None" = None,
    ) -> None:
        self.parts = Parts(wiring, identity)
        self.link = self.parts.link
        self._commands = Commands(self.parts)
        self._answers = Answers(self.parts)
        self._expected = expected
        self._since_boot = self.parts.sensor_mask | self.parts.button_mask  # active all the time
        journal = self.parts.journal
        if kept is not None:
            if kept.boot_id == identity.boot_id:
                kept.restore(journal, self.parts.arming)
                identity.flags |= catalogue.KEPT_JOURNAL
            kept.begin(identity.boot_id)
        journal.start(now_us)
        journal.push_vital(catalogue.BOOT, now_us, identity.boot_id, identity.cause)
        self._boot_event = journal.next - 1

    @micropython.native
    def receive(self, now_us: int, data: bytearray, count: int) -> None:
        """Take `data[0:count]` from the port."""
        self.parts.journal.tick(now_us)
        reader = self.parts.reader
        at = 0
        while at < count:
            at = reader.take(data, at, count)
            if reader.ready:
                self.link.heard()
                self.parts.session.heard(now_us)
                if self.parts.session.takes(reader.kind):
                    self._message(now_us, reader.kind, reader.seq)

    @micropython.native
    def step(self, now_us: int, inputs: int, at_us: int = -1) -> bool:
        """One scan; bit i of `inputs` is set while input i is active. True: the lights changed.

        `at_us` is when they were so, when that is not now: a sample that was kept.
        """
        parts = self.parts
        parts.journal.tick(now_us)
        stalled_ms = parts.stats.scan(now_us)
        if stalled_ms:
            self._stalled(now_us, stalled_ms)
        parts.raw = inputs
        self._scan(now_us, inputs, now_us if at_us < 0 else at_us)
        if parts.session.state and parts.session.silent(now_us):
            self._host_lost(now_us)
        if parts.journal.behind:
            parts.disarm(now_us, catalogue.JOURNAL_FULL)
        if self._answers.owed:
            self._answers.pump(now_us)
        self.link.pump(now_us)
        if parts.session.state != LIVE:
            return parts.lights.step(catalogue.BLINK)
        return parts.lights.step(catalogue.ON if parts.arming.armed else catalogue.OFF)

    def silent(self, now_us: int, inputs: int) -> None:
        """The chip that these inputs are read through does not answer: each is a fault, told once.

        They stay out of play until CLEAR_FAULT, which holds only when the chip is back.
        """
        self.parts.journal.tick(now_us)
        fresh = inputs & ~self.parts.faults.mask
        i = 0
        while fresh:
            if fresh & 1:
                self._fault(now_us, i, catalogue.DRIVER_SILENT, 0)
            fresh >>= 1
            i += 1

    def failed(self, now_us: int) -> None:
        """The loop has caught an exception: disarm, and say so."""
        self.parts.journal.tick(now_us)
        self.parts.disarm(now_us, catalogue.BY_FAULT)
        self._journal_fault(now_us, catalogue.LOOP_ERROR, catalogue.NO_INPUT, 0)

    def proved(self, proof: bytes) -> None:
        """Answer the challenge with its proof; empty when there is no key."""
        self.parts.challenge = b""
        self._answers.owe_proof(proof, 0)

    @micropython.native
    def _scan(self, now_us: int, inputs: int, at_us: int) -> None:
        parts = self.parts
        raw = inputs & ~parts.faults.mask
        if self._since_boot:
            self._since_boot &= inputs
            if parts.stats.scans >= BOOT_SCANS:
                self._since_boot = 0
        chatters = parts.faults.step(raw)
        if chatters >= 0:
            self._fault(now_us, chatters, catalogue.INPUT_CHATTER, parts.faults.changes(chatters))
            raw &= ~parts.faults.mask
        changed = parts.sensors.step(at_us, raw & parts.sensor_mask)
        if changed:
            self._edges(now_us, changed)
        if parts.arming.armed and parts.arming.over(now_us):
            parts.disarm(now_us, catalogue.LEASE_OVER)
        if parts.button.step(at_us, raw & parts.button_mask):
            self._press(now_us)
        elif parts.button.held_scans == HELD_SCANS:
            self._fault(now_us, parts.count, catalogue.BUTTON_STUCK, HELD_SCANS)

    def _edges(self, now_us: int, changed: int) -> None:
        parts = self.parts
        kind = catalogue.LATE_EDGE if parts.bets.locked else catalogue.EDGE
        i = 0
        while changed:
            if changed & 1:
                covered = parts.sensors.state >> i & 1
                if covered and self._since_boot & ~self._expected & 1 << i:
                    self._fault(now_us, i, catalogue.ACTIVE_AT_BOOT, 0)
                else:
                    parts.journal.push(kind, parts.sensors.first_us[i], i * 2 + covered, 0)
                    if parts.faults.settled(i):
                        changes = parts.faults.changes(i)
                        self._fault(now_us, i, catalogue.INPUT_CHATTER, changes)
            changed >>= 1
            i += 1

    def _press(self, now_us: int) -> None:
        parts = self.parts
        at_us = parts.button.first_us
        if self._since_boot & parts.button_mask:
            self._fault(now_us, parts.count, catalogue.ACTIVE_AT_BOOT, 0)
        elif parts.arming.press():
            parts.journal.push_vital(catalogue.PRESS, at_us, parts.arming.arm_id, 0)
        else:
            parts.journal.push(catalogue.PRESS_IGNORED, at_us, parts.arming.refusal(), 0)

    def _fault(self, now_us: int, number: int, code: int, detail: int) -> None:
        parts = self.parts
        parts.faults.set(number, code)
        self._since_boot &= ~(1 << number)  # told once
        if number == parts.count:
            parts.disarm(now_us, catalogue.BY_FAULT)
        else:
            parts.sensors.force(1 << number, 0)
        self._journal_fault(now_us, code, number, detail)

    def _journal_fault(self, now_us: int, code: int, number: int, detail: int) -> None:
        self.parts.journal.push(catalogue.FAULT, now_us, code, number | detail << 8)

    def _stalled(self, now_us: int, stalled_ms: int) -> None:
        detail = min(stalled_ms, 0xFFFF)
        self._journal_fault(now_us, catalogue.SCAN_STALLED, catalogue.NO_INPUT, detail)
        journal = self.parts.journal
        both = catalogue.NO_INPUT | detail << 8
        journal.push(catalogue.FAULT_CLEARED, now_us, catalogue.SCAN_STALLED, both)

    def _host_lost(self, now_us: int) -> None:
        parts = self.parts
        if parts.session.state == LIVE:
            silent_ms = min(parts.session.silent_ms(now_us), 0xFFFF)
            parts.journal.push(catalogue.HOST_LOST, now_us, silent_ms, 0)
        parts.session.end()
        self._hostless(now_us)
        self._answers.drop()

    def _hostless(self, now_us: int) -> None:
        """No host that may play: fail safe. The locked bets and their lights stay."""
        parts = self.parts
        parts.disarm(now_us, catalogue.HOST_SILENT)
        parts.lights.safe()
        self.link.stop()

    @micropython.native
    def _message(self, now_us: int, kind: int, seq: int) -> None:
        parts = self.parts
        reader = parts.reader
        if kind >= FIRST:
            result = self._commands.take(now_us, kind, seq)
            self._answers.owe_done(kind, seq, result)
        elif kind == catalogue.PING:
            self._ping(seq)
        elif kind == catalogue.ACK:
            self._ack(now_us, reader.u30(0))
        elif kind == catalogue.HELLO:
            self._hello(now_us, seq)
        elif kind == catalogue.CHALLENGE:
            parts.challenge = reader.raw(0, 16)
        elif kind == catalogue.ASK_DIGEST:
            parts.program.ask(parts.stats.scans)
            self._answers.owe(catalogue.DIGEST, seq)
        elif kind == catalogue.ASK_STATS:
            parts.stats.ask()
            self._answers.owe(catalogue.STATS, seq)
        elif kind in _ASKS:
            self._answers.owe(_ASKS[kind], seq)

    def _hello(self, now_us: int, seq: int) -> None:
        reader = self.parts.reader
        session = self.parts.session
        if session.hello(reader.u8(0), reader.u30(2), reader.u30(6)):
            self._commands.forget()
            self._answers.drop()
            self.link.stop()
            if session.state != GREETED:
                self._hostless(now_us)
        self._answers.owe_welcome(reader.u30(6), seq)

    def _ping(self, seq: int) -> None:
        session = self.parts.session
        if session.state != NONE:
            self._answers.owe_pong(self.parts.reader.u16(0), seq)
        if session.state == NONE or session.state == GREETED:  # its HELLO or its first ACK was lost
            self._answers.owe_welcome(session.nonce, seq)

    @micropython.native
    def _ack(self, now_us: int, next_event: int) -> None:
        session = self.parts.session
        if next_event > self.parts.journal.next:
            return  # of another boot
        if session.state == GREETED:
            session.state = LIVE
            self.link.begin(now_us)
        self.link.acknowledge(next_event, now_us)
        if self.parts.journal.first > self._boot_event:
            self.parts.identity.flags &= ~catalogue.KEPT_JOURNAL
