"""An hour without a host, on the real firmware with a crystal 100 ppm fast: `make soak`."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from link.exactly_once import check
from link.real_rig import RealRig

pytestmark = [
    pytest.mark.skipif(not os.environ.get("FELTLINK_SOAK"), reason="takes a minute: make soak"),
    pytest.mark.timeout(900),
]


@pytest.mark.parametrize("restarted", [False, True])
def test_times_are_right_after_an_hour_without_a_host(
    restarted: bool, real: Callable[..., RealRig]
) -> None:
    rig = real(drift_ppm=100, ticks=(1 << 30) - 5_000_000)
    rig.run(60_000_000)
    if restarted:
        rig.kill_host(between_commit_and_ack=False)
    else:
        rig.pull()
    for minutes in (1, 19, 3, 25, 12):
        rig.run(minutes * 60_000_000)
        rig.flip([(0, 0), (7_000, 3), (90_000, 6)])
    assert rig.settle()
    check(rig)
    assert len(rig.flips[0]) == 15
