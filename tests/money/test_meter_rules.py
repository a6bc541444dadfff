"""What each request books, as tables of requests and the amounts they lead to (in cents)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feltlink.money.meter import MYSTERY, awards, fold
from feltlink.money.meter_plan import Level, Plan, load
from feltlink.money.meter_request import Adjust, Winner
from feltlink.problem import Problem
from support.meters import BIG, Desk, cents, mystery_plan, plan


def test_a_contribution_feeds_the_shown_and_the_hidden_amount() -> None:
    desk = Desk(plan())
    for seat in (1, 2, 3):
        desk.contribute(seat)
    assert cents(desk.meter) == {"current": 100_055, "reserve": 15, "overflow": 0, "paid": 0}
    assert desk.amounts().current == 1_000_555_000  # 18.5 % of three dollars, to the µ$
    assert desk.amounts().contributed == 555_000 + 150_000


def test_the_same_wager_counts_once() -> None:
    desk = Desk(plan())
    desk.contribute(1)
    desk.contribute(1)
    assert desk.amounts().contributed == 235_000


def test_all_of_the_meter_resets_it_to_seed_and_reserve_and_keeps_the_rest_of_a_cent() -> None:
    desk = Desk(plan())
    for seat in (1, 2, 3):
        desk.contribute(seat)
    desk.key(Winner(2, "royal flush", 100))
    (award,) = awards(desk.entries)
    assert (award.amount_cents, award.state) == (100_055, "pending")
    now = desk.amounts()
    assert (now.current, now.reserve) == (1_000_000_000 + 150_000 + 5_000, 0)


def test_percent_awards_come_off_the_meter_one_after_the_other() -> None:
    desk = Desk(plan())
    desk.key(Winner(5, "straight flush", 10), Winner(2, "straight flush", 10))
    assert [a.amount_cents for a in awards(desk.entries)] == [10_000, 9_000]


def test_winners_split_what_the_meter_would_have_paid_once() -> None:
    desk = Desk(plan(simultaneous="split"))
    desk.key(Winner(5, "royal flush", 100))
    desk.key(Winner(5, "royal flush", 100), Winner(2, "royal", 100), Winner(1, "royal", 100))
    live = [a for a in awards(desk.entries) if a.state == "pending"]
    assert [a.amount_cents for a in live] == [33_333, 33_333, 33_333]
    assert desk.amounts().current == BIG + 10_000  # the seed, and the cent that three cannot share


@pytest.mark.parametrize("simultaneous", ["in_turn", "split"])
def test_pressing_again_takes_a_winner_back_as_if_never_keyed(simultaneous: str) -> None:
    desk, plain = Desk(plan(simultaneous=simultaneous)), Desk(plan(simultaneous=simultaneous))
    for seat in (1, 2):
        desk.contribute(seat)
        plain.contribute(seat)
    first, second = Winner(4, "royal flush", 100), Winner(1, "straight flush", 10)
    desk.key(first, second)
    desk.key(second)
    plain.key(second)
    assert desk.amounts() == plain.amounts()
    desk.key()
    assert desk.amounts() == Desk(plan()).with_contributions(2).amounts()


def test_a_winner_keyed_late_but_first_in_order_is_paid_first() -> None:
    desk = Desk(plan())
    desk.key(Winner(1, "straight flush", 10))
    desk.key(Winner(6, "royal flush", 100), Winner(1, "straight flush", 10))
    live = [(a.seat, a.amount_cents) for a in awards(desk.entries) if a.state == "pending"]
    assert live == [(6, 100_000), (1, 10_000)]


def test_a_void_books_the_opposite_entries() -> None:
    desk = Desk(plan())
    desk.contribute(1)
    before = desk.amounts()
    desk.key(Winner(1, "royal flush", 100))
    desk.verify(awards(desk.entries)[0].number, "voided", "card out of a second deck")
    assert desk.amounts() == before
    assert [e.kind for e in desk.entries[-2:]] == ["reversal", "reversal"]
    assert sum(e.wagered_cents for e in desk.entries) == 100


def test_a_void_after_another_table_won_the_reserve_stays_in_balance() -> None:
    desk = Desk(plan())
    desk.contribute(1)
    desk.key(Winner(1, "royal flush", 100))
    desk.other_table_wins()
    desk.verify(awards(desk.entries)[0].number, "voided", "misread")
    now = desk.amounts()
    # Of the reserve of 50,000 µ$, swept into what the other table won, only the rest of a cent is
    # left to be put by again; the sum of both pots is what it has to be.
    assert (now.current, now.reserve) == (1_000_180_000, 5_000)
    assert now.adjusted == 0
    assert now.paid == 1_000_050_000


def test_a_misdeal_takes_back_awards_and_contributions() -> None:
    desk = Desk(plan())
    desk.contribute(1)
    desk.key(Winner(1, "royal flush", 100))
    desk.misdeal()
    assert desk.amounts() == Desk(plan()).amounts()
    desk.misdeal()
    assert desk.amounts() == Desk(plan()).amounts()


def test_a_misdeal_after_another_table_won_is_the_houses() -> None:
    desk = Desk(plan())
    desk.contribute(1)
    desk.other_table_wins()
    desk.misdeal()
    now = desk.amounts()
    assert (now.current, now.reserve, now.contributed) == (BIG, 0, 0)  # never below the seed
    assert now.adjusted == 235_000 - 55_000  # all but the swept reserve and the rest of a cent


def test_the_cap_overflows_and_a_reseed_may_take_it_along() -> None:
    desk = Desk(plan(cap_cents=100_010, overflow_to="reseed"))
    for seat in (1, 2, 3):
        desk.contribute(seat)
    assert cents(desk.meter)["current"] == 100_010
    assert desk.amounts().overflow == 455_000
    desk.key(Winner(1, "royal flush", 100))
    assert desk.amounts().current == 1_000_100_000  # at the cap again
    assert desk.amounts().overflow == 455_000 + 150_000 - 100_000


def test_a_mystery_hits_on_its_trigger_and_never_pays_more_than_must_hit_by() -> None:
    desk = Desk(mystery_plan(), draws=[5_300_000, 10_000_000])  # $5.30, then the top
    for seat in (1, 2, 3, 4):
        desk.contribute(seat)
    (award,) = awards(desk.entries)
    assert (award.seat, award.hand, award.amount_cents) == (3, MYSTERY, 530)
    assert desk.amounts("mystery").current == 5_100_000


def test_only_an_open_meter_confirms() -> None:
    desk = Desk(plan())
    desk.key(Winner(1, "royal flush", 100))
    number = awards(desk.entries)[0].number
    desk.set_state("locked")
    with pytest.raises(Problem, match="locked"):
        desk.verify(number, "confirmed")
    desk.set_state("open")
    desk.verify(number, "confirmed")
    desk.verify(number, "confirmed")
    assert awards(desk.entries)[0].verified_by == "Ann Lee"
    with pytest.raises(Problem, match="already confirmed by Ann Lee"):
        desk.verify(number, "voided", "late doubt")
    assert "already confirmed" in desk.key()
    assert "already confirmed" in desk.misdeal()


@pytest.mark.parametrize(
    ("pot", "cents_", "fault"),
    [
        ("reserve", -1, "holds less"),
        ("current", 20_000, "above the cap"),
        ("current", 0, "of 1 to"),
        ("reserve", 10**19, "of 1 to"),
    ],
)
def test_an_adjustment_that_cannot_be_is_refused(pot: str, cents_: int, fault: str) -> None:
    desk = Desk(plan(cap_cents=110_000))
    with pytest.raises(Problem, match=fault):
        desk.adjust(pot, cents_)


def test_a_mystery_is_not_adjusted_above_what_it_must_hit_by() -> None:
    desk = Desk(mystery_plan())
    asked = Adjust("mystery-1", "mystery", "current", 501, "Ann Lee", "count")
    with pytest.raises(Problem, match="above must-hit-by"):
        desk.desk(asked)
    desk.desk(replace(asked, amount_cents=500))
    assert desk.amounts("mystery").current == 10_000_000


def test_nobody_wins_in_a_round_that_was_a_misdeal() -> None:
    desk = Desk(plan()).with_contributions(2)
    desk.misdeal()
    before = desk.amounts()
    assert "given back: the round is void" in desk.key(Winner(2, "royal flush", 100))
    assert desk.amounts() == before
    assert awards(desk.entries) == []


def test_an_adjustment_names_who_and_why() -> None:
    desk = Desk(plan())
    desk.adjust("current", 12_345)
    assert desk.amounts().adjusted == 123_450_000
    for by, reason, fault in (("", "x", "no name"), ("Ann", " ", "no reason")):
        with pytest.raises(Problem, match=fault):
            desk.adjust("current", 1, by, reason)


def test_refusals_are_booked_and_say_why() -> None:
    desk = Desk(plan())
    assert "seat 3 is keyed twice" in desk.key(Winner(3, "a", 10), Winner(3, "b", 10))
    assert "cannot be won" in desk.key(Winner(3, "a", 101))
    assert "no level" in desk.key(Winner(3, "a", 10, "grand"))
    assert "the meter takes 100" in desk.contribute(1, amount_cents=500)
    desk.close()
    assert "closed" in desk.key(Winner(3, "a", 10))
    assert [e.kind for e in desk.entries].count("refusal") == 5
    assert fold(plan(), desk.entries).levels == desk.meter.levels


@pytest.mark.parametrize(
    ("level", "fault"),
    [
        (Level("main", 100, 900_000, 200_000), "more than the whole wager"),
        (Level("main", 100, 10, cap_cents=50), "cap is below the seed"),
        (Level("main", 100, 10, must_hit_by_cents=100), "above the seed"),
        (Level("main", 100, 0, must_hit_by_cents=200), "needs an increment"),
        (Level("main", 100, 10, cap_cents=150, must_hit_by_cents=200), "might never hit"),
        (Level("main", -1, 10), "below 0"),
    ],
)
def test_a_plan_that_cannot_work_is_refused(level: Level, fault: str) -> None:
    with pytest.raises(Problem, match=fault):
        Plan("m", 100, (level,))


def test_a_rate_that_is_no_whole_micro_dollar_is_refused() -> None:
    with pytest.raises(Problem, match="1 ppm of the wager unit of 25 cents"):
        Plan("m", 25, (Level("main", 0, 1),))


def test_a_plan_survives_json() -> None:
    assert load(plan().dump()) == plan()
    assert plan().digest() != mystery_plan().digest()
