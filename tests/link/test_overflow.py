"""A journal that runs full, on the real firmware: counted, marked in its place, and caught up."""

from __future__ import annotations

from collections.abc import Callable

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.session import Stage
from feltwire import catalogue
from link.real_rig import RealRig


def test_what_is_lost_is_counted_and_the_button_waits_for_the_host(
    real: Callable[..., RealRig],
) -> None:
    rig = real()
    rig.run(500_000)
    rig.pull()
    for _ in range(100):
        rig.flip([(i * 1_000, i) for i in range(6)])
    rig.commits = False
    rig.plug()
    rig.run(800_000)
    assert rig.session.stage is Stage.LIVE
    assert [e.message.lost for e in rig.told if isinstance(e, ev.SnapshotTaken)][:1] == [0]
    rig.session.command(m.Arm(1, 1_000), rig.now_us)
    rig.run(200_000)
    done = [e for e in rig.told if isinstance(e, ev.CommandDone)]
    assert done == [ev.CommandDone(m.Arm(1, 1_000), catalogue.BEHIND)]

    rig.commits = True
    assert rig.settle()
    rows = rig.disk.rows
    assert [r.number for r in rows] == list(range(len(rows)))
    edges = [r for r in rows if isinstance(r.message, m.Edge)]
    gaps = [r.message for r in rows if isinstance(r.message, m.Overflow)]
    assert len(gaps) == 1
    assert len(edges) + gaps[0].lost >= 600  # HOST_LOST and the like may be among the lost
    assert gaps[0].first_lost <= rows[-1].number
    state = [e for e in rig.told if isinstance(e, ev.SnapshotTaken)][-1].message
    assert state.inputs == sum(1 << i for i in range(6) if rig.covered[i])
    assert state.lost == gaps[0].lost

    rig.session.command(m.Arm(1, 1_000), rig.now_us)
    rig.run(200_000)
    assert [e for e in rig.told if isinstance(e, ev.CommandDone)][-1].result == catalogue.OK
