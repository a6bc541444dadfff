"""The way to the prompt on the real RP2040 image, emulated: over the UART that the table has."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from feltlink.link import messages as m
from feltlink.link.frames import Decoder, encode
from feltlink.link.handshake import looking
from feltlink.workshop import boards, filesystem, program
from feltwire import catalogue
from support.pico import Pico

UF2 = os.environ.get("PICO_UF2", "")
pytestmark = [
    pytest.mark.skipif(not UF2, reason="no RP2040 image: set PICO_UF2=path of RPI_PICO-*.uf2"),
    pytest.mark.timeout(900),
]
LONG = 1500  # bytes: more than the UART's buffer


class Line:
    """The UART, from the host's side."""

    def __init__(self) -> None:
        files = program.compiled(program.sources(boards.load("pico-6seat")), "armv6m")
        self.pico = Pico(Path(UF2), filesystem.build(files, filesystem.PICO))
        self._decoder = Decoder(catalogue.DEVICE)

    def greet(self, nonce: int) -> m.Welcome:
        self._decoder = Decoder(catalogue.DEVICE)
        found: list[m.Welcome] = []
        end_us = self.pico.us + 3_000_000
        while not found and self.pico.us < end_us:
            self.pico.write(b"\0" + encode(looking(nonce), 0))
            self.pico.run(100_000)
            said = [frame.message for frame in self._decoder.feed(self.pico.take())]
            found = [one for one in said if isinstance(one, m.Welcome) and one.nonce == nonce]
        return found[0]

    def ask(self, question: m.Message) -> list[m.Message]:
        self.pico.write(encode(question, 1))
        self.pico.run(30_000)
        return [frame.message for frame in self._decoder.feed(self.pico.take())]

    def says(self, text: bytes, ends: Callable[[bytes], bool], limit_ms: int = 2000) -> bytes:
        self.pico.write(text)
        said = b""
        for _ in range(limit_ms // 20):
            self.pico.run(20_000)
            said += self.pico.take()
            if ends(said):
                return said
        raise AssertionError(f"after {limit_ms} ms: {said!r}")


def test_the_program_gives_its_uart_to_the_prompt_and_comes_back() -> None:
    line = Line()
    first = line.greet(5)
    assert first.cause != catalogue.RESET_CAUSES.index("maintenance")
    assert m.Done(catalogue.REBOOT, catalogue.OK) in line.ask(m.Reboot(catalogue.INTO_PROMPT))
    line.says(b"\r", lambda said: said.endswith(b">>> "))
    line.says(b"\x01", lambda said: said.endswith(b"raw REPL; CTRL-B to exit\r\n>"))
    script = b"import machine\n_dog = machine.WDT(timeout=8300)\nprint('x' * %d)\x04" % LONG
    said = line.says(script, lambda said: said.endswith(b"\x04>"))
    assert said == b"OK" + b"x" * LONG + b"\r\n\x04\x04>"
    # nobody feeds the watchdog any more: the table's program comes back by itself
    before = len(line.pico.resets)
    at_us = line.pico.us
    while len(line.pico.resets) == before and line.pico.us < at_us + 9_000_000:
        line.pico.run(100_000)
    assert len(line.pico.resets) == before + 1
    line.pico.take()
    again = line.greet(6)
    assert again.boot_id == first.boot_id + 1
    assert again.cause == catalogue.RESET_CAUSES.index("maintenance")
