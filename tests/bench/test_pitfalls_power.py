"""Power that goes at any instant; docs/pitfalls.md says which row is which test."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from feltlink.link import messages as m
from feltlink.sim.board import SimBoard
from feltlink.sim.device import BOOT_US
from support.bench_host import BenchHost
from support.on_micropython import execute

Make = Callable[..., tuple[SimBoard, BenchHost]]
CAUSES = ("power", "brown-out", "watchdog", "hard")
RESETS = 500


@pytest.mark.timeout(600)
def test_500_resets_at_random_instants(simulated: Make) -> None:
    """Dark at once and after, the boot id rises, no event twice, no press that was not armed."""
    board, host = simulated()
    random = Random(500)
    lit: list[int] = []
    board.watch(lambda c: lit.append(c.at_us) if c.lit and c.name != "lamp" else None)
    arm_id = 0
    for turn in range(RESETS):
        alive_us = random.choice((random.randint(0, 60_000), random.randint(60_000, 400_000)))
        end_us = board.now_us + alive_us
        while board.now_us < end_us:
            arm_id += 1
            board.chip(random.randint(1, 6), random.random() < 0.5)
            board.button(random.random() < 0.3)
            host.session.command(m.Lock(turn + 1), board.now_us)
            host.session.command(m.Arm(arm_id, 2_000), board.now_us)
            host.run(max(1, min(90, (end_us - board.now_us) // 1_000)))
        board.run(random.randint(0, 999))
        reset_us = board.now_us
        board.reset(random.choice(CAUSES))
        board.run(BOOT_US + 40_000)  # up again, and no host has spoken
        assert not [at for at in lit if at >= reset_us]
        assert not any(board.lit(f"light {seat}") for seat in range(1, 7))
        lit.clear()
        if turn % 10 == 9:
            board.button(False)
            host.until(lambda: bool(host.session.greeted), 5_000, "a greeting")
    host.find()
    boots = [row.boot_id for row in host.committed(m.Boot)]
    assert boots == sorted(set(boots))
    keys = [(row.boot_id, row.number) for row in host.disk.rows]
    assert keys == sorted(set(keys))
    host.stream_is_whole()
    pressed = [e.arm_id for e in host.messages(m.Press)]
    assert pressed == sorted(set(pressed))
    assert len(boots) > RESETS // 20


# hal/backup.py on MicroPython's own littlefs in memory; the power goes at the Nth block operation.
CUT = """
import sys, json, os, vfs
class machine:
    mem32 = {}
    def reset_cause(): return 1
sys.modules["machine"] = machine
from hal import backup

class Cut(Exception):
    pass

class Flash:
    SIZE = 4096
    def __init__(self, blocks):
        self.data = bytearray(self.SIZE * blocks)
        self.left = -1
    def readblocks(self, block, data, offset=0):
        at = block * self.SIZE + offset
        data[:] = self.data[at:at + len(data)]
    def writeblocks(self, block, data, offset=None):
        if offset is None:
            self.ioctl(6, block)
            offset = 0
        at = block * self.SIZE + offset
        if self.tick():
            half = len(data) // 2
            self.data[at:at + half] = data[:half]
            raise Cut()
        self.data[at:at + len(data)] = data
    def ioctl(self, op, arg):
        if op == 4:
            return len(self.data) // self.SIZE
        if op == 5:
            return self.SIZE
        if op == 6:
            if self.tick():
                raise Cut()
            at = arg * self.SIZE
            self.data[at:at + self.SIZE] = b"\\xff" * self.SIZE
        return 0
    def tick(self):
        if self.left > 0:
            self.left -= 1
        return self.left == 0

def start(flash):
    disk = vfs.VfsLfs2(flash, progsize=256, readsize=32, lookahead=32)
    vfs.mount(disk, "/disk")
    backup.FILE = "/disk/boot_id"

flash = Flash(16)
vfs.VfsLfs2.mkfs(flash, progsize=256, readsize=32, lookahead=32)
start(flash)
told = [backup.next_boot_id() for _ in range(3)]
vfs.umount("/disk")
whole = bytes(flash.data)
out = []
cut = 0
while True:
    cut += 1
    flash.data[:] = whole
    flash.left = cut
    start(flash)
    died = False
    try:
        during = backup.next_boot_id()
    except Cut:
        died = True
    complete = flash.left > 0
    flash.left = -1
    try:
        vfs.umount("/disk")
    except Exception:
        pass
    start(flash)  # the next boot mounts, whatever was cut
    after = backup.next_boot_id()
    vfs.umount("/disk")
    out.append((0 if died else during, after))
    if complete:
        break
print(json.dumps([told, out]))
"""


def test_a_power_cut_at_every_write_of_the_boot_id_leaves_the_old_or_the_new() -> None:
    told, cuts = json.loads(execute(CUT, heap="2M"))
    assert [b - a for a, b in pairwise(told)] == [1, 1]
    last = told[-1]
    assert len(cuts) > 3  # it really was cut at several places
    for during, after in cuts:
        assert after in (last + 1, last + 2), (during, after)
        if during and during <= last + 1:
            assert after > during  # an id that was used is never used again
