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


def test_the_tree_that_live_names_runs() -> None:
    """The one in `/` could not: its main.py ends at once."""
    released = program.compiled(program.sources(BOARD), "armv6m")
    disk = released | {"main.py": b"raise ValueError('the older program ran')\n"}
    disk |= {f"a/{path}": content for path, content in released.items()}
    disk["live"] = b"/a /\n"
    pico = Pico(Path(UF2), filesystem.build(disk, filesystem.PICO))
    decoder = Decoder(catalogue.DEVICE)
    greetings: list[m.Welcome] = []
    while not greetings and pico.us < 2_000_000:
        pico.write(b"\0" + encode(hello(7), 0))
        pico.run(50_000)
        said = [message for _seq, message in decoder.feed(pico.take())]
        greetings = [g for g in said if isinstance(g, m.Welcome) and g.nonce == 7]
    assert greetings[0].board == BOARD.digest
