"""Arm once, press once, on any fixture."""

from __future__ import annotations

from feltlink.link import messages as m
from feltwire import catalogue
from support.bench_table import Table


def test_a_press_counts_once_and_only_while_armed(table: Table) -> None:
    table.press()
    assert [e.reason for e in table.host.messages(m.PressIgnored)] == [catalogue.NOT_ARMED]
    assert table.host.do(m.Arm(arm_id=7, lease_ms=20_000)) == "ok"
    table.pause()
    assert table.wires.lit("lamp")
    table.press()
    assert [e.arm_id for e in table.host.messages(m.Press)] == [7]
    assert not table.wires.lit("lamp")
    table.press()
    assert [e.arm_id for e in table.host.messages(m.Press)] == [7]
    assert table.host.messages(m.PressIgnored)[-1].reason == catalogue.ALREADY_SPENT
    assert table.host.do(m.Arm(arm_id=7, lease_ms=20_000)) == "arm id spent"


def test_a_held_button_cannot_be_armed(table: Table) -> None:
    table.wires.hold("button")
    table.host.run(50)
    assert table.host.do(m.Arm(arm_id=8, lease_ms=5_000)) == "button held"
    table.wires.hold("button", False)
    table.host.run(80)
    assert table.host.do(m.Arm(arm_id=8, lease_ms=5_000)) == "ok"
    table.press()
    assert [e.arm_id for e in table.host.messages(m.Press)] == [8]


def test_the_lease_runs_out_by_itself(table: Table) -> None:
    assert table.host.do(m.Arm(arm_id=9, lease_ms=300)) == "ok"
    table.host.run(400)
    disarmed = table.host.messages(m.Disarmed)[-1]
    assert (disarmed.arm_id, disarmed.reason) == (9, catalogue.LEASE_OVER)
    assert not table.wires.lit("lamp")
    table.press()
    assert table.host.messages(m.Press) == []


def test_the_host_takes_the_right_away_again(table: Table) -> None:
    assert table.host.do(m.Arm(arm_id=10, lease_ms=5_000)) == "ok"
    assert table.host.do(m.Disarm(arm_id=10)) == "ok"
    table.press()
    assert table.host.messages(m.Press) == []
    assert table.host.messages(m.Disarmed)[-1].reason == catalogue.BY_HOST
