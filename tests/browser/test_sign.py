"""The players' screen: the meter rolls up, a win is pending until verified, no wheel needed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.card_host import CardHost
from support.looks import STATES
from support.pages import FakeHost, Site, bonus_spin, site_of, spin


def meters(cents: int, pending: int = 0) -> dict[str, Any]:
    """One meter, as the table's view has it."""
    one = {"meter": "main", "state": "open", "amounts_cents": {"top": cents}, "pending": pending}
    return {"status": "up", "why": "", "waiting": 0, "meters": [one]}


def test_the_meter_rolls_up_and_tells_a_win_that_is_not_verified(
    host: FakeHost, site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(site.address + "wheel")
    page.locator("body[data-live=on]").wait_for()
    expect(page.locator("#meter")).to_be_hidden()
    for cents, told in ((1_000_000, "$10,000.00"), (1_000_019, "$10,000.19"), (99_999, "$999.99")):
        site.show(meters=meters(cents))
        expect(page.locator(".odometer")).to_have_attribute("aria-label", told)
        page.evaluate("() => document.getAnimations().forEach((a) => a.finish())")
        shown = page.evaluate(
            """() => [...document.querySelector(".odometer").children].map((n) => {
                 if (!n.classList.contains("wheelet")) return n.textContent;
                 const box = n.getBoundingClientRect();
                 return [...n.querySelectorAll(".strip span")].find((d) =>
                   Math.abs(d.getBoundingClientRect().top - box.top) < 3).textContent;
               }).join("")"""
        )
        assert shown == told
    site.show(state=STATES["top prize"], meters=meters(1_000_019, pending=1))
    expect(page.locator("#meter")).to_contain_text("won – being verified")
    dealer = open_page(site.address + "dealer")
    expect(dealer.locator("#head .meter")).to_have_text(
        "progressive $10,000.19: won – being verified"
    )
    site.show(meters=meters(1_000_019))
    expect(dealer.locator("#head .meter")).to_have_text("progressive $10,000.19")
    site.show(meters=meters(1_000_019, pending=1))
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_card_game_has_a_sign_without_a_wheel(open_page: Callable[..., Any]) -> None:
    with site_of(CardHost("ultimate-holdem", {"seats": 6})) as site:
        site.show(meters=meters(1_234_500))
        page = open_page(site.address + "wheel")
        expect(page.locator("#title")).to_have_text("Ultimate Texas Hold'em")
        expect(page.locator("#wheel")).to_be_hidden()
        expect(page.locator(".odometer")).to_have_attribute("aria-label", "$12,345.00")


def test_an_idle_screen_invites_and_a_verified_jackpot_is_celebrated_without_flashes(
    host: FakeHost, site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(site.address + "wheel")
    body, still = page.locator("body"), open_page(site.address + "wheel", reduced_motion="reduce")
    invited = re.compile(r"Take a seat|The top prize is \$10,000")  # by turns
    expect(page.locator("#attract")).to_have_text(invited)
    top = spin("top_prize", stop=0)
    site.show(state=bonus_spin("top_prize", spin=top))
    expect(still.locator("#say")).to_have_text("Top prize!")
    expect(still.locator("body")).not_to_have_attribute("data-jackpot", "yes")
    site.show(state=bonus_spin("spun", spin={**top, "state": "spun"}))
    for screen in (page, still):
        expect(screen.locator("#say")).to_have_text("Jackpot! Seat 3")
        expect(screen.locator("#amount")).to_have_text("$10,000")
    expect(page.locator("#attract")).to_be_hidden()
    slowest = """() => document.getAnimations().filter((a) => a.animationName)
      .map((a) => [a.animationName, a.effect.getTiming().duration])"""
    moving = dict(page.evaluate(slowest))
    assert moving["jackpot"] >= 1000 / 3
    assert all(ms >= 1000 / 3 for ms in moving.values())
    assert still.evaluate(slowest) == []
    expect(body).to_have_attribute("data-jackpot", "yes")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_progressive_is_celebrated_only_when_it_is_to_be_paid(
    open_page: Callable[..., Any],
) -> None:
    host = CardHost("ultimate-holdem", {"seats": 6})
    state = {**host.view()["state"], "phase": "pay"}
    won = {"payment": "progressive:5", "seat": 5, "part": "progressive", "paid": False}
    with site_of(host) as site:
        page = open_page(site.address + "wheel")
        site.show(state={**state, "payments": []}, meters=meters(100_000, pending=1))
        expect(page.locator("#meter")).to_contain_text("won – being verified")
        expect(page.locator("body")).not_to_have_attribute("data-jackpot", "yes")
        site.show(state={**state, "payments": [{**won, "due_cents": 100_055}]}, meters=meters(500))
        expect(page.locator("#say")).to_have_text("Jackpot! Seat 5")
        expect(page.locator("#amount")).to_have_text("$1,000.55")
