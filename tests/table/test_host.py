"""The order of things: into the record, on the disk, and only then acknowledged, sent, shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlink.games.core import Input, Step
from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.table import story
from feltwire import catalogue
from support.table_rig import UID, Rig
from support.tiny_game import Tiny, TinyGame


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "t.db")
    yield rig
    rig.record.close()


def test_an_event_is_acknowledged_only_after_its_commit(rig: Rig) -> None:
    seen: list[int] = []
    rig.session.committed = lambda event: seen.append(rig.record.number)  # type: ignore[method-assign]
    rig.connect()
    before = rig.record.number
    rig.tell(m.Edge(0, 1), m.Edge(0, 3))
    assert seen[-1] == before + 2
    assert [e.kind for e in rig.entries()[-2:]] == ["edge", "edge"]


def test_events_name_seats_and_keep_the_time_of_their_first_edge(rig: Rig) -> None:
    rig.connect()
    rig.tell(m.Edge(0, 2 * 4 + 1))
    edge = rig.entries()[-1]
    assert edge.data == {
        "seat": 5, "spot": "bonus_spin", "covered": True, "at_utc_us": rig.clock.utc_us(),
    }  # fmt: skip
    assert (edge.source, edge.origin and edge.origin.uid) == ("controller", UID.hex())


def test_an_event_that_comes_again_is_recorded_once_and_acknowledged_again(rig: Rig) -> None:
    rig.connect()
    event = rig.event(m.Edge(0, 1))
    rig.host.take([event])
    rig.host.take([event])
    rig.host.take([event, event])
    assert rig.kinds().count("edge") == 1
    assert rig.session.acked == [1, 2, 2, 2]


def test_a_batch_of_events_is_one_transaction(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.connect()
    commits: list[int] = []
    commit = rig.record.commit
    monkeypatch.setattr(rig.record, "commit", lambda b: (commits.append(b.count), commit(b)))
    rig.tell(*[m.Edge(0, 2 * seat + 1) for seat in range(6)])
    assert commits == [6]


def test_a_tap_acts_once_and_gets_the_same_answer(rig: Rig) -> None:
    rig.connect()
    assert rig.act("open", ident="a")["ok"]
    assert rig.act("nonsense", ident="b")["sentence"] == "no nonsense here"
    again = [rig.act("open", ident="a"), rig.act("nonsense", ident="b")]
    assert [(a["ok"], a["sentence"]) for a in again] == [(True, ""), (False, "no nonsense here")]
    rig.restart()
    rig.connect()
    assert rig.act("open", ident="a")["ok"]
    assert rig.kinds().count("open") == 1
    assert rig.host.view()["state"]["round_id"] == 1


def test_an_id_that_was_used_for_another_act_is_told_apart(rig: Rig) -> None:
    rig.connect()
    rig.act("open", ident="a", seat=1)
    assert "Tap again" in rig.act("open", ident="a", seat=2)["sentence"]
    assert "Tap again" in rig.act("arm", ident="a")["sentence"]
    assert rig.kinds().count("open") == 1


def deep(levels: int) -> object:
    return [deep(levels - 1)] if levels else 1


@pytest.mark.parametrize(
    "act",
    [
        None, [], "x", {}, {"id": "", "act": "open"}, {"id": "a"}, {"id": "a", "act": 3},
        {"id": "a" * 101, "act": "open"}, {"id": "a", "act": "open", "x": "y" * 5000},
        {"id": "a", "act": "open", "x": deep(9)}, {"id": "a", "act": "open", "x": deep(900)},
        {"id": "a", "act": "open", "x": float("nan")}, {"id": "a", "act": "open", "x": "\ud800"},
        {"id": 7, "act": "open"},
    ],
)  # fmt: skip
def test_what_is_no_act_is_refused_and_changes_nothing(rig: Rig, act: object) -> None:
    rig.connect()
    before = rig.record.number
    answer = rig.host.act(act, "dealer")
    assert not answer["ok"]
    assert answer["sentence"]
    assert rig.record.number == before


def test_a_page_cannot_say_what_only_the_controller_can(rig: Rig) -> None:
    rig.connect()
    rig.act("open")
    rig.act("arm")
    for kind in ("press", "drawn", "locked", "controller", "snapshot", "disarmed", "awards"):
        assert "told by the table itself" in rig.act(kind, arm_id=1, stop=0)["sentence"]
    assert "press" not in rig.kinds()


def test_a_draw_is_recorded_with_its_cause_before_it_is_shown(rig: Rig) -> None:
    rig.connect()
    rig.act("open")
    rig.act("arm")
    shown: list[tuple[int, object]] = []
    rig.host.subscribe(lambda: shown.append((rig.record.number, rig.host.view()["state"]["stop"])))
    rig.tell(m.Press(0, 1))
    press, drawn = (next(e for e in rig.entries() if e.kind == k) for k in ("press", "drawn"))
    assert drawn.cause == press.number
    assert drawn.data == {"draw_id": 1, "stop": 1}
    assert all(number > drawn.number for number, stop in shown if stop is not None)
    assert rig.host.view()["state"]["stop"] == 1


def test_a_draw_that_was_asked_for_before_the_kill_is_made_after_it(rig: Rig) -> None:
    rig.connect()
    rig.act("open")
    rig.act("arm")
    rig.host._draw = lambda draw: (_ for _ in ()).throw(KeyboardInterrupt)  # type: ignore[misc]
    with pytest.raises(KeyboardInterrupt):
        rig.tell(m.Press(0, 1))
    rig.restart()
    assert rig.kinds().count("drawn") == 1
    rig.restart()
    assert rig.kinds().count("drawn") == 1
    assert rig.host.view()["state"]["stop"] == 1


def test_every_change_has_a_higher_seq_also_after_a_restart(rig: Rig) -> None:
    seqs: list[int] = []
    rig.host.subscribe(lambda: seqs.append(rig.host.view()["seq"]))
    rig.connect()
    rig.act("open")
    rig.restart()
    seqs.append(rig.host.view()["seq"])
    assert seqs == sorted(set(seqs))


def test_rules_that_raise_leave_the_input_and_a_safe_table(rig: Rig) -> None:
    rig.connect()
    rig.act("open")
    rig.act("arm")
    (_lock, arm) = rig.session.take()
    rig.done(arm)
    answer = rig.act("boom", ident="x")
    assert "these rules are broken" in answer["sentence"]
    assert rig.entries()[-2].kind == "boom"
    assert rig.session.take() == [m.Disarm(1)]
    assert "a supervisor must let it go on" in rig.act("arm")["sentence"]
    rig.restart()
    rig.connect(round_id=1)
    assert "these rules are broken" in rig.host.view()["state"]["notice"]
    assert "these rules are broken" in rig.host.view()["stopped"]
    assert not rig.act("resume_after_failure")["ok"]
    assert rig.act("resume_after_failure", by="supervisor Ann")["ok"]
    assert rig.host.view()["stopped"] == ""
    assert rig.act("arm")["ok"]


def test_a_draw_that_fails_closes_the_table_until_a_supervisor_lets_it_go_on(rig: Rig) -> None:
    rig.connect()
    rig.act("open")
    rig.act("arm")
    good = rig.host._draw
    rig.host._draw = lambda draw: {}["no wheel"]
    rig.tell(m.Press(0, 1))
    assert "The draw failed" in rig.host.view()["state"]["notice"]
    assert "The draw failed" in rig.act("close")["sentence"]
    assert not rig.act("resume_after_failure")["ok"]
    assert "The draw failed" in rig.act("close")["sentence"]
    rig.host._draw = good
    assert rig.act("resume_after_failure", by="supervisor Ann")["ok"]
    assert rig.host.view()["state"]["stop"] == 1
    assert rig.kinds().count("drawn") == 1


def test_a_record_that_replays_otherwise_is_told(rig: Rig) -> None:
    rig.connect()
    rig.act("open")
    rig.act("nonsense")

    class Other(TinyGame):
        def step(self, state: Tiny, given: Input) -> Step[Tiny]:
            step = super().step(state, given)
            return Step(step.state) if given.kind == "nonsense" else step

    rig.game = Other()
    rig.restart()
    rig.connect()
    notice = rig.host.view()["state"]["notice"]
    assert "entry 7 (nonsense) led to refused" in notice
    assert "these rules make of it nothing" in notice
    assert not rig.act("close")["ok"]


def test_no_act_is_taken_without_a_live_controller(rig: Rig) -> None:
    assert "has not answered yet" in rig.act("open")["sentence"]
    rig.connect()
    assert rig.act("open")["ok"]
    rig.host.take([link.ControllerLost("silent")])
    assert rig.host.view()["controller"]["state"] == "lost"
    assert "does not answer" in rig.act("arm")["sentence"]
    assert rig.act("arm", by="supervisor Ann")["ok"]
    assert rig.kinds().count("arm") == 1


def test_a_controller_that_never_answers_is_lost_within_1500_ms(rig: Rig) -> None:
    rig.run(1400)
    assert rig.host.view()["controller"]["state"] == "starting"
    rig.run(100)
    assert rig.host.view()["controller"]["state"] == "lost"
    assert rig.kinds() == ["controller"]


def test_why_there_is_no_port_is_not_forgotten_until_a_controller_is_met(rig: Rig) -> None:
    rig.host.take([link.PortTrouble("/dev/ttyACM0: in use", "stop that program")])
    rig.run(1500)
    controller = rig.host.view()["controller"]
    assert (controller["state"], "in use). Stop that" in controller["why"]) == ("lost", True)
    rig.connect()
    rig.host.take([link.ControllerLost("silent")])
    assert "silent" in rig.host.view()["controller"]["why"]


def test_a_controller_of_another_wiring_is_refused(rig: Rig) -> None:
    rig.host.take([rig.found(b"abcd"), rig.event(m.Edge(0, 1)), rig.snapshot()])
    view = rig.host.view()["controller"]
    assert view["state"] == "refused"
    assert "wired for another board than pico-6seat" in view["why"]
    assert (rig.session.sent, rig.session.acked) == ([], [])
    assert rig.kinds() == ["controller"]


def test_a_refusal_that_is_repeated_all_day_is_one_entry(rig: Rig) -> None:
    refused = link.Refused("this is controller aa; the table has bb", "plug bb in", "other")
    for _ in range(50):
        rig.host.take([refused])
        rig.host.take([link.ControllerLost(refused.why)])
    controller = rig.host.view()["controller"]
    assert (rig.kinds(), controller["state"]) == (["controller"], "refused")
    assert controller["why"].endswith("Plug bb in.")
    rig.connect()
    rig.host.take([link.ControllerLost("silent")])
    rig.host.take([refused])
    assert rig.kinds().count("controller") == 5


@pytest.mark.parametrize(("found", "state"), [(b"b" * 32, "live"), (b"x" * 32, "refused")])
def test_the_controllers_program_is_recorded_and_another_is_refused(
    rig: Rig, found: bytes, state: str
) -> None:
    rig.host._intake._programs = (b"a" * 32, b"b" * 32)
    rig.connect()
    rig.host.take([link.ProgramChecked(found, b"a" * 32, 20)])
    view = rig.host.view()["controller"]
    assert (view["state"], view["proven"]) == (state, False)
    note = next(e for e in rig.entries() if e.kind == "program")
    assert note.data == {"found": found.hex(), "files": 20, "right": state == "live"}
    assert rig.act("open")["ok"] == (state == "live")


def test_a_clock_that_is_set_is_noted(rig: Rig) -> None:
    rig.clock.utc_offset_us -= 3_600_000_000
    rig.run(100)
    rig.run(1000)
    steps = [e for e in rig.entries() if e.kind == "clock_step"]
    assert [e.data for e in steps] == [{"by_us": -3_600_000_000}]


def test_who_asked_for_faults_to_be_cleared_is_recorded_also_in_a_round(rig: Rig) -> None:
    tom = "technician Tom"
    assert not rig.host.act({"id": "clear-0001", "act": "clear_faults"}, tom)["ok"]
    rig.connect()
    assert rig.act("open")["ok"]
    assert not rig.host.act({"id": "clear-0002", "act": "clear_faults"}, "dealer Dee")["ok"]
    for number, by in ((3, tom), (4, "supervisor Ann Lee")):
        answer = rig.host.act({"id": f"clear-000{number}", "act": "clear_faults"}, by)
        assert answer["ok"], answer
        entry = rig.entries()[-1]
        assert (entry.kind, entry.source) == ("clear_faults", by)
    assert [e.kind for e in rig.entries()].count("clear_faults") == 2
    assert "asked for every faulted input" in story.line(rig.entries()[-1])


def test_a_fault_names_seat_and_pin(rig: Rig) -> None:
    rig.connect()
    rig.tell(m.Fault(0, catalogue.INPUT_CHATTER, 2, 40), m.Fault(0, catalogue.BUTTON_STUCK, 6, 0))
    seat, button = rig.entries()[-2:]
    assert (seat.data["seat"], seat.data["pin"], seat.data["code"]) == (3, "GP4", "input chatters")
    assert (button.data["seat"], button.data["pin"]) == (None, "GP8")
    assert seat.data["detail"] == "Seat 3 bonus_spin (pin GP4): input chatters."
    assert (seat.data["number"], button.data["detail"]) == (
        40, "Button (pin GP8): button held too long.",
    )  # fmt: skip
