"""What must hold of a record, whatever has happened to cable, host and controller.

A *life* of the board runs from reset to reset. A life has a boot id of its own, or, where the chip
kept the journal over a watchdog reset, that of the life before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from feltlink.link import events as ev
from feltlink.link import messages as m
from link.real_rig import BUTTON, Flip, RealRig

CLOCK_US = 2_000  # how far a recorded time may be off, the scan's millisecond included
BARELY_US = 25_000  # … in a life that a watchdog ended while its clock was being learned
DEBOUNCE_US = 60_000  # an edge so shortly before a reset was not yet settled


@dataclass
class Life:
    """The rows of one life. `kept`: its journal went on into the next one."""

    number: int
    boot_id: int
    kept: bool = False
    rows: list[ev.DeviceEvent] = field(default_factory=list)


def check(rig: RealRig) -> None:
    """Assert all of it."""
    lives = lives_of(rig)
    for boot_id in {life.boot_id for life in lives}:
        numbers = [r.number for r in rig.disk.rows if r.boot_id == boot_id]
        assert numbers == list(range(len(numbers))), f"boot {boot_id}: {numbers}"
    for life in lives:
        assert not [r for r in life.rows if isinstance(r.message, m.Fault | m.Overflow)]
        for number in range(BUTTON + 1):
            truth = [f for f in rig.flips[life.number] if f.input == number]
            match(truth, [r for r in life.rows if input_of(r) == number], life, rig)
    presses = [r.message.arm_id for r in rig.disk.rows if isinstance(r.message, m.Press)]
    assert len(presses) == len(set(presses)), presses
    assert set(presses) <= set(rig.arm_ids)
    gaps(rig)


def lives_of(rig: RealRig) -> list[Life]:
    """The lives that the record knows of; each begins with its BOOT."""
    boot_ids = [*rig.boot_ids, rig.boot_id]
    assert boot_ids == sorted(boot_ids), "boot ids rise"
    out: list[Life] = []
    for row in rig.disk.rows:
        if isinstance(row.message, m.Boot):
            if out and out[-1].boot_id == row.boot_id:
                out[-1].kept = True
                number = out[-1].number + 1
            else:
                number = boot_ids.index(row.boot_id)
            assert boot_ids[number] == row.boot_id
            out.append(Life(number, row.boot_id))
        assert out, row
        assert out[-1].boot_id == row.boot_id, row
        out[-1].rows.append(row)
    return out


def input_of(row: ev.DeviceEvent) -> int | None:
    """Which input a row is about."""
    if isinstance(row.message, m.Edge):
        return row.message.input
    if isinstance(row.message, m.Press | m.PressIgnored):
        return BUTTON
    return None


def match(truth: list[Flip], rows: list[ev.DeviceEvent], life: Life, rig: RealRig) -> None:
    """Each flip once, in order, with its time; of a life whose journal died the first ones."""
    last = life.number == len(rig.boot_ids)
    assert len(rows) <= len(truth), (truth, rows)
    missing = truth[len(rows) :]
    if last:
        assert not missing, (missing, rows)
    elif life.kept:
        end_us = rig.boots_us[life.number + 1]
        assert all(f.at_us > end_us - DEBOUNCE_US for f in missing), (missing, rows)
    for flip, row in zip(truth, rows, strict=False):
        if isinstance(row.message, m.Edge):
            assert row.message.covered == flip.on, (flip, row)
        if row.at_utc_us is None:  # no host has seen the clock of that life
            assert not last, row
            assert rig.keeps, row
            continue
        late_us = row.at_utc_us - flip.at_us
        limit_us = BARELY_US if life.kept else CLOCK_US
        assert abs(late_us) <= limit_us, (late_us, flip, row)


def gaps(rig: RealRig) -> None:
    """Between two boots of the record stands a gap that names both."""
    boots = list(dict.fromkeys(r.boot_id for r in rig.disk.rows))
    told = {(g.old_boot_id, g.new_boot_id): g for g in rig.disk.gaps}
    for old, new in pairwise(boots):
        gap = told[old, new]
        rows = [r.number for r in rig.disk.rows if r.boot_id == old]
        assert gap.old_next == len(rows)
        assert gap.new_next == 0
