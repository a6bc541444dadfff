"""The host's session against a scripted controller."""

from __future__ import annotations

from feltlink.link import events as ev
from feltlink.link import messages as m
from feltlink.link.session import Stage
from feltwire import catalogue
from link.peer import Peer
from link.rig import Rig


def test_a_controller_is_found_after_state_and_pings_and_its_events_follow_once() -> None:
    rig = Rig()
    rig.peer.event(m.Edge(0, 3))
    rig.run(200)
    found = rig.of(ev.ControllerFound)
    assert len(found) == 1
    assert found[0].new_boot
    numbers = [e.number for e in rig.of(ev.DeviceEvent)]
    assert numbers == [0, 1]
    kinds = [type(e) for e in rig.told if not isinstance(e, ev.RoundTrip)]
    assert kinds == [
        ev.ControllerFound,
        ev.ClockMark,
        ev.DeviceEvent,
        ev.DeviceEvent,
        ev.SnapshotTaken,
    ]


def test_nothing_is_acknowledged_before_it_is_committed() -> None:
    rig = Rig()
    rig.commits = False
    rig.peer.event(m.Edge(0, 3))
    rig.run(3_000)
    assert set(rig.peer.acks) == {0}
    assert [e.number for e in rig.of(ev.DeviceEvent)] == [0, 1]
    rig.session.committed(rig.of(ev.DeviceEvent)[-1], rig.now_us)
    rig.run(5)
    assert rig.peer.acked == 2


def test_a_late_commit_of_another_boot_acknowledges_nothing() -> None:
    rig = Rig()
    rig.commits = False
    rig.run(200)
    stale = ev.DeviceEvent(rig.peer.uid, rig.peer.boot_id - 1, 0, m.Edge(0, 0), None)
    rig.session.committed(stale, rig.now_us)
    rig.run(200)
    assert rig.peer.acked == 0


def test_a_restarted_host_goes_on_after_its_last_committed_event() -> None:
    rig = Rig()
    for _ in range(20):
        rig.peer.event(m.Edge(0, 1))
    rig.run(60)
    rig.commits = False
    rig.run(60)
    rig.commits = True
    rig.restart_host()
    rig.run(1_000)
    assert [r.number for r in rig.disk.rows] == list(range(21))


def test_three_hundred_events_pass_the_byte_of_sequence() -> None:
    rig = Rig()
    for _ in range(600):
        rig.peer.event(m.Edge(0, 1))
    rig.run(3_000)
    assert [r.number for r in rig.disk.rows] == list(range(601))


def test_an_event_out_of_order_is_dropped_and_the_last_ack_said_again() -> None:
    rig = Rig()
    rig.run(200)
    rig.peer.acks.clear()
    rig.peer.say(m.Edge(5, 1), 9)
    rig.run(5)
    assert rig.peer.acks == [1]
    assert len(rig.disk.rows) == 1


def test_silence_of_a_second_is_lost_and_it_is_found_again_by_itself() -> None:
    rig = Rig()
    rig.run(500)
    rig.connected = False
    rig.run(1_100)
    assert [e.why for e in rig.of(ev.ControllerLost)] == ["the controller is silent"]
    assert rig.session.stage is Stage.HANDSHAKE
    rig.connected = True
    rig.run(700)
    assert len(rig.of(ev.ControllerFound)) == 2
    assert not rig.of(ev.ControllerFound)[1].new_boot


def test_a_new_boot_in_mid_session_is_told_with_its_gap() -> None:
    rig = Rig()
    rig.peer.event(m.Edge(0, 3))
    rig.run(500)
    rig.peer = Peer(boot_id=8)
    told = rig.run(600)
    assert [e.why for e in told if isinstance(e, ev.ControllerLost)] == [
        "the controller has begun anew"
    ]
    reset = next(e for e in told if isinstance(e, ev.ControllerReset))
    assert reset.cause == "power on"
    assert reset.gap == ev.Gap(rig.peer.uid, 7, 2, 8, 0)
    assert told.index(reset) < next(
        i for i, e in enumerate(told) if isinstance(e, ev.ControllerFound)
    )
    assert rig.disk.rows[-1].message == m.Boot(1_000, 8, 1)


def test_events_that_another_host_took_are_a_gap_of_the_same_boot() -> None:
    peer = Peer()
    for _ in range(5):
        peer.event(m.Edge(0, 3))
    peer.acked = 4
    rig = Rig(peer)
    rig.run(300)
    assert [e.gap for e in rig.of(ev.EventsMissing)] == [ev.Gap(peer.uid, 7, 0, 7, 4)]
    assert [r.number for r in rig.disk.rows] == [4, 5]


def test_a_controller_that_numbers_less_than_the_record_is_refused() -> None:
    rig = Rig()
    for _ in range(5):
        rig.peer.event(m.Edge(0, 3))
    rig.run(500)
    rig.peer = Peer()
    rig.run(1_500)
    refused = rig.of(ev.Refused)
    assert "event 5" in refused[0].why
    assert rig.session.stage is Stage.HANDSHAKE


def test_a_command_is_sent_again_until_done_and_told_once() -> None:
    rig = Rig()
    rig.run(200)
    rig.to_peer = lambda data: b""
    assert rig.session.command(m.Arm(4, 60_000), rig.now_us)
    rig.run(300)
    rig.to_peer = lambda data: data
    rig.peer.results[m.Arm] = catalogue.HELD
    rig.run(600)
    assert rig.of(ev.CommandDone) == [ev.CommandDone(m.Arm(4, 60_000), catalogue.HELD)]
    assert rig.peer.applied == [m.Arm(4, 60_000)]


def test_the_latest_command_of_a_kind_wins() -> None:
    rig = Rig()
    rig.run(200)
    rig.to_peer = lambda data: b""
    for arm_id in (1, 2, 3):
        rig.session.command(m.Arm(arm_id, 1_000), rig.now_us)
    rig.run(10)
    rig.to_peer = lambda data: data
    rig.run(300)
    assert rig.peer.applied == [m.Arm(3, 1_000)]
    assert [e.command for e in rig.of(ev.CommandDone)] == [m.Arm(3, 1_000)]


def test_lost_forgets_the_commands_and_takes_no_new_ones() -> None:
    rig = Rig()
    rig.run(200)
    rig.connected = False
    rig.session.command(m.Arm(4, 60_000), rig.now_us)
    rig.run(1_500)
    assert not rig.session.command(m.Arm(5, 60_000), rig.now_us)
    rig.connected = True
    rig.run(2_000)
    assert rig.peer.applied == []


def test_a_lost_first_ack_or_snapshot_is_asked_again() -> None:
    for dropped in (m.Ack, m.AskSnapshot, m.Ping):
        rig = Rig()
        lost = {"left": 2}

        def spoil(data: bytes, dropped: type = dropped, lost: dict = lost) -> bytes:
            marked = m.KIND_OF[dropped]
            out = b""
            for frame in data.split(b"\0"):
                if len(frame) > 1 and frame[1] == marked and lost["left"]:
                    lost["left"] -= 1
                else:
                    out += frame + b"\0"
            return out

        rig.to_peer = spoil
        rig.run(1_500)
        assert lost["left"] == 0
        assert len(rig.of(ev.ControllerFound)) == 1, dropped
        assert rig.disk.rows, dropped


def test_an_overflow_brings_a_fresh_state() -> None:
    rig = Rig()
    rig.run(200)
    assert len(rig.of(ev.SnapshotTaken)) == 1
    rig.peer.event(m.Overflow(0, 1, 40))
    rig.run(200)
    assert len(rig.of(ev.SnapshotTaken)) == 2
