"""Answers that are owed to the host, sent as soon as the link has room. Latest wins a kind."""

from feltwire import catalogue
from feltwire.speed import micropython

from .commands import FIRST
from .parts import Parts

_BASE = catalogue.WELCOME
_KINDS = 8  # WELCOME to STATS; above them a DONE for each command
_NUMBER = _KINDS + 9


class Answers:
    """Frames from the controller's present state, one at most of each kind and command."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.owed = 0  # bit n: kind WELCOME + n, and from 8 on DONE of command FIRST + n - 8
        self._seq = bytearray(_NUMBER)
        self._result = bytearray(_NUMBER)
        self._token = 0
        self._nonce = 0
        self._proof = b""

    def owe(self, kind: int, seq: int) -> None:
        self.owed |= 1 << kind - _BASE
        self._seq[kind - _BASE] = seq

    def owe_welcome(self, nonce: int, seq: int) -> None:
        self._nonce = nonce
        self.owe(catalogue.WELCOME, seq)

    def owe_pong(self, token: int, seq: int) -> None:
        self._token = token
        self.owe(catalogue.PONG, seq)

    def owe_proof(self, proof: bytes, seq: int) -> None:
        self._proof = proof
        self.owe(catalogue.PROOF, seq)

    def owe_done(self, kind: int, seq: int, result: int) -> None:
        i = kind - FIRST + _KINDS
        self.owed |= 1 << i
        self._seq[i] = seq
        self._result[i] = result

    def drop(self) -> None:
        """The session is over: nobody waits any more."""
        self.owed = 0

    @micropython.native
    def pump(self, now_us: int) -> None:
        """Send what is owed, as far as the link has room: the two first in line, not to hold up
        the scan."""
        owed = self.owed
        left = 2
        i = 0
        while owed and left:
            if owed & 1 and self._send(i, now_us):
                left -= 1
            owed >>= 1
            i += 1

    @micropython.native
    def _send(self, i: int, now_us: int) -> bool:
        link = self._parts.link
        kind = _BASE + i if i < _KINDS else catalogue.DONE
        if not link.fits(kind):
            return False
        self.owed &= ~(1 << i)
        link.writer.begin(kind, self._seq[i])
        if i < _KINDS:
            self._fields(kind, now_us)
        else:
            link.writer.u8(FIRST + i - _KINDS)
            link.writer.u8(self._result[i])
        link.send()
        return True

    @micropython.native
    def _fields(self, kind: int, now_us: int) -> None:
        if kind == catalogue.PONG:
            writer = self._parts.link.writer
            writer.u16(self._token)
            writer.u30(now_us)
            writer.u16(self._parts.journal.wraps)
        elif kind == catalogue.SNAPSHOT:
            self._snapshot(now_us)
        elif kind == catalogue.WELCOME:
            self._welcome()
        elif kind == catalogue.IDENTITY:
            self._identity()
        elif kind == catalogue.STATS:
            self._stats()
        elif kind == catalogue.DIGEST:
            self._digest()
        else:
            writer = self._parts.link.writer
            writer.u8(1 if self._proof else 0)
            writer.raw(self._proof, 32)

    def _welcome(self) -> None:
        parts = self._parts
        writer = parts.link.writer
        identity = parts.identity
        writer.u8(catalogue.MAJOR)
        writer.u8(catalogue.MINOR)
        writer.u30(identity.catalogue_hash)
        writer.u30(self._nonce)
        writer.u30(identity.boot_id)
        for i in range(3):
            writer.u8(identity.version[i])
        writer.raw(identity.firmware, 8)
        writer.raw(parts.identity.board_digest, 4)
        writer.raw(identity.uid, 8)
        writer.u8(identity.cause)
        writer.u30(parts.journal.first)
        writer.u16(parts.journal.next - parts.journal.first)
        writer.u8(identity.flags | (catalogue.OVERFLOWED if parts.journal.behind else 0))

    def _identity(self) -> None:
        parts = self._parts
        writer = parts.link.writer
        writer.raw(parts.identity.uid, 8)
        writer.raw(parts.identity.chip, 10)
        writer.raw(parts.identity.board_digest, 4)
        writer.raw(parts.identity.board, 28)

    def _snapshot(self, now_us: int) -> None:
        parts = self._parts
        writer = parts.link.writer
        journal = parts.journal
        writer.u30(now_us)
        writer.u30(parts.sensors.state | (parts.button_mask if parts.button.down else 0))
        writer.u30(parts.raw)
        writer.u30(parts.bets.mask)
        writer.u30(parts.bets.round_id if parts.bets.locked else 0)
        writer.u30(parts.arming.arm_id)
        writer.u8(1 if parts.arming.armed else 0)
        writer.u8(1 if parts.button.touched else 0)
        writer.u30(parts.faults.mask)
        writer.u30(journal.next)
        writer.u30(journal.lost)
        writer.u16(journal.wraps)
        writer.u30(journal.first)
        writer.u16(journal.first_wraps)

    def _digest(self) -> None:
        writer = self._parts.link.writer
        program = self._parts.program
        writer.u8(1 if program.done else 0)
        writer.u8(program.files)
        writer.u30(program.bytes_read)
        writer.raw(program.sum, 32)

    def _stats(self) -> None:
        parts = self._parts
        writer = parts.link.writer
        stats = parts.stats
        writer.u30(parts.reader.good)
        writer.u30(parts.reader.bad_crc)
        writer.u30(parts.reader.bad_shape)
        writer.u30(parts.link.resends)
        writer.u30(stats.scans)
        writer.u30(stats.late)
        writer.u30(stats.worst_gap_us)
        writer.u30(stats.free_bytes)
