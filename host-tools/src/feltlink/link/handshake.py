"""From the first HELLO to a controller that may be used, or is refused and watched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from feltlink.link import judge
from feltlink.link import messages as m
from feltlink.link.events import ReadOnly, Refused
from feltlink.link.output import Output
from feltlink.link.proof import proves
from feltwire import catalogue

HELLO_US = 250_000
ASK_US = 50_000
ASK_LONGEST_US = 400_000


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """What a session may accept.

    `uid` (8 bytes) binds it to one controller. With `key` (32 bytes) the controller must prove
    that it knows it; without, `allow_unproven` decides. With `program`, the SHA-256 of the released
    program, the controller's own is compared. `traffic` also tells of each frame.
    """

    uid: bytes | None = None
    key: bytes | None = None
    allow_unproven: bool = True
    program: bytes | None = None
    traffic: bool = False


class Step(Enum):
    """Where a handshake stands."""

    HELLO = "hello"
    PROVE = "prove"
    DONE = "done"
    WATCH = "watch"  # refused or read-only; HELLO goes on so that another controller is seen


def ask_again_us(wait_us: int) -> int:
    """The wait after `wait_us` brought no answer."""
    return min(2 * wait_us, ASK_LONGEST_US)


def hello(nonce: int) -> m.Hello:
    """This host's greeting."""
    return m.Hello(catalogue.MAJOR, catalogue.MINOR, catalogue.fingerprint(), nonce)


def looking(nonce: int) -> m.Hello:
    """A greeting that asks for a read-only session: by a catalogue that no one has."""
    return m.Hello(catalogue.MAJOR, catalogue.MINOR, 0, nonce)


class Handshake:
    """One attempt at a controller; a new one is made for each new session."""

    def __init__(
        self, config: SessionConfig, random: Callable[[int], bytes], output: Output, now_us: int
    ) -> None:
        self._config = config
        self._random = random
        self._output = output
        # 0 is the nonce of a controller that greets unasked
        self._nonce = int.from_bytes(random(4), "little") & 0x3FFF_FFFF or 1
        self._challenge = b""
        self._wait_us = ASK_US
        self.step = Step.HELLO
        self.welcome: m.Welcome | None = None
        self.proven = False
        self.due_us = now_us
        self.tick(now_us)

    def tick(self, now_us: int) -> None:
        """Ask again when it is time."""
        if now_us < self.due_us or self.step is Step.DONE:
            return
        if self.step is Step.PROVE:
            self._output.send(m.Challenge(self._challenge))
            self.due_us = now_us + self._wait_us
            self._wait_us = ask_again_us(self._wait_us)
            return
        self._output.send(hello(self._nonce))
        self.due_us = now_us + HELLO_US

    def greeted(self, welcome: m.Welcome, now_us: int) -> bool:
        """Take a WELCOME; False if it shows that this handshake no longer holds."""
        ours = welcome.nonce == self._nonce
        if self.step is Step.HELLO:
            if ours:
                self._judge(welcome, now_us)
            return True
        if self.step is Step.WATCH and ours and self.welcome is not None:
            return not judge.differs(welcome, self.welcome)
        return ours

    def _judge(self, welcome: m.Welcome, now_us: int) -> None:
        config = self._config
        self.welcome = welcome
        verdict = judge.welcome(welcome, uid=config.uid)
        if verdict is not None:
            self.watch(verdict)
        elif config.key is not None:
            self.step = Step.PROVE
            self._challenge = self._random(16)
            self.due_us = now_us
            self.tick(now_us)
        elif config.allow_unproven:
            self.step = Step.DONE
        else:
            self.watch(judge.no_key(welcome))

    def proof(self, proof: m.Proof) -> None:
        """Take the answer to the challenge."""
        welcome, key = self.welcome, self._config.key
        if self.step is not Step.PROVE or welcome is None or key is None:
            return
        right = proves(proof.hmac, key, self._challenge, welcome.uid, welcome.boot_id)
        if not proof.provisioned and not self._config.allow_unproven:
            self.watch(judge.no_key(welcome))
        elif proof.provisioned and not right:
            self.watch(judge.impostor(welcome))
        else:
            self.proven = bool(proof.provisioned)
            self.step = Step.DONE

    def watch(self, verdict: Refused | ReadOnly) -> None:
        """Use this controller no further; look on until another answers."""
        self.step = Step.WATCH
        self._output.tell(verdict)
