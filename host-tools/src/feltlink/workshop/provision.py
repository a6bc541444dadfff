"""Giving a controller the key by which its table knows it, once, at the workbench."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from feltlink.link import messages as m
from feltlink.link.port import BAUD, PortInfo
from feltlink.link.proof import proves
from feltlink.link.quiet import Quiet
from feltlink.problem import Problem
from feltlink.workshop import key_file as keys
from feltlink.workshop.attached import again, leave_a_round_alone
from feltlink.workshop.deploy import At, at_prompt
from feltwire import catalogue

DEVICE_FILE = "/key"


@dataclass(frozen=True)
class Provisioned:
    """What was done: `made` tells that the key is new."""

    uid: bytes
    made: bool


def provision(
    port: PortInfo, key_file: Path, *, prompt: str | None, replace: bool, baud: int = BAUD
) -> Provisioned:
    """Make or read the key, put it on the controller, and have it prove that it knows it.

    `prompt` is the port of the MicroPython prompt; None: the USB port with the controller's id, or
    `port` itself, which the program is asked for. A controller that has a key, or that holds bets,
    is left alone; `replace` allows the first. The key is on the host's disk before the controller
    gets it.
    """
    with Quiet(port, baud) as looking:
        uid = _may_be_provisioned(looking, port.path, replace)
    made = not key_file.exists()
    key = keys.make(key_file) if made else keys.read(key_file)
    with at_prompt(At(port, prompt, baud), None) as (_trees, board):
        board.replace_file(DEVICE_FILE, key)
        board.reset()
    with again(port, baud, uid) as looking:
        _prove(looking, port.path, uid, key)
    return Provisioned(uid, made)


def _may_be_provisioned(looking: Quiet, path: str, replace: bool) -> bytes:
    welcome = looking.welcome
    if welcome.flags & catalogue.PROVISIONED and not replace:
        raise Problem(
            f"controller {welcome.uid.hex()} has a key already",
            where=f"port {path}",
            remedy="use its key file, or give it another key with --replace",
        )
    leave_a_round_alone(looking, path)
    return welcome.uid


def _prove(looking: Quiet, path: str, uid: bytes, key: bytes) -> None:
    """Challenge the controller after its reset."""
    welcome = looking.welcome
    nonce = secrets.token_bytes(16)
    answer = looking.ask(m.Challenge(nonce), m.Proof)
    if not proves(answer.hmac, key, nonce, uid, welcome.boot_id):
        raise Problem(
            "the controller does not prove that it knows the key",
            where=f"port {path}",
            remedy="try again with --replace; flash it if that does not help",
            code=1,
        )
