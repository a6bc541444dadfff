"""A dealer's call for a supervisor: kept over a restart, open in all trouble, answered by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feltlink.link import events as link
from feltlink.table import story
from support.table_rig import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path / "t.db")
    rig.connect()
    yield rig
    rig.record.close()


def told(rig: Rig) -> list[str]:
    return [
        f"{entry.source}: {story.sentence(entry)}"
        for entry in rig.entries()
        if entry.kind in ("call_supervisor", "supervisor_came")
    ]


def test_a_call_stands_until_a_supervisor_has_come_and_outlives_the_host(rig: Rig) -> None:
    assert rig.host.view()["call"] is None
    at = rig.clock.utc_us()
    assert rig.act("call_supervisor", ident="call-1", reason="a dispute")["ok"]
    assert rig.host.view()["call"] == {
        "by": "dealer", "at_utc_us": at, "reason": "a dispute"
    }  # fmt: skip
    rig.run(1000)
    rig.act("call_supervisor", ident="call-2")  # another page, or out of patience
    rig.restart()
    assert rig.host.view()["call"]["at_utc_us"] == at
    assert rig.act("call_supervisor", ident="call-1", reason="a dispute")["ok"]
    refused = rig.act("supervisor_came")
    assert refused["sentence"] == "Only a supervisor says that one has come."
    assert rig.host.view()["call"] is not None
    assert rig.act("supervisor_came", by="supervisor Ann Lee")["ok"]
    assert rig.host.view()["call"] is None
    assert told(rig) == [
        "dealer: CALL supervisor: a dispute",
        "dealer: CALL supervisor",
        "supervisor Ann Lee: a supervisor has come",
    ]


def test_a_late_repeat_of_an_answered_call_calls_nobody(rig: Rig) -> None:
    rig.act("call_supervisor", ident="call-1")
    rig.act("supervisor_came", by="supervisor")
    assert rig.act("call_supervisor", ident="call-1")["ok"]
    assert rig.host.view()["call"] is None


def test_trouble_keeps_nobody_from_calling(rig: Rig) -> None:
    rig.host.take([link.ControllerLost("its cable is out")])
    assert rig.act("call_supervisor")["ok"]
    assert rig.act("supervisor_came", by="supervisor")["ok"]
    rig.connect()
    rig.act("boom")
    assert rig.host.view()["stopped"]
    assert rig.act("call_supervisor")["ok"]
    assert rig.host.view()["call"] is not None


def test_a_call_changes_nothing_that_is_played(rig: Rig) -> None:
    rig.act("open")
    before = rig.host.view()["state"]
    rig.act("call_supervisor")
    rig.restart()
    assert rig.host.view()["state"] == before
    assert rig.host.view()["stopped"] == ""
    assert "call_supervisor" not in rig.kinds()
