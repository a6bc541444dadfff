"""Nothing is cut off, and the big button stays where it is: every stage, tablet and phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.card_host import CardHost
from support.looks import STATES, crowded_round
from support.pages import FakeHost, Site, site_of
from support.shots import SIZES
from support.shots_spin import TROUBLES

FULL = {"seats": 7, "progressive": "PMG-01", "meter": "m"}
# Buttons whose words do not fit into them, or that reach beyond the screen at a side.
CUT_OFF = """() => [...document.querySelectorAll("button")]
  .filter((n) => n.checkVisibility({visibilityProperty: true}))
  .filter((n) => { const b = n.getBoundingClientRect();
    return n.scrollWidth > n.clientWidth + 1 || n.scrollHeight > n.clientHeight + 1
      || b.left < 0 || b.right > innerWidth; })
  .map((n) => n.id || n.dataset.seat || n.textContent)"""
PRIMARY = """() => { const b = document.getElementById("primary").getBoundingClientRect();
  return [b.x, b.width, innerHeight - b.bottom].map(Math.round); }"""


def live(page: Any, address: str) -> None:
    page.goto(address)
    page.locator("body[data-live]").wait_for()
    page.locator("#call:visible, #came:visible").wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_bonus_spin_fits_and_its_big_button_stays(
    host: FakeHost, site: Site, open_page: Callable[..., Any], size: str
) -> None:
    page = open_page("about:blank", size=SIZES[size])
    plain, places = host.view(), set()
    for name, state in STATES.items():
        site.show(state=state)
        live(page, site.address + "dealer")
        assert page.evaluate(CUT_OFF) == [], name
        places.add(tuple(page.evaluate(PRIMARY)))
    assert len(places) == 1, places
    for name, trouble in TROUBLES.items():
        site.show(state=STATES["marking"], **trouble)
        live(page, site.address + "dealer")
        assert page.evaluate(CUT_OFF) == [], name
        site.show(**{key: plain[key] for key in trouble})


@pytest.fixture
def full() -> Iterator[Site]:
    with site_of(CardHost("ultimate-holdem", FULL)) as site:
        yield site


@pytest.mark.parametrize("size", SIZES)
def test_a_full_card_table_fits_and_its_big_button_stays(
    full: Site, open_page: Callable[..., Any], size: str
) -> None:
    page = open_page("about:blank", size=SIZES[size])
    seen, places = "", set()
    for kind, by, data in crowded_round():
        assert full.call(full.host.give, kind, by, **data) == ""
        stage = full.call(full.host.view)["state"]["phase"]
        if stage == seen:
            continue
        seen = stage
        live(page, full.address + "cards")
        assert page.evaluate(CUT_OFF) == [], stage
        places.add(tuple(page.evaluate(PRIMARY)))
    assert seen == "pay"
    assert len(places) == 1, places
    for name, trouble in TROUBLES.items():
        full.show(**trouble)
        live(page, full.address + "cards")
        assert page.evaluate(CUT_OFF) == [], name
