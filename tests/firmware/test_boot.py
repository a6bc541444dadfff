"""From reset to the first scan: dark first, a boot id that nobody has seen, whatever the file."""

from __future__ import annotations

import random

import pytest

from feltlink.link import messages as m
from feltlink.sim.device import BOOT_US
from support.bench_host import BenchHost
from support.virtual_boards import Simulated


def boot_ids(host: BenchHost) -> list[int]:
    return [row.boot_id for row in host.committed(m.Boot)]


def test_every_output_is_dark_before_anything_else(simulated: Simulated) -> None:
    board, _ = simulated()
    board.run(BOOT_US + 1)  # the first line of main.py, and no look at the clock yet
    driven = {change.name for change in board.changes if change.lit is not None}
    assert {f"light {seat}" for seat in range(1, 7)} | {"lamp"} <= driven
    assert not any(change.lit for change in board.changes)


def test_the_boot_id_rises_over_power_cuts_at_any_instant(simulated: Simulated) -> None:
    board, host = simulated()
    chance = random.Random(7)
    for _ in range(60):
        board.run(chance.randrange(BOOT_US + 20_000))
        board.reset("power")
    seen = []
    for _ in range(4):
        count = len(boot_ids(host))
        host.until(lambda count=count: len(boot_ids(host)) > count, 4_000, "the boot")  # type: ignore[misc]
        seen.append(boot_ids(host)[-1])
        board.reset("power")
    assert seen == sorted(set(seen))


@pytest.mark.parametrize(
    "spoilt", [b"", b"\xff" * 32, b"0 0\n", b"12", b"12 999\n", b"\x00\x01", None]
)
def test_a_spoilt_boot_id_file_gives_an_id_that_nobody_has_seen(
    simulated: Simulated, spoilt: bytes | None
) -> None:
    board, host = simulated()
    host.find()
    file = board.flash.root / "boot_id"
    if spoilt is None:
        file.unlink()
    else:
        file.write_bytes(spoilt)
    board.reset("power")
    host.until(lambda: len(boot_ids(host)) == 2, 4_000, "the next boot")
    first, second = boot_ids(host)
    assert second >= 1 << 28  # never a small one that a host may remember
    assert first != second
    board.reset("power")
    host.until(lambda: len(boot_ids(host)) == 3, 4_000, "the boot after")
    assert boot_ids(host)[2] == second + 1


def test_a_file_left_half_written_does_no_harm(simulated: Simulated) -> None:
    board, host = simulated()
    host.find()
    (board.flash.root / "boot_id.new").write_bytes(b"99")
    board.reset("power")
    host.until(lambda: len(boot_ids(host)) == 2, 4_000, "the next boot")
    first, second = boot_ids(host)
    assert second == first + 1
