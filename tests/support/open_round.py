"""A round that a host left open on a controller: its bets are locked."""

from __future__ import annotations

import select

from feltlink.link import messages as m
from feltlink.link.frames import Decoder, encode
from feltlink.link.handshake import hello
from feltlink.link.port import open_port


def leave_a_round_open(path: str) -> None:
    """Lock round 1 on the controller at `path` and go away."""
    host = open_port(path)
    decoder = Decoder()
    for message in (hello(9), m.Ack(0), m.Lock(1)):
        host.write(b"\0" + encode(message, 1))
    locked = False
    while not locked and select.select([host.fd], [], [], 10)[0]:
        locked = any(isinstance(f.message, m.Locked) for f in decoder.feed(host.read()))
    host.close()
    assert locked
