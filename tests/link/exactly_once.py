"""What must hold of a record, whatever has happened to cable, host and controller."""

from __future__ import annotations

from itertools import pairwise

from feltlink.link import events as ev
from feltlink.link import messages as m
from link.real_rig import BUTTON, Flip, RealRig

CLOCK_US = 2_000  # how far a recorded time may be off, the scan's millisecond included


def check(rig: RealRig) -> None:
    """Assert all of it."""
    lives = by_life(rig)
    for life, rows in enumerate(lives):
        numbers = [r.number for r in rows]
        assert numbers == list(range(len(rows))), f"life {life}: {numbers}"
        assert len({r.boot_id for r in rows}) <= 1
        assert not [r for r in rows if isinstance(r.message, m.Fault | m.Overflow)]
        alive = life == len(lives) - 1
        for number in range(BUTTON + 1):
            truth = [f for f in rig.flips[life] if f.input == number]
            match(truth, [r for r in rows if input_of(r) == number], whole=alive)
    presses = [r.message.arm_id for r in rig.disk.rows if isinstance(r.message, m.Press)]
    assert len(presses) == len(set(presses)), presses
    assert set(presses) <= set(rig.arm_ids)
    gaps(rig)


def by_life(rig: RealRig) -> list[list[ev.DeviceEvent]]:
    """The rows of each boot of the board, by their times; a boot nobody saw has none."""
    out: list[list[ev.DeviceEvent]] = [[] for _ in rig.boots_us]
    boots: dict[int, int] = {}
    for row in rig.disk.rows:
        if row.boot_id not in boots:
            assert isinstance(row.message, m.Boot), row
            assert row.at_utc_us is not None
            at_us = row.at_utc_us
            boots[row.boot_id] = sum(1 for b in rig.boots_us if b <= at_us) - 1
        out[boots[row.boot_id]].append(row)
    assert list(boots) == sorted(boots), "boot ids rise"
    return out


def input_of(row: ev.DeviceEvent) -> int | None:
    """Which input a row is about."""
    if isinstance(row.message, m.Edge):
        return row.message.input
    if isinstance(row.message, m.Press | m.PressIgnored):
        return BUTTON
    return None


def match(truth: list[Flip], rows: list[ev.DeviceEvent], *, whole: bool) -> None:
    """Each flip once, in order, with its time; of a boot that died the first ones."""
    if whole:
        assert len(rows) == len(truth), (truth, rows)
    assert len(rows) <= len(truth), (truth, rows)
    for flip, row in zip(truth, rows, strict=False):
        assert row.at_utc_us is not None, row
        late_us = row.at_utc_us - flip.at_us
        assert abs(late_us) <= CLOCK_US, (late_us, flip, row)
        if isinstance(row.message, m.Edge):
            assert row.message.covered == flip.on, (flip, row)


def gaps(rig: RealRig) -> None:
    """Between two boots of the record stands a gap that names both."""
    boots = list(dict.fromkeys(r.boot_id for r in rig.disk.rows))
    told = {(g.old_boot_id, g.new_boot_id): g for g in rig.disk.gaps}
    for old, new in pairwise(boots):
        gap = told[old, new]
        rows = [r.number for r in rig.disk.rows if r.boot_id == old]
        assert gap.old_next == len(rows)
        assert gap.new_next == 0
