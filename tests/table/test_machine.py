"""Anything may happen in any order: kills, lost links, events and taps again. The record and what
is shown always tell the same story, and each thing is in it once."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from feltlink.link import events as link
from feltlink.link import messages as m
from feltlink.record import reading
from feltlink.table.engine import Engine, Status
from feltlink.table.recovery import as_input
from support.table_rig import Rig

ACTS = st.sampled_from(["open", "arm", "close", "nonsense", "boom"])


class Table(RuleBasedStateMachine):
    """A rig, and what a careful bystander remembers of it."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.rig = Rig(Path(self.folder.name) / "t.db")
        self.rig.connect()
        self.told: list[link.DeviceEvent] = []
        self.answers: dict[str, tuple[Any, ...]] = {}
        self.live = True

    @rule(seat=st.integers(0, 5), on=st.booleans())
    @precondition(lambda self: self.live)
    def chip(self, seat: int, on: bool) -> None:
        self._tell(m.Edge(0, seat * 2 + on))

    @rule(arm_id=st.integers(0, 3))
    @precondition(lambda self: self.live)
    def press(self, arm_id: int) -> None:
        self._tell(m.Press(0, arm_id))

    def _tell(self, message: m.Event) -> None:
        self.told.append(self.rig.event(message))
        self.rig.host.take(self.told[-1:])
        assert self.rig.session.acked[-1] == self.told[-1].number + 1

    @rule(back=st.integers(1, 8))
    @precondition(lambda self: self.live and self.told)
    def the_link_tells_again(self, back: int) -> None:
        before = self.rig.record.number
        self.rig.host.take(self.told[-back:])
        assert self.rig.record.number == before

    @rule(kind=ACTS, ident=st.integers(0, 12))
    def tap(self, kind: str, ident: int) -> None:
        name = f"{kind}{ident}"
        answer = self.rig.act(kind, ident=name)
        said = (answer["ok"], answer["sentence"])
        assert self.answers.setdefault(name, said) == said

    @rule()
    def a_supervisor_lets_it_go_on(self) -> None:
        self.rig.act("resume_after_failure", by="supervisor Ann")

    @rule()
    @precondition(lambda self: self.live)
    def the_link_is_lost(self) -> None:
        self.rig.host.take([link.ControllerLost("cable")])
        self.live = False

    @rule()
    @precondition(lambda self: not self.live)
    def the_link_comes_back(self) -> None:
        self.rig.connect()
        self.live = True

    @rule()
    def the_host_is_killed(self) -> None:
        before = self.rig.host.view()["state"]
        self.rig.restart()
        after = self.rig.host.view()["state"]
        assert {**after, "notice": None} == {**before, "notice": None}
        self.live = False

    @invariant()
    def the_record_tells_what_is_shown(self) -> None:
        engine = Engine(self.rig.game)
        status: Status = engine.initial()
        events = []
        for entry in reading.between(self.rig.record.live, 1):
            if entry.role == "input":
                status, _ = engine.apply(status, as_input(entry))
            if entry.origin:
                events.append(entry.origin.event)
        assert status == self.rig.host._play.status
        assert events == list(range(len(events)))
        assert status.draws == () or status.failed

    def teardown(self) -> None:
        if hasattr(self, "rig"):
            self.rig.record.close()
            self.folder.cleanup()


Table.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestTable = Table.TestCase
