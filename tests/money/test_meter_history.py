"""Properties of meter histories: whatever is asked in whatever order, the books balance."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlink.money.meter import awards, fold, shown_cents
from feltlink.money.meter_entry import Amounts
from feltlink.money.meter_plan import Level, Plan
from feltlink.money.meter_request import (
    Adjust,
    CloseRound,
    Contribute,
    KeyWinners,
    Request,
    SetState,
    Verify,
    VoidRound,
    Winner,
    dump,
    load,
)
from feltlink.problem import Problem
from support.meters import Desk, plan

TABLES = ("T1", "T2", "T3")
rates = st.integers(0, 300_000)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Meters of one or two levels, with and without cap, reserve and mystery."""
    levels = []
    for name in draw(st.sampled_from([("main",), ("main", "minor")])):
        seed = draw(st.integers(0, 3000))
        cap = draw(st.none() | st.integers(seed, seed + 30))
        top = (
            draw(st.integers(seed + 1, seed + 40)) if cap is None and draw(st.booleans()) else None
        )
        level = Level(name, seed, draw(rates) or 1, draw(rates) // 2, cap)
        overflow_to = draw(st.sampled_from(["hold", "reseed"]))
        levels.append(replace(level, must_hit_by_cents=top, overflow_to=overflow_to))
    return Plan("m", 100, tuple(levels), draw(st.sampled_from(["in_turn", "split"])))


rounds = st.integers(1, 3)
seats = st.integers(1, 3)
reasons = st.sampled_from(["", "counted again"])
people = st.sampled_from(["", "Ann Lee"])
winners = st.builds(
    Winner, seats, st.sampled_from(["royal", "straight flush"]), st.sampled_from([5, 10, 100]),
    st.sampled_from(["main", "minor"]),
)  # fmt: skip
contributions = st.builds(
    Contribute, st.just("m"), rounds, seats, st.just("progressive"), st.just(100)
)
table_requests = st.one_of(
    contributions,
    contributions,
    st.builds(
        KeyWinners, st.just("m"), rounds, st.just(1), st.lists(winners, max_size=3).map(tuple)
    ),
    st.builds(VoidRound, st.just("m"), rounds, st.just("misdeal")),
    st.builds(CloseRound, st.just("m"), rounds),
)
desk_requests = st.one_of(
    st.builds(
        Verify, st.just("m"), st.integers(1, 40), st.sampled_from(["confirmed", "voided"]),
        people, reasons,
    ),
    st.builds(
        Adjust, st.just("m"), st.sampled_from(["main", "minor"]),
        st.sampled_from(["current", "reserve", "overflow"]), st.integers(-500, 500), people,
        reasons,
    ),
    st.builds(SetState, st.just("m"), st.sampled_from(["open", "locked"]), people, reasons),
)  # fmt: skip
steps = st.lists(st.tuples(st.sampled_from(TABLES), table_requests | desk_requests), max_size=40)


def play(desk: Desk, moves: list[tuple[str, Request]]) -> None:
    for table, request in moves:
        try:
            if isinstance(request, Verify | Adjust | SetState):
                desk.desk(request)
            else:
                desk.table(table, request)
        except (Problem, ValueError) as refused:
            if getattr(refused, "code", 2) == 1:  # the books: never
                raise


@settings(max_examples=300, deadline=None)
@given(plans(), steps)
def test_the_entries_are_the_meter_and_every_sum_of_them_balances(
    of: Plan, moves: list[tuple[str, Request]]
) -> None:
    desk = Desk(of)
    play(desk, moves)
    again = fold(of, desk.entries)
    assert again.levels == desk.meter.levels
    assert again.state == desk.meter.state
    for level in of.levels:
        sums = Amounts()
        for entry in desk.entries:
            if entry.level == level.name:
                sums = sums + entry.amounts
                assert entry.amounts.difference == 0
        assert sums == desk.amounts(level.name)
        assert sums.difference == 0
        if level.cap_micro is not None:
            assert sums.current <= level.cap_micro


@settings(max_examples=200, deadline=None)
@given(plans(), steps)
def test_what_was_awarded_is_what_was_paid(of: Plan, moves: list[tuple[str, Request]]) -> None:
    desk = Desk(of)
    play(desk, moves)
    for level in of.levels:
        standing = sum(
            a.amount_cents
            for a in awards(desk.entries)
            if a.level == level.name and a.state != "voided"
        )
        assert desk.amounts(level.name).paid == standing * 10_000
        assert (
            shown_cents(desk.meter.levels[level.name]) * 10_000 <= desk.amounts(level.name).current
        )


@settings(max_examples=200, deadline=None)
@given(plans(), steps)
def test_no_wager_counts_twice_and_a_misdeal_leaves_none(
    of: Plan, moves: list[tuple[str, Request]]
) -> None:
    desk = Desk(of)
    play(desk, moves)
    counted: dict[tuple[str, int, int, str], int] = {}
    for entry in desk.entries:
        if entry.kind in ("contribution", "reversal") and entry.level == "main":
            key = (entry.table, entry.round_id, entry.seat, entry.what)
            counted[key] = counted.get(key, 0) + entry.wagered_cents
    assert set(counted.values()) <= {0, 100}


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["in_turn", "split"]),
    st.lists(st.lists(st.tuples(seats, st.sampled_from([10, 100])), max_size=3), max_size=6),
)
def test_only_the_last_list_of_winners_matters(
    simultaneous: str, lists: list[list[tuple[int, int]]]
) -> None:
    keyed = [
        tuple(
            Winner(seat, "hand", percent) for seat, percent in {s: (s, p) for s, p in one}.values()
        )
        for one in lists
    ]
    desk, plain = Desk(plan(simultaneous)).with_contributions(3), Desk(plan(simultaneous))
    plain.with_contributions(3)
    for winners_ in keyed:
        desk.key(*winners_)
    if keyed:
        plain.key(*keyed[-1])
    assert desk.amounts() == plain.amounts()


@pytest.mark.parametrize("lost", [2, 5])
def test_a_missing_entry_is_named(lost: int) -> None:
    desk = Desk(plan()).with_contributions(6)
    entries = [e for e in desk.entries if e.number != lost]
    with pytest.raises(Problem, match=f"entry {lost + 1} follows entry {lost - 1}"):
        fold(plan(), entries)


def test_an_entry_altered_in_one_amount_is_named() -> None:
    desk = Desk(plan()).with_contributions(3)
    forged = replace(desk.entries[2], amounts=replace(desk.entries[2].amounts, current=185_001))
    with pytest.raises(Problem, match="entry 3, level main: the books do not balance"):
        fold(plan(), [*desk.entries[:2], forged, *desk.entries[3:]])


@given(table_requests | desk_requests)
def test_a_request_survives_json(request: Request) -> None:
    assert load(dump(request)) == request
