"""A page that loses the host, reloads, or is one of several: nothing lost, nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.cut_wire import Wire
from support.pages import FakeHost, Site, bonus_spin, spin

ANSWERED = "() => sessionStorage['feltlink.pending'] === '[]'"
PAY = {"act": "winner_paid", "seat": 3}


def spun() -> dict[str, Any]:
    return bonus_spin("spun", spin=spin("spun", stop=6), primary=PAY)


def open_spun(open_page: Callable[..., Any], site: Site, wire: Wire, *, timed: bool = False) -> Any:
    """`timed`: the page's clock can be moved on."""

    def prepare(page: Any) -> None:
        wire.prepare(page)
        if timed:
            page.clock.install()

    site.show(state=spun())
    page = open_page(site.address + "dealer", prepare=prepare)
    button = page.locator("#primary")
    expect(button).to_have_text("Winner paid – seat 3 – $75")
    expect(button).not_to_have_attribute("data-dead", "yes")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    return page


@pytest.mark.parametrize("lost", ["the act", "its answer"])
def test_an_act_that_was_lost_on_the_way_is_sent_again_and_acts_once(
    host: FakeHost, site: Site, open_page: Callable[..., Any], lost: str
) -> None:
    wire = Wire()
    page = open_spun(open_page, site, wire)
    wire.up, wire.down = lost != "the act", lost != "its answer"
    page.locator("#primary").click()
    if lost == "the act":
        expect(page.locator("#primary")).to_have_attribute("aria-disabled", "true")
    else:
        expect(page.locator("#banner")).to_contain_text("It is sent again by itself, once.")
    wire.up = wire.down = True
    if lost == "the act":
        page.reload()
    page.wait_for_function(ANSWERED)
    assert [act["act"] for act, _ in host.acts] == ["winner_paid"]
    assert host.repeats == (lost == "its answer")


def test_what_is_owed_waits_until_a_restarted_host_has_looked_for_its_controller(
    host: FakeHost, site: Site, open_page: Callable[..., Any]
) -> None:
    wire = Wire()
    page = open_spun(open_page, site, wire)
    wire.up = False
    page.locator("#primary").click()
    site.stop()
    page.locator("body[data-trouble=stale]").wait_for()
    host.show(controller={"state": "starting", "why": "it has not answered", "name": "", "uid": ""})
    wire.up = True
    site.start()
    page.locator("body[data-trouble=controller]").wait_for()
    assert host.acts == []
    site.show(controller={"state": "live", "why": "", "name": "pico-6seat", "uid": "e66141"})
    page.wait_for_function(ANSWERED)
    assert [act["act"] for act, _ in host.acts] == ["winner_paid"]


def test_a_silent_line_is_told_within_two_seconds_and_nothing_can_be_pressed(
    host: FakeHost, site: Site, open_page: Callable[..., Any]
) -> None:
    wire = Wire()
    page = open_spun(open_page, site, wire, timed=True)
    wire.down = False
    page.clock.fast_forward(2000)
    assert page.evaluate("() => document.body.dataset.trouble") == "stale"
    page.locator("#primary").click(force=True)
    page.locator(".seat[data-seat='3']").click(force=True)
    wire.down = True
    page.locator("body[data-live=on]").wait_for()
    assert host.acts == []


def test_a_network_cut_of_ten_seconds_loses_and_doubles_nothing(
    host: FakeHost, site: Site, open_page: Callable[..., Any]
) -> None:
    """What was pressed just before arrives once; what happened meanwhile is caught up."""
    wire = Wire()
    page = open_spun(open_page, site, wire)
    wire.up = False
    page.locator("#primary").click()
    wire.down = False
    page.locator("body[data-trouble=stale]").wait_for()
    page.wait_for_timeout(10_000)
    assert host.acts == []
    site.show(state={**spun(), "round_id": 413})
    wire.up = wire.down = True
    page.locator("body[data-live=on]").wait_for()
    page.wait_for_function(ANSWERED)
    expect(page.locator("#head .round")).to_have_text("round 413")
    assert [act["act"] for act, _ in host.acts] == ["winner_paid"]


def test_the_host_may_end_and_come_back(host: FakeHost, site: Site, dealer: Any) -> None:
    site.stop()
    expect(dealer.locator("#banner")).to_contain_text("What you see may be old")
    expect(dealer.locator("#primary")).to_have_attribute("aria-disabled", "true")
    host.show(state=bonus_spin("bets", round_id=413, primary={"act": "begin_game"}))
    site.start()
    dealer.locator("body[data-live=on]").wait_for()
    expect(dealer.locator("#banner")).to_be_hidden()
    expect(dealer.locator("#head .round")).to_have_text("round 413")
    expect(dealer.locator("#primary")).to_have_text("Begin game – lock the bets")


def test_two_pages_never_disagree(
    host: FakeHost, site: Site, dealer: Any, open_page: Callable[..., Any]
) -> None:
    second = open_page(site.address + "dealer")
    host.then = lambda act: host.show(state=bonus_spin("bets", primary={"act": "begin_game"}))
    site.show(state=bonus_spin("idle", primary={"act": "new_game"}))
    expect(dealer.locator("#primary")).not_to_have_attribute("aria-disabled", "true")
    expect(dealer.locator("#primary")).not_to_have_attribute("data-dead", "yes")
    dealer.locator("#primary").click()
    for page in (dealer, second):
        expect(page.locator("#primary")).to_have_text("Begin game – lock the bets")


def test_a_stopped_table_goes_on_when_a_supervisor_presses_twice(
    host: FakeHost, site: Site, dealer: Any
) -> None:
    host.then = lambda act: host.show(stopped="")
    site.show(state=bonus_spin("idle", primary={"act": "new_game"}), stopped="The draw failed.")
    expect(dealer.locator("#banner")).to_have_text("The draw failed.")
    expect(dealer.locator("#primary")).to_have_attribute("aria-disabled", "true")
    resume = dealer.locator("#resume")
    resume.dblclick()
    expect(resume).to_have_text("Go on? Press again")
    dealer.wait_for_timeout(450)
    resume.click()
    expect(resume).to_be_hidden()
    assert [(act["act"], by) for act, by in host.acts] == [("resume_after_failure", "supervisor")]


@pytest.mark.parametrize("path", ["", "dealer", "wheel", "bench", "records"])
def test_every_page_tells_that_the_controller_is_lost(
    site: Site, open_page: Callable[..., Any], path: str
) -> None:
    page = open_page(site.address + path, quiet=False)
    page.locator("body[data-live=on]").wait_for()
    site.show(controller={"state": "lost", "why": "It is silent.", "name": "", "uid": ""})
    expect(page.locator("#banner")).to_have_text("Controller lost: It is silent.")


def test_a_lost_controller_and_a_failing_record_are_told(site: Site, dealer: Any) -> None:
    lost = {"state": "lost", "why": "The cable of pico-6seat is out.", "name": "", "uid": ""}
    site.show(state=bonus_spin("idle", primary={"act": "new_game"}), controller=lost)
    banner = dealer.locator("#banner")
    expect(banner).to_have_text("Controller lost: The cable of pico-6seat is out.")
    expect(dealer.locator("#head .link")).to_have_text("controller lost")
    site.show(record={"ok": False, "why": "The disk is full."})
    expect(banner).to_contain_text("The record cannot be written: The disk is full.")
    expect(dealer.locator("#primary")).to_have_attribute("aria-disabled", "true")
