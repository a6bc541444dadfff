"""An input that cannot be trusted is a fault event that names it; the others play on."""

from __future__ import annotations

from feltlink.link import messages as m
from feltwire import catalogue
from support.bench_table import Table


def faults(table: Table) -> list[tuple[int, int]]:
    return [(e.code, e.input) for e in table.host.messages(m.Fault) if type(e) is m.Fault]


def test_a_chattering_sensor_is_out_of_play_until_cleared(table: Table) -> None:
    for turn in range(450):  # a floating line picks up the mains
        table.wires.hold("seat 3", turn % 2 == 0)
        table.host.run(5)
    assert faults(table) == [(catalogue.INPUT_CHATTER, 2)]
    table.wires.hold("seat 3")
    table.chip(5)
    state = table.host.snapshot()
    assert (state.inputs, state.faulted) == (0b010000, 0b000100)
    assert table.host.do(m.Lock(round_id=1)) == "ok"
    table.pause()
    assert table.host.messages(m.Locked)[-1].mask == 0b010000
    assert table.host.do(m.Release(round_id=1)) == "ok"
    table.wires.hold("seat 3", False)
    table.host.run(100)
    assert table.host.do(m.ClearFault(input=2)) == "ok"
    table.host.run(50)
    assert [e.input for e in table.host.messages(m.FaultCleared)] == [2]
    table.chip(3)
    assert table.host.snapshot().inputs == 0b010100


def test_a_button_held_over_ten_seconds_is_a_fault(table: Table) -> None:
    assert table.host.do(m.Arm(arm_id=1, lease_ms=60_000)) == "ok"
    table.wires.hold("button")
    table.host.run(9_000)
    assert faults(table) == []
    assert [e.arm_id for e in table.host.messages(m.Press)] == [1]
    table.host.run(2_000)
    assert faults(table) == [(catalogue.BUTTON_STUCK, len(table.board.places))]
    assert table.host.do(m.Arm(arm_id=2, lease_ms=60_000)) in ("faulted", "button held")
    table.chip(1)  # the seats play on
    assert table.host.messages(m.Edge)[-1].covered
    table.wires.hold("button", False)
    table.host.run(200)
    assert table.host.do(m.ClearFault(input=len(table.board.places))) == "ok"
    table.host.run(50)
    assert table.host.do(m.Arm(arm_id=2, lease_ms=60_000)) == "ok"
    table.press()
    assert [e.arm_id for e in table.host.messages(m.Press)] == [1, 2]
