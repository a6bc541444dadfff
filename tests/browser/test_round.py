"""Whole rounds through everything: chips on pins, firmware, link, host, record, Chromium."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltlink.table.audit import books
from support.cut_wire import Wire
from support.dealer import Dealer
from support.real_table import RealTable, real_table

SEVENTY_FIVE = 6
TOP = 0
# The first of two taps is even money, paid at once; the second takes it back, (4)(c); the spin.
LINES_OF_A_SPIN = 3


@pytest.fixture
def stops() -> list[int]:
    return [SEVENTY_FIVE]


@pytest.fixture
def table(tmp_path: Path, stops: list[int]) -> Iterator[RealTable]:
    with real_table(tmp_path, itertools.chain(stops)) as running:
        yield running


def kinds(table: RealTable) -> list[str]:
    """The inputs in the record, in order."""
    assert table.table is not None
    record = table.table.record
    found = table.ask(lambda: record.live.execute(
        "SELECT kind FROM entry WHERE role = 'input' ORDER BY number").fetchall())  # fmt: skip
    return [kind for (kind,) in found]


def balanced(table: RealTable) -> int:
    """The number of settlement lines of a record that balances."""
    assert table.table is not None
    record = table.table.record
    sums = table.ask(lambda: books(record.live))
    assert not sums.faults
    return int(sums.lines)


def test_a_round_with_a_reload_at_each_step(
    table: RealTable, open_page: Callable[..., Any]
) -> None:
    dealer = Dealer(open_page(table.address + "dealer"), nervous=True)
    second = Dealer(open_page(table.address + "dealer"))
    sign = open_page(table.address + "wheel")
    dealer.press("New game")
    for number in (1, 3, 5):
        dealer.chip(number, True)
        second.expect_seat(number, "covered")
    dealer.press("Begin game – lock the bets")
    for number in (1, 3, 5):
        dealer.expect_seat(number, "locked")
        dealer.chip(number, False)  # the dealer collects the bets
    dealer.tap(3, "even_money")
    expect(dealer.seat(3)).to_contain_text("paid $10")
    dealer.tap(5, "even_money", "spin")
    second.expect_seat(5, "spin")
    dealer.press("Proceed to spins")
    dealer.press("Press to enable – seat 5")
    expect(sign.locator("#say")).to_have_text("Seat 5 – press the button!")
    dealer.reload()
    dealer.spin()
    expect(dealer.page.locator("#result")).to_have_text("Pay seat 5$75")
    second.page.locator(".wheel[data-state=turning]").wait_for()
    second.rest()
    second.reload()
    dealer.press("Winner paid – seat 5 – $75")
    for page in (dealer, second):
        expect(page.primary).to_have_text("Begin game – lock the bets")
        expect(page.page.locator("#head .round")).to_have_text("round 2")
    inputs = kinds(table)
    assert [inputs.count(kind) for kind in ("press", "drawn", "winner_paid")] == [1, 1, 1]
    assert balanced(table) > 0
    read_the_story(open_page(table.address + "records#1"))


def read_the_story(page: Any) -> None:
    """The records page tells the round that was just played."""
    page.locator("#check").click()
    expect(page.locator("#checked")).to_contain_text("Balanced:")
    story = page.locator("#round")
    expect(story).to_contain_text("bets of round 1 locked: seat 1, seat 3, seat 5")
    expect(story).to_contain_text("button pressed")
    expect(story.locator("table").first).to_contain_text("spin $75")
    page.get_by_label("Search in this round").fill("LATE")
    late = story.locator("tr.late_edge:visible")
    expect(late).to_have_count(3)
    expect(story.locator("tr.press")).to_be_hidden()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_second_press_and_a_press_of_a_dark_button_spin_nothing(
    table: RealTable, open_page: Callable[..., Any]
) -> None:
    dealer = Dealer(open_page(table.address + "dealer"))
    dealer.to_offer(2)
    table.felt.press(80)
    dealer.press("Press to enable – seat 2")
    dealer.spin()
    table.felt.press(80)
    dealer.press("Winner paid – seat 2 – $75")
    expect(dealer.primary).to_have_text("Begin game – lock the bets")
    inputs = kinds(table)
    assert (inputs.count("press"), inputs.count("drawn")) == (1, 1)


def test_two_dealers_who_press_at_once_pay_one_seat_once(
    table: RealTable, open_page: Callable[..., Any]
) -> None:
    """The second one presses before the page knows of the first."""
    wire = Wire()
    one = Dealer(open_page(table.address + "dealer"))
    two = Dealer(open_page(table.address + "dealer", prepare=wire.prepare))
    one.to_offer(2, 5)
    one.press("Press to enable – seat 2")
    one.spin()
    two.page.locator(".wheel[data-state=turning], .wheel[data-state=stopped]").wait_for()
    two.rest()
    for dealer in (one, two):
        expect(dealer.primary).to_have_text("Winner paid – seat 2 – $75")
        expect(dealer.primary).not_to_have_attribute("data-dead", "yes")
    wire.down = False
    for dealer in (two, one):
        dealer.page.evaluate("() => document.getElementById('primary').click()")
    expect(one.primary).to_have_text("Press to enable – seat 5")
    wire.down = True
    two.page.reload()  # what came meanwhile was lost on the way, the answer too
    two.live()
    two.page.wait_for_function("() => (sessionStorage['feltlink.pending'] || '[]') === '[]'")
    expect(two.primary).to_have_text("Press to enable – seat 5")
    assert kinds(table).count("enable_spin") == 1
    assert balanced(table) == 2 * (LINES_OF_A_SPIN - 1) + 1


def test_a_tap_without_a_bet_is_refused_with_a_sentence(
    table: RealTable, open_page: Callable[..., Any]
) -> None:
    dealer = Dealer(open_page(table.address + "dealer"))
    dealer.to_offer(2)
    dealer.seat(6).click()
    expect(dealer.page.locator("#refusal")).to_contain_text("Seat 6 has no locked bet.")
    dealer.expect_seat(6, "empty")


@pytest.mark.parametrize("stops", [[TOP]])
def test_a_top_prize_is_held_for_its_four_checks(
    table: RealTable, open_page: Callable[..., Any]
) -> None:
    dealer = Dealer(open_page(table.address + "dealer"), nervous=True)
    dealer.to_offer(4)
    dealer.press("Press to enable – seat 4")
    dealer.spin()
    panel = dealer.page.locator("#checks")
    expect(panel).to_contain_text("Top prize – seat 4")
    expect(dealer.primary).to_have_attribute("aria-disabled", "true")
    for check in ("dealt_properly", "bet_made", "natural_blackjack", "stopped_on_top"):
        dealer.reload()
        panel.get_by_label("Name of who checked").fill(f"Ana {check}")
        panel.locator(f"[data-check={check}]").click()
        expect(panel).to_contain_text(f"verified by Ana {check}")
    top = table.state["wheel"][TOP]["amount_cents"]
    dealer.press(f"Winner paid – seat 4 – ${top // 100:,}")
    expect(dealer.primary).to_have_text("Begin game – lock the bets")
    assert kinds(table).count("verify") == 4
    assert balanced(table) == LINES_OF_A_SPIN


def test_the_controller_is_reset_and_the_cable_pulled_while_the_button_is_lit(
    table: RealTable, open_page: Callable[..., Any]
) -> None:
    dealer = Dealer(open_page(table.address + "dealer"))
    lamp = dealer.page.locator("#spin .lamp")
    dealer.to_offer(1)
    dealer.press("Press to enable – seat 1")
    expect(lamp).to_have_attribute("data-lit", "yes")
    dealer.page.locator("#reset").click()
    dealer.press("Press to enable – seat 1")
    expect(lamp).to_have_attribute("data-lit", "yes")
    dealer.page.locator("#cable").click()
    expect(dealer.page.locator("#banner")).to_contain_text("Controller lost")
    dealer.page.locator("#cable").click()
    dealer.live()
    dealer.expect_seat(1, "offer")
    dealer.press("Press to enable – seat 1")
    dealer.spin()
    dealer.press("Winner paid – seat 1 – $75")
    expect(dealer.primary).to_have_text("Begin game – lock the bets")
    assert kinds(table).count("press") == 1
    assert balanced(table) == LINES_OF_A_SPIN


def test_the_host_ends_while_the_wheel_turns_and_the_round_goes_on(
    table: RealTable, open_page: Callable[..., Any]
) -> None:
    dealer = Dealer(open_page(table.address + "dealer"))
    dealer.to_offer(1)
    dealer.press("Press to enable – seat 1")
    expect(dealer.page.locator("#spin .lamp")).to_have_attribute("data-lit", "yes")
    table.felt.press(80)
    dealer.page.locator(".wheel[data-state=turning]").wait_for()
    table.stop()
    expect(dealer.page.locator("#banner")).to_contain_text("No answer from the table")
    table.start()
    dealer.live()
    dealer.press("Winner paid – seat 1 – $75")
    expect(dealer.primary).to_have_text("Begin game – lock the bets")
    inputs = kinds(table)
    assert [inputs.count(kind) for kind in ("press", "drawn", "winner_paid")] == [1, 1, 1]
    assert balanced(table) == LINES_OF_A_SPIN
