"""Chips to events, the lock, late edges and lights, on any fixture."""

from __future__ import annotations

from feltlink.link import messages as m
from feltwire import catalogue
from support.bench_table import Table


def edges(table: Table) -> list[tuple[int, bool]]:
    return [(e.input, e.covered) for e in table.host.messages(m.Edge) if type(e) is m.Edge]


def test_each_chip_is_one_event_in_order(table: Table) -> None:
    for seat in (3, 1, 6):
        table.chip(seat)
    table.chip(1, False)
    assert edges(table) == [(2, True), (0, True), (5, True), (0, False)]
    state = table.host.snapshot()
    assert state.inputs == state.raw == 0b100100


def test_an_event_has_the_time_of_its_first_edge(table: Table) -> None:
    before_us = table.host.end.now_us
    table.wires.hold("seat 2")
    table.host.run(table.settle_ms)
    (event,) = table.host.committed(m.Edge)
    assert event.at_utc_us is not None
    assert -3_000 <= event.at_utc_us - before_us <= 5_000


def test_bounces_within_the_debounce_are_one_event(table: Table) -> None:
    for down in (True, False, True, False, True):
        table.wires.hold("seat 4", down)
        table.host.run(3)
    table.host.run(table.settle_ms)
    assert edges(table) == [(3, True)]


def test_a_lock_latches_lights_and_keeps(table: Table) -> None:
    table.chip(2)
    table.chip(5)
    assert table.host.do(m.Lock(round_id=41)) == "ok"
    table.pause()
    assert table.host.messages(m.Locked)[-1].mask == 0b010010
    assert table.lit() == [2, 5]
    table.chip(2, False)
    table.chip(3)
    late = [(e.input, e.covered) for e in table.host.messages(m.LateEdge)]
    assert late == [(1, False), (2, True)]
    assert table.lit() == [2, 5]
    assert table.show({}) == "ok"
    assert table.lit() == [2, 5]  # a locked light is never off
    assert table.host.do(m.Lock(round_id=42)) == "another round is locked"
    assert table.host.do(m.Release(round_id=41)) == "ok"
    table.pause()
    assert table.lit() == []
    table.chip(3, False)
    assert edges(table)[-1] == (2, False)  # no late edge any more


def test_lights_follow_the_host(table: Table) -> None:
    assert table.show({1: catalogue.ON, 6: catalogue.ON}) == "ok"
    table.pause()
    assert table.lit() == [1, 6]
    assert table.show({3: catalogue.BLINK}) == "ok"
    seen = set()
    for _ in range(30):
        table.host.run(50)
        seen.add(table.wires.lit("light 3"))
        assert [seat for seat in table.lit() if seat != 3] == []
    assert seen == {True, False}
