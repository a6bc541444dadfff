"""Frames by hand on a simulated board's pipe, for what no well-behaved host would send."""

from __future__ import annotations

from typing import TypeVar

from feltlink.link.frames import Decoder, encode
from feltlink.link.messages import Ack, AskSnapshot, Hello, Message, Welcome
from feltlink.sim.board import SimBoard
from feltwire import catalogue

M = TypeVar("M", bound=Message)


class RawLink:
    """`heard` holds every good frame of the board so far."""

    def __init__(self, board: SimBoard) -> None:
        self.board = board
        self.decoder = Decoder(catalogue.DEVICE)
        self.heard: list[Message] = []
        self.seqs: list[int] = []

    def send(self, message: Message, seq: int = 0) -> None:
        self.board.write(encode(message, seq))

    def run(self, ms: int) -> None:
        """Let the board live and listen to it."""
        self.board.run(ms * 1_000)
        for seq, message in self.decoder.feed(self.board.read()):
            self.heard.append(message)
            self.seqs.append(seq)

    def of(self, kind: type[M]) -> list[M]:
        """The messages of one kind heard so far."""
        return [message for message in self.heard if isinstance(message, kind)]

    def hello(self, nonce: int = 1) -> None:
        """Say HELLO behind a boundary, and wait for the answer."""
        self.board.write(b"\x00")
        self.send(Hello(catalogue.MAJOR, catalogue.MINOR, catalogue.fingerprint(), nonce))
        self.run(20)

    def greet(self, nonce: int = 1) -> Welcome:
        """Begin a session as far as the first ACK: the board sends its events from 0."""
        self.hello(nonce)
        welcome = self.of(Welcome)[-1]
        self.send(Ack(0))
        self.send(AskSnapshot())
        self.run(20)
        return welcome
