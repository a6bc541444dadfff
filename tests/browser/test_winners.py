"""The progressive's keypad: winners in their order, what each is owed, and everybody's envy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.card_host import CardHost
from support.looks import progressive_round
from support.pages import Site, site_of

RULES = {"seats": 6, "progressive": "PMG-01", "sensor": "bonus_spin", "meter": "m"}


@pytest.fixture
def host() -> CardHost:
    """Seat 5 holds a royal flush, seat 2 a straight flush, seat 4 neither."""
    host = CardHost("ultimate-holdem", RULES)
    for kind, by, data in progressive_round():
        assert host.give(kind, by, **data) == ""
    return host


@pytest.fixture
def site(host: CardHost) -> Iterator[Site]:
    with site_of(host) as site:
        yield site


def frozen(site: Site, **cents: int) -> None:
    """The meter has answered what was keyed last."""
    found = [
        {"seat": int(seat[1:]), "amount_cents": amount, "award": int(seat[1:])}
        for seat, amount in cents.items()
    ]
    state = site.host.state
    data = {"meter": "m", "round_id": state.round_id, "revision": state.revision, "awards": found}
    assert site.call(site.host.give, "awards", "host", **data) == ""


def verdict(site: Site, seat: int, said: str) -> None:
    data = {"award": seat, "seat": seat, "round_id": site.host.state.round_id, "verdict": said}
    assert site.call(site.host.give, "award_verified", "host", **data) == ""


def test_winners_and_envy_are_told_before_anything_is_confirmed(
    site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(site.address + "cards")
    keys = page.locator(".winners li")
    expect(keys).to_have_text(
        ["Seat 5: royal flush, 100 % ○ not keyed", "Seat 2: straight flush, 10 % ○ not keyed"]
    )
    expect(page.locator(".keypad")).to_contain_text("counter-clockwise, in this order")
    expect(page.locator(".envy li")).to_have_text(
        [
            "Seat 5: $300 ($300 for seat 2's hand)",
            "Seat 4: $1,300 ($1,000 for seat 5's hand + $300 for seat 2's hand)",
            "Seat 2: $1,000 ($1,000 for seat 5's hand)",
        ]
    )
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_win_is_keyed_frozen_confirmed_or_void_and_each_is_told(
    host: CardHost, site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(site.address + "cards")
    five, two = page.locator("[data-award='5']"), page.locator("[data-award='2']")
    for key in (five, two):
        key.click()
        expect(key).to_have_attribute("data-standing", "asked")
    frozen(site, s5=1_000_055, s2=100_000)
    expect(five).to_contain_text("◐ $10,000.55, being verified")
    verdict(site, 5, "confirmed")
    expect(five).to_contain_text("✓ $10,000.55, confirmed")
    expect(five).to_have_attribute("aria-disabled", "true")
    expect(two).to_have_attribute("data-standing", "pending")
    verdict(site, 2, "voided")
    expect(two).to_contain_text("✕ void")
    expect(page.locator(".envy li")).to_have_count(3)


def test_the_keypad_takes_a_winner_and_takes_it_back(
    host: CardHost, site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(site.address + "cards")
    key = page.locator("[data-award='2']")
    for keyed in ("false", "true", "false"):
        expect(key).to_have_attribute("aria-pressed", keyed)
        key.click()
    expect(key).to_have_attribute("aria-pressed", "true")
    assert [act["keyed"] for act, _ in host.acts] == [True, False, True]
