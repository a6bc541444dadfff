"""A controller at the workbench: may it be worked on now, where is its prompt, is it back."""

from __future__ import annotations

import time
from contextlib import suppress

from feltlink.link import messages as m
from feltlink.link.discovery import ports
from feltlink.link.port import BAUD, PortInfo
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltwire import catalogue

__all__ = ["again", "digest", "give_prompt", "identity", "leave_a_round_alone", "prompt_of"]

_BACK_S = 15.0  # a controller is back from its reset within
_PROMPT_S = 8.0  # the program writes a file, and MicroPython its greeting
_DIGEST_S = 60.0  # a digest takes an RP2040 ten seconds, in its idle time


def leave_a_round_alone(looking: Quiet, path: str) -> None:
    """Problem while bets are locked or the button is armed. A port in use was refused before.

    A controller of another major version is asked nothing but the frozen core.
    """
    if looking.welcome.major != catalogue.MAJOR:
        return
    snapshot = looking.ask(m.AskSnapshot(), m.Snapshot)
    if snapshot.round_id or snapshot.armed:
        raise Problem(
            "bets are locked on this controller: a round is being played",
            where=f"port {path}",
            remedy="finish the round first",
        )


def prompt_of(uid: bytes) -> str | None:
    """The USB port that carries the controller's id as its serial number.

    An ESP32-S3's id is its MAC, six bytes, and its serial number goes on after them (MicroPython,
    ports/esp32/usb.c).
    """
    wanted = uid.hex().removesuffix("0000") if uid.endswith(b"\0\0") else uid.hex()
    return next((p.path for p in ports() if p.serial.lower().startswith(wanted)), None)


def give_prompt(looking: Quiet, path: str) -> None:
    """Let the program end and MicroPython's prompt have this very port; then give the port up.

    The controller itself refuses while bets are locked or the button is armed. From now on its
    watchdog starts the program again unless the prompt's user feeds it.
    """
    result = catalogue.OK
    with suppress(Problem):  # the answer was lost, or it is an older program
        result = looking.ask(m.Reboot(catalogue.INTO_PROMPT), m.Done).result
    if result != catalogue.OK:
        raise Problem(
            f"the controller keeps its port: {catalogue.RESULTS[result]}",
            where=f"port {path}",
            remedy="finish the round first",
        )
    if not looking.prompted(_PROMPT_S):
        raise Problem(
            "the program on this controller does not give its prompt through this port",
            where=f"port {path}",
            remedy="it is an older one: name the port of the prompt with --prompt, or flash the"
            " whole image: feltlink firmware flash IMAGE --port PORT",
        )
    looking.close()


def identity(looking: Quiet) -> tuple[m.Identity, str]:
    """What the controller says it is, and its board's name."""
    said = looking.ask(m.AskIdentity(), m.Identity)
    return said, said.name.rstrip(b"\0").decode(errors="replace")


def digest(looking: Quiet, patience_s: float = _DIGEST_S) -> bytes:
    """The SHA-256 over the controller's program, computed by it now.

    The first answer may be one of the boot's; it is as fresh: files do not change while it runs.
    """
    until = time.monotonic() + patience_s
    while not (answer := looking.ask(m.AskDigest(), m.Digest)).done:
        if time.monotonic() > until:
            raise Problem(
                "the controller does not finish the digest of its program",
                remedy="a file of it cannot be read, or a round is being played: deploy it anew",
                code=1,
            )
        time.sleep(0.05)
    return answer.sha256


def again(port: PortInfo, baud: int = BAUD, uid: bytes | None = None) -> Quiet:
    """The controller after its reset; it must be the one with `uid` (when that is known)."""
    until = time.monotonic() + _BACK_S
    while True:
        try:
            looking = Quiet(port, baud)
        except Problem:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
            continue
        if uid is not None and looking.welcome.uid != uid:
            other = looking.welcome.uid.hex()
            looking.close()
            raise Problem(
                f"after the reset controller {other} answers, not {uid.hex()}",
                where=f"port {port.path}",
                remedy="leave one controller plugged in and try again",
                code=1,
            )
        return looking
