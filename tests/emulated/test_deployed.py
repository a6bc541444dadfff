"""A deployed tree on the real RP2040 image, emulated: `boot.py` starts what `/live` names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from feltlink.link import messages as m
from feltlink.link.frames import Decoder, encode
from feltlink.link.handshake import hello
from feltlink.workshop import boards, filesystem, program
from feltwire import catalogue
from support.pico import Pico

UF2 = os.environ.get("PICO_UF2", "")
pytestmark = [
    pytest.mark.skipif(not UF2, reason="no RP2040 image: set PICO_UF2=path of RPI_PICO-*.uf2"),
    pytest.mark.timeout(900),
]
BOARD = boards.load("pico-6seat")


def greeted(disk: dict[str, bytes]) -> tuple[m.Welcome, bytes]:
    """Boot the chip with these files; return its greeting and its program's digest."""
    pico = Pico(Path(UF2), filesystem.build(disk, filesystem.PICO))
    decoder = Decoder(catalogue.DEVICE)
    welcome = None
    for _ in range(400):
        pico.write(b"\0" + encode(m.AskDigest() if welcome else hello(7), 0))
        pico.run(20_000)
        for _seq, message in decoder.feed(pico.take()):
            if isinstance(message, m.Welcome) and message.nonce == 7:
                welcome = message
            elif isinstance(message, m.Digest) and message.done:
                assert welcome is not None
                return welcome, message.sha256
    raise AssertionError(f"no digest; greeted: {welcome}")


def test_the_tree_that_live_names_runs_and_its_digest_is_the_released_one() -> None:
    released = program.compiled(program.sources(BOARD), "armv6m")
    older = released | {"main.py": b"raise ValueError('the older program ran')\n"}
    disk = older | {f"a/{path}": content for path, content in released.items()}
    disk |= {"live": b"/a /\n", "a/whole": program.digest(released).hex().encode()}
    _, digest = greeted(disk)
    assert digest == program.digest(released)
