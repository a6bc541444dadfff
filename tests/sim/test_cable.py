"""The cable: pulled, plugged, and as bad as it is told to be."""

from __future__ import annotations

import errno
from collections.abc import Callable

import pytest

from feltlink.sim.board import SimBoard
from feltlink.sim.cable import Cable, Faults
from feltlink.sim.device import BOOT_US

Make = Callable[..., SimBoard]
FRAMES = [bytes([1 + i % 250]) * 9 + b"\x00" for i in range(2_000)]


def carried(cable: Cable) -> list[tuple[int, bytes]]:
    out = []
    for i, frame in enumerate(FRAMES):
        out += cable.carry("up", frame, i * 1_000)
    return out


def test_a_good_cable_changes_nothing() -> None:
    assert carried(Cable()) == [(i * 1_000, frame) for i, frame in enumerate(FRAMES)]


@pytest.mark.parametrize("kind", ["flip", "drop", "duplicate", "cut", "noise", "delay"])
def test_a_bad_cable_spoils_its_share_and_no_more(kind: str) -> None:
    cable = Cable(up=Faults(**{kind: 0.1}), seed=7)
    out = carried(cable)
    spoilt = cable.happened["up", kind]
    assert 140 <= spoilt <= 260
    pieces = b"".join(data for _, data in out).split(b"\x00")
    good = sum(piece + b"\x00" in set(FRAMES) for piece in pieces)
    if kind == "duplicate":
        assert good == len(FRAMES) + spoilt
    elif kind == "delay":
        assert good == len(FRAMES)
        assert sum(due - i * 1_000 > 0 for i, (due, _) in enumerate(out)) >= spoilt
    else:  # a lost or spoilt boundary takes the next frame with it; noise may end in a boundary
        assert len(FRAMES) - 2 * spoilt <= good <= len(FRAMES) - spoilt * (kind != "noise")
    dues = [due for due, _ in out]
    assert dues == sorted(dues)


def test_the_same_seed_gives_the_same_faults() -> None:
    faults = Faults(flip=0.1, drop=0.1, noise=0.1, delay=0.1)
    assert carried(Cable(up=faults, seed=3)) == carried(Cable(up=faults, seed=3))
    assert carried(Cable(up=faults, seed=3)) != carried(Cable(up=faults, seed=4))


def test_a_pulled_cable_gives_eio_and_loses_what_was_on_it(tiny: Make) -> None:
    board = tiny()
    board.run(BOOT_US + 1_000)
    board.read()
    board.write(b"lost on the way down")
    board.run(500)
    board.pull()
    with pytest.raises(OSError, match="pulled") as error:
        board.read()
    assert error.value.errno == errno.EIO
    with pytest.raises(OSError, match="pulled"):
        board.write(b"x")
    board.chip(1)  # a report nobody hears
    board.run(100_000)
    board.plug()
    board.run(100_000)
    assert board.read() == b""
    board.write(b"back")
    board.run(10_000)
    assert board.read() == b"back"
