"""Everybody can read it and hit it: axe, sizes, shapes, the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.looks import STATES, StillFelt
from support.pages import FakeHost, Site, site_of

SIZES = {"tablet": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
LEAST_PX = 48
BOXES = """() => [...document.querySelectorAll("button, a, input")]
  .filter((n) => n.checkVisibility({visibilityProperty: true}))
  .map((n) => { const b = n.getBoundingClientRect();
    return [n.id || n.dataset.seat || n.textContent, b.x, b.y, b.width, b.height]; })"""


@pytest.fixture
def demo_site(host: FakeHost) -> Any:
    with site_of(host, StillFelt()) as site:
        yield site


def show(site: Site, page: Any, name: str) -> None:
    site.show(state=STATES[name], last_refusal="Seat 2 has no locked bet.")
    page.reload()
    page.locator("body[data-live=on]").wait_for()
    expect(page.locator("#felt")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_and_every_target_is_large_enough(
    demo_site: Site, open_page: Callable[..., Any], size: str
) -> None:
    page = open_page(demo_site.address + "dealer", size=SIZES[size])
    for name in STATES:
        show(demo_site, page, name)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
        boxes = page.evaluate(BOXES)
        small = [b for b in boxes if min(b[3], b[4]) < LEAST_PX]
        assert not small, f"{name}: {small}"
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} is {wide} px too wide"


def test_a_finger_hits_seats_and_the_primary_button_of_the_tablet(
    demo_site: Site, open_page: Callable[..., Any]
) -> None:
    """20 mm is 118 px there (docs: 1280 px on 217 mm); no seat lies on another."""
    page = open_page(demo_site.address + "dealer")
    show(demo_site, page, "marking")
    boxes = {b[0]: b[1:] for b in page.evaluate(BOXES)}
    seats = [boxes[str(n)] for n in range(1, 7)]
    assert all(min(w, h) >= 118 for _, _, w, h in (*seats, boxes["primary"]))
    for i, (x, y, w, h) in enumerate(seats):
        for x2, y2, _, _ in seats[i + 1 :]:
            assert abs(x - x2) >= w or abs(y - y2) >= h, f"seat {i + 1} lies on another"
    middles = [x for x, _, _, _ in seats]
    assert middles == sorted(middles), "position 1 is at the dealer's left"


@pytest.mark.parametrize("path", ["", "wheel"])
def test_axe_finds_nothing_on_the_other_pages(
    demo_site: Site, open_page: Callable[..., Any], path: str
) -> None:
    demo_site.show(state=STATES["spun"])
    page = open_page(demo_site.address + path)
    page.locator("main *").first.wait_for()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_state_is_told_by_word_shape_and_border_not_by_colour_alone(
    demo_site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(demo_site.address + "dealer")
    seen: dict[str, tuple[str, str, str]] = {}
    for name in STATES:
        show(demo_site, page, name)
        for state, *told in page.evaluate(
            """() => [...document.querySelectorAll(".seat:not([data-turn])")].map((n) => [
                 n.dataset.state, n.querySelector(".word").textContent,
                 n.querySelector("path").getAttribute("d"),
                 getComputedStyle(n).borderStyle + getComputedStyle(n).borderWidth])"""
        ):
            seen[state] = tuple(told)
    assert set(seen) >= {"empty", "covered", "locked", "even_money", "once", "spin"}
    assert set(seen) >= {"late", "faulted", "paid"}
    for part in range(2):
        assert len({told[part] for told in seen.values()}) == len(seen), seen
    assert seen["paid"][1:] != seen["locked"][1:]


def test_the_keyboard_alone_is_enough(
    host: FakeHost, demo_site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(demo_site.address + "dealer")
    show(demo_site, page, "marking")
    expect(page.locator("#primary")).not_to_have_attribute("data-dead", "yes")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.id") == "primary":
            break
    page.keyboard.press("Enter")
    page.wait_for_function("() => sessionStorage['feltlink.pending'] === '[]'")
    assert [act["act"] for act, _ in host.acts] == ["proceed_to_spins"]
