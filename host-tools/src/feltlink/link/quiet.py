"""A session that only looks: it acknowledges nothing, commands nothing, and blocks until answered.

For tools at the workbench. The controller holds it for a host with another catalogue, so a table's
events stay where they are.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

from feltlink.link.frames import Decoder, encode
from feltlink.link.handshake import looking
from feltlink.link.judge import FLASH
from feltlink.link.messages import Hello, Message, Welcome
from feltlink.link.port import BAUD, PortInfo, open_port
from feltlink.problem import Problem

HELLO_TRIES = 6
HELLO_WAIT_S = 0.25

Answer = TypeVar("Answer", bound=Message)


class Silent(Problem):
    """The port is free, and nothing that speaks feltwire is on it."""


class Quiet:
    """Opens `port` and greets. `Problem` if it is not free or nobody answers."""

    _hello = staticmethod(looking)

    def __init__(self, port: PortInfo, baud: int = BAUD) -> None:
        self._opened = open_port(port.path, baud, port.vendor)
        self._decoder = Decoder()
        self._seq = 0  # of what is sent; only commands count
        try:
            self.welcome = self._greet()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the port up."""
        self._opened.close()

    def _greet(self) -> Welcome:
        nonce = time.monotonic_ns() & 0x3FFF_FFFF or 1
        got = self._ask(
            self._hello(nonce), Welcome, HELLO_TRIES, HELLO_WAIT_S, lambda w: w.nonce == nonce
        )
        if got is None:
            raise Silent(
                "no controller answers",
                where=f"port {self._opened.path}",
                remedy=FLASH,
            )
        return got

    def ask(self, question: Message, answer: type[Answer]) -> Answer:
        """Ask until it is answered; a `Problem` after two seconds."""
        got = self._ask(question, answer, 4, 0.5, lambda _: True)
        if got is None:
            raise Problem(
                f"the controller does not answer {type(question).__name__}",
                where=f"port {self._opened.path}",
                remedy=FLASH,
            )
        return got

    def ask_once(
        self, question: Message, answer: type[Answer], fits: Callable[[Answer], bool]
    ) -> Answer | None:
        """Ask and wait for a second at most."""
        return self._ask(question, answer, 1, 1.0, fits)

    def prompted(self, wait_s: float) -> bool:
        """Press Enter until MicroPython's prompt answers; tell whether it did."""
        said = b""
        until = time.monotonic() + wait_s
        try:
            while time.monotonic() < until:
                if not select.select([self._opened.fd], [], [], 0.2)[0]:
                    self._opened.write(b"\r")
                    continue
                said = (said + self._opened.read())[-16:]
                if said.endswith(b">>> "):
                    return True
        except OSError as fault:
            raise Problem(
                f"the port went away: {fault}", where=f"port {self._opened.path}"
            ) from None
        return False

    def _ask(
        self,
        question: Message,
        answer: type[Answer],
        tries: int,
        wait_s: float,
        fits: Callable[[Any], bool],
    ) -> Answer | None:
        opened = self._opened
        try:
            for _ in range(tries):
                opened.write(
                    (b"\0" if isinstance(question, Hello) else b"") + encode(question, self._seq)
                )
                until = time.monotonic() + wait_s
                while (left := until - time.monotonic()) > 0:
                    if not select.select([opened.fd], [], [], left)[0]:
                        break
                    for _seq, message in self._decoder.feed(opened.read()):
                        if isinstance(message, answer) and fits(message):
                            return message
        except OSError as fault:
            raise Problem(f"the port went away: {fault}", where=f"port {opened.path}") from None
        return None
