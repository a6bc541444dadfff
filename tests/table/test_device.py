"""The controller is brought to what is wanted, after every kind of interruption, and never armed
by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlink.link import events as link
from feltlink.link import messages as m
from feltwire import catalogue
from support.table_rig import UID, Rig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "t.db")
    yield rig
    rig.record.close()


def armed(rig: Rig) -> None:
    """Round 1 locked with seats 1 and 3, the button armed."""
    rig.connect()
    rig.act("open")
    rig.act("arm")
    for command in rig.session.take():
        rig.done(command)
    rig.tell(m.Locked(0, 1, 0b101))


def test_intents_go_out_once(rig: Rig) -> None:
    rig.connect()
    rig.act("open")
    rig.act("arm")
    assert rig.session.take() == [m.Lock(1), m.Arm(1, 5000)]
    rig.run(2000)
    assert rig.session.sent == []


def test_a_lost_link_gets_all_intents_again(rig: Rig) -> None:
    armed(rig)
    rig.session.sent.clear()
    rig.host.take([link.ControllerLost("cable")])
    rig.connect(round_id=1, arm_id=1, armed=1)
    assert [type(c).__name__ for c in rig.session.sent] == ["Lights"]
    rig.host.take([link.ControllerLost("cable")])
    rig.connect()
    assert rig.session.take() == [m.Lock(1, 1, 0b101), m.Arm(1, 5000)]


def test_after_a_kill_the_same_intents_go_out(rig: Rig) -> None:
    armed(rig)
    rig.restart()
    rig.connect()
    assert rig.session.sent == [
        m.Lights(bytes([2]) + bytes(14)), m.Lock(1, 1, 0b101), m.Arm(1, 5000),
    ]  # fmt: skip


def test_a_reset_controller_is_not_armed_before_its_story_is_told(rig: Rig) -> None:
    """The boot event, and all else that waited, comes between found and the snapshot."""
    armed(rig)
    rig.session.sent.clear()
    rig.boot_id, rig.number = 8, 0
    gap = link.Gap(UID, 7, 2, 8, 0)
    rig.host.take([link.ControllerLost("silent"), link.ControllerReset("watchdog", gap)])
    rig.host.take([rig.found()])
    assert rig.session.sent == []
    assert rig.host.view()["controller"]["state"] == "starting"
    rig.host.take([rig.event(m.Boot(0, 8, 3))])
    assert rig.session.sent == []
    rig.host.take([rig.snapshot(next_event=1)])
    assert rig.session.take() == [m.Lock(1, 1, 0b101), m.Arm(1, 5000)]
    reset = next(e for e in rig.entries()[::-1] if e.data.get("state") == "reset")
    assert reset.data["cause"] == "watchdog"
    assert reset.data["gap"] == {
        "uid": UID.hex(), "old_boot_id": 7, "old_next": 2, "new_boot_id": 8, "new_next": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "told", [m.Disarmed(0, 1, catalogue.HOST_SILENT), m.Disarmed(0, 1, catalogue.LEASE_OVER)]
)
def test_what_ran_out_is_not_armed_again(rig: Rig, told: m.Event) -> None:
    armed(rig)
    rig.session.sent.clear()
    rig.host.take([link.ControllerLost("cable"), rig.found(), rig.event(told), rig.snapshot()])
    assert rig.session.take() == [m.Lock(1, 1, 0b101)]
    rig.restart()
    rig.connect(round_id=1)
    assert rig.session.take() == []


def test_a_press_disarms_for_good_and_counts_once(rig: Rig) -> None:
    armed(rig)
    rig.session.sent.clear()
    rig.tell(m.Press(0, 1))
    rig.tell(m.Press(0, 1))
    assert rig.kinds().count("drawn") == 2  # two events, two numbers: the rules decide
    rig.restart()
    rig.connect(round_id=1)
    assert rig.session.take() == []


def test_a_controller_that_holds_another_round_is_released_first(rig: Rig) -> None:
    armed(rig)
    rig.restart()
    rig.connect(round_id=99, arm_id=77, armed=1)
    release, disarm = rig.session.take()
    assert (release, disarm) == (m.Release(99), m.Disarm(77))
    rig.done(release)
    rig.done(disarm)
    assert rig.session.take() == [m.Lock(1, 1, 0b101), m.Arm(1, 5000)]


@pytest.mark.parametrize(
    ("result", "word"),
    [
        (catalogue.HELD, "let go"), (catalogue.FAULTED, "faulty"), (catalogue.BEHIND, "moment"),
        (catalogue.READ_ONLY, "flashed"), (catalogue.BAD_VALUE, "bad value"),
    ],
)  # fmt: skip
def test_a_refused_arming_is_told_and_tried_again(rig: Rig, result: int, word: str) -> None:
    rig.connect()
    rig.act("arm")
    (arm,) = rig.session.take()
    rig.done(arm, result)
    assert word in rig.host.view()["state"]["notice"]
    rig.run(200)
    assert rig.session.take() == []
    rig.run(100)
    assert rig.session.take() == [arm]
    rig.done(arm)
    assert rig.host.view()["state"]["notice"] is None
    rig.run(1000)
    assert rig.session.take() == []


def test_a_press_may_overtake_the_answer_to_its_arming(rig: Rig) -> None:
    rig.connect()
    rig.act("arm")
    (arm,) = rig.session.take()
    rig.tell(m.Press(0, 1))
    rig.done(arm)
    rig.act("arm")
    assert rig.session.take() == [m.Arm(2, 5000)]


def test_a_round_that_ends_is_released(rig: Rig) -> None:
    armed(rig)
    rig.act("close")
    (release,) = rig.session.take()
    assert release == m.Release(1)
    rig.act("open")
    assert rig.session.take() == []  # one at a time: the lock must not overtake the release
    rig.done(release)
    assert rig.session.take() == [m.Lock(2)]
