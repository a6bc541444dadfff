"""Exactly once, end to end: the real firmware, a bad cable, hosts that die, boards that reset."""

from __future__ import annotations

import binascii
import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from feltlink.link import messages as m
from feltlink.sim.device import Cause
from link.exactly_once import check
from link.real_rig import BAD, BUTTON, GOOD, RealRig

CAUSES: list[Cause] = ["power", "watchdog", "brown-out", "hard"]
EXAMPLES = 300 if os.environ.get("FELTLINK_SOAK") else 12
KINDS = ("flip", "drop", "duplicate", "cut", "noise", "delay")
some_flips = st.lists(
    st.tuples(st.integers(0, 60_000), st.integers(0, BUTTON)),
    min_size=1,
    max_size=7,
    unique_by=lambda flip: flip[1],
)


class Trouble(RuleBasedStateMachine):
    """Everything may happen to everything, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.rig: RealRig | None = None
        self.arm_id = 0

    @initialize(
        board=st.sampled_from(["pico-6seat", "esp32-6seat"]),
        seed=st.integers(0, 999),
        bad=st.booleans(),
        ppm=st.sampled_from([-100, 0, 100]),
        wraps_soon=st.booleans(),
    )
    def power(self, board: str, seed: int, bad: bool, ppm: int, wraps_soon: bool) -> None:
        ticks = (1 << 30) - 600_000 if wraps_soon else 0
        self.rig = RealRig(
            board=board, seed=seed, faults=BAD if bad else GOOD, drift_ppm=ppm, ticks=ticks
        )
        self.rig.run(400_000)

    @rule(flips=some_flips)
    def hands(self, flips: list[tuple[int, int]]) -> None:
        self.rig.flip(flips)

    @rule(ms=st.integers(1, 1_500))
    def wait(self, ms: int) -> None:
        self.rig.run(ms * 1_000)

    @rule()
    def arm(self) -> None:
        self.arm_id += 1
        self.rig.arm(self.arm_id)
        self.rig.run(5_000)

    @precondition(lambda self: self.rig.plugged)
    @rule()
    def pull(self) -> None:
        self.rig.pull()

    @precondition(lambda self: not self.rig.plugged)
    @rule(ms=st.sampled_from([1, 900, 1_100, 10_000]))
    def plug(self, ms: int) -> None:
        self.rig.run(ms * 1_000)
        self.rig.plug()

    @precondition(lambda self: self.rig.host_runs)
    @rule(
        flips=some_flips,
        after=st.sampled_from([0, 7, 40, 90, 500]),
        slow_disk=st.booleans(),
        between=st.booleans(),
    )
    def kill_host_in_a_burst(
        self, flips: list[tuple[int, int]], after: int, slow_disk: bool, between: bool
    ) -> None:
        self.rig.commits = not slow_disk
        self.rig.flip(flips)
        self.rig.run(after * 1_000)
        self.rig.kill_host(between_commit_and_ack=between)
        self.rig.commits = True

    @precondition(lambda self: not self.rig.host_runs)
    @rule()
    def start_host(self) -> None:
        self.rig.start_host()

    @precondition(lambda self: self.rig.host_runs and self.rig.plugged)
    @rule(flips=some_flips, ms=st.sampled_from([100, 1_500, 5_000]))
    def host_stands_still_and_reads_nothing(self, flips: list[tuple[int, int]], ms: int) -> None:
        self.rig.host_runs = False
        self.rig.board.block_writes(500_000)
        self.rig.flip(flips)
        self.rig.run(ms * 1_000)
        self.rig.board.block_writes(0)
        self.rig.host_runs = True

    @rule(cause=st.sampled_from(CAUSES), us=st.integers(0, 80_000))
    def reset(self, cause: Cause, us: int) -> None:
        self.rig.run(us)
        self.rig.reset(cause)
        self.rig.run(150_000)

    @rule(cause=st.sampled_from(CAUSES), between=st.booleans())
    def reset_both(self, cause: Cause, between: bool) -> None:
        if self.rig.host_runs:
            self.rig.kill_host(between_commit_and_ack=between)
        self.rig.reset(cause)
        self.rig.run(150_000)
        self.rig.start_host()

    def teardown(self) -> None:
        if self.rig is None:
            return
        try:
            assert self.rig.settle(), "the link did not come back"
            check(self.rig)
        finally:
            self.rig.close()


TestTrouble = Trouble.TestCase
TestTrouble.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.parametrize("cause", CAUSES)
def test_a_burst_cut_by_a_reset_leaves_an_explicit_gap(
    cause: Cause, real: Callable[..., RealRig]
) -> None:
    rig = real()
    rig.run(400_000)
    rig.flip([(i * 3_000, i) for i in range(6)])
    rig.pull()
    rig.flip([(i * 3_000, i) for i in range(6)])
    rig.reset(cause)
    rig.run(150_000)
    assert rig.settle()
    check(rig)
    assert [(g.old_next, g.new_next) for g in rig.disk.gaps] == [(7, 0)]


@pytest.mark.parametrize("host_dies", [False, True])
def test_a_chip_that_keeps_its_journal_loses_nothing_in_a_watchdog_reset(
    host_dies: bool, real: Callable[..., RealRig]
) -> None:
    rig = real(board="esp32-6seat")
    rig.run(500_000)
    rig.flip([(i * 3_000, i) for i in range(6)])
    rig.pull()
    if host_dies:
        rig.kill_host(between_commit_and_ack=False)
    rig.flip([(i * 3_000, i) for i in range(6)])
    rig.reset("watchdog")
    rig.run(150_000)
    rig.flip([(i * 3_000, i) for i in range(6)])
    assert rig.settle()
    check(rig)
    edges = [r for r in rig.disk.rows if isinstance(r.message, m.Edge)]
    assert len(edges) == 18
    assert rig.disk.gaps == []
    assert len({r.boot_id for r in rig.disk.rows}) == 1


def test_bad_frames_both_ways_over_a_thousand_events(real: Callable[..., RealRig]) -> None:
    rig = real(seed=3, faults=BAD)
    rig.run(400_000)
    for _ in range(150):
        rig.flip([(i * 1_000, i) for i in range(BUTTON + 1)])
    assert rig.settle()
    check(rig)
    assert sum(len(flips) for flips in rig.flips) == 150 * 7
    assert all(rig.cable.happened[way, kind] for way in ("up", "down") for kind in KINDS)
    pieces = [piece for piece in bytes(rig.heard).split(b"\0") if piece]
    damaged = sum(not whole(piece) for piece in pieces)
    decoder = rig.session.decoder
    assert decoder.bad_crc + decoder.bad_shape == damaged > 0
    assert decoder.good == len(pieces) - damaged


def whole(piece: bytes) -> bool:
    """Whether a frame, without its closing 0x00, came as it was sent: by the standard library."""
    plain, at = b"", 0
    while at < len(piece):
        plain += piece[at + 1 : at + piece[at]] + b"\0"
        at += piece[at]
    return at == len(piece) and len(plain) > 4 and binascii.crc_hqx(plain[:-1], 0xFFFF) == 0
