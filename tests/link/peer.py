"""A controller for session tests: the device's half of docs/architecture.md in a page of Python.

The real firmware is driven in the state-machine test; this one can be made to misbehave.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

from feltlink.link import messages as m
from feltlink.link.frames import Decoder, encode
from feltwire import catalogue


class Peer:
    """`bytes_for_host` is what it has written; `ticks_us` its whole time, not wrapped."""

    def __init__(self, uid: bytes = b"\x01" * 8, boot_id: int = 7, key: bytes = b"") -> None:
        self.uid = uid
        self.boot_id = boot_id
        self.key = key
        self.ticks_us = 1_000
        self.catalogue = catalogue.fingerprint()
        self.major = catalogue.MAJOR
        self.nonce = 0
        self.heard: list[m.Message] = []
        self.acked = 0
        self.acks: list[int] = []
        self.streaming = False
        self.journal: list[tuple[int, m.Message]] = []
        self.mute = False
        self.first_wraps = 0
        self.results: dict[type, int] = {}
        self.applied: list[m.Message] = []
        self._wraps = 0
        self._seqs: dict[type, int] = {}
        self._decoder = Decoder(catalogue.HOST)
        self.bytes_for_host = bytearray()
        self.event(m.Boot(0, boot_id, 1))

    def event(self, message: m.Message, at_us: int | None = None) -> None:
        """Journal an event stamped `at_us` of whole device time (now), WRAP first if need be."""
        at_us = self.ticks_us if at_us is None else at_us
        if at_us >> 30 != self._wraps:
            self._wraps = at_us >> 30
            self.journal.append((at_us, m.Wrap(at_us & 0x3FFFFFFF, self._wraps)))
        self.journal.append((at_us, replace(message, at_us=at_us & 0x3FFFFFFF)))

    def reset_keeping_the_journal(self) -> None:
        """A watchdog reset on a chip that keeps the journal: same boot id, numbers go on."""
        self._wraps += 256
        self.ticks_us = (self._wraps << 30) + 3
        self.nonce = 0
        self.streaming = False
        self._seqs = {}
        self.journal.append((self.ticks_us, m.Wrap(3, self._wraps)))
        self.journal.append((self.ticks_us, m.Boot(3, self.boot_id, 3)))

    def say(self, message: m.Message, seq: int = 0) -> None:
        if not self.mute:
            self.bytes_for_host += encode(message, seq)

    def send_events(self) -> None:
        """Send the window, as the resend timer would."""
        if self.streaming:
            for number in range(self.acked, min(self.acked + 8, len(self.journal))):
                self.say(self.journal[number][1], number & 0xFF)

    def hear(self, data: bytes) -> None:
        for seq, message in self._decoder.feed(data):
            self.heard.append(message)
            self._take(seq, message)

    def welcome(self, nonce: int) -> m.Welcome:
        pending = len(self.journal) - self.acked
        flags = catalogue.PROVISIONED if self.key else 0
        code = (self.major, 0, self.catalogue, nonce, self.boot_id, 0, 1, 0)
        return m.Welcome(
            *code, b"f" * 8, b"bord", self.uid, 1, self.acked, min(pending, 65535), flags
        )

    def _take(self, seq: int, message: m.Message) -> None:
        if isinstance(message, m.Hello):
            if message.nonce != self.nonce:
                self.nonce = message.nonce
                self.streaming = False
                self._seqs = {}
            self.say(self.welcome(message.nonce))
        elif not self.nonce:
            self.say(self.welcome(0))
        elif isinstance(message, m.Ping):
            self.say(m.Pong(message.token, self.ticks_us & 0x3FFFFFFF, self.ticks_us >> 30))
        elif isinstance(message, m.Ack):
            self._ack(message.next_event)
        elif isinstance(message, m.AskSnapshot):
            self.say(self.snapshot())
        elif isinstance(message, m.Challenge):
            covered = message.nonce + self.uid + self.boot_id.to_bytes(4, "little")
            right = hmac.new(self.key, covered, hashlib.sha256).digest()
            self.say(m.Proof(1, right) if self.key else m.Proof(0, bytes(32)))
        elif isinstance(message, m.Command):
            self._command(seq, message)

    def _ack(self, next_event: int) -> None:
        self.acks.append(next_event)
        self.streaming = True
        for number in range(self.acked, next_event):
            wrap = self.journal[number][1]
            if isinstance(wrap, m.Wrap):
                self.first_wraps = wrap.wraps
        self.acked = max(self.acked, next_event)

    def _command(self, seq: int, message: m.Message) -> None:
        if self._seqs.get(type(message)) != seq:
            self._seqs[type(message)] = seq
            self.applied.append(message)
        self.say(m.Done(m.KIND_OF[type(message)], self.results.get(type(message), 0)), seq)

    def snapshot(self) -> m.Snapshot:
        now = self.ticks_us
        state = (now & 0x3FFFFFFF, 0, 0, 0, 0, 0, 0, 0, 0, len(self.journal), 0)
        return m.Snapshot(*state, now >> 30, self.acked, self.first_wraps)
