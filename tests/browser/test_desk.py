"""The supervisor's desk: a win is confirmed by two, a meter adjusted, faults told and cleared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltlink.floor.opening import open_store
from feltlink.floor.store import Store
from feltlink.table.desk import Desk
from support.desk_rig import METER, meter_with_wins
from support.fingers import enter, twice
from support.pages import FakeHost, Site, bonus_spin, seat, site_of

PEOPLE = {"Ann Lee": "supervisor", "Bo Ray": "supervisor"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "meters.db")) as store:
        meter_with_wins(store)
        yield store


@pytest.fixture
def cleared() -> list[str]:
    return []


@pytest.fixture
def desk_site(store: Store, cleared: list[str]) -> Iterator[Site]:
    def clear(by: str) -> str:
        cleared.append(by)
        return ""

    host = FakeHost(bonus_spin("idle", seats=[seat(1), seat(2, faulted=True)]), people=PEOPLE)
    with site_of(host, desk=Desk(lambda: open_store(store.url), clear)) as site:
        yield site


def test_a_supervisors_shift(
    desk_site: Site, store: Store, cleared: list[str], open_page: Callable[..., Any]
) -> None:
    # Not quiet: the browser tells of each refusal, which is a 409.
    page = open_page(desk_site.address + "desk", quiet=False)
    enter(page, "Ann Lee")
    page.wait_for_url("**/desk")
    expect(page.locator(".award")).to_have_count(3)
    expect(page.locator("#faults")).to_contain_text("is out of order")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()

    small, other, dear = (page.locator(".award").nth(n) for n in range(3))
    number = dear.get_attribute("data-award")
    expect(dear.locator("strong")).to_contain_text("$9,")
    dear.locator("input").fill("cards looked at")
    twice(dear.locator(".confirm"))
    expect(page.locator("dialog")).to_contain_text("This takes two")
    enter(page, "Bo Ray")
    expect(page.locator(f"[data-award='{number}']")).to_have_count(0)
    expect(page.locator("#said")).to_have_text("Done and booked.")
    assert {award.number for award in store.undecided(METER)}.isdisjoint({int(number)})

    number = other.get_attribute("data-award")
    twice(other.locator(".void"))
    expect(page.locator("#said")).to_contain_text("no reason is given")
    other.locator("input").fill("the hand was fouled")
    twice(other.locator(".void"))
    expect(page.locator(f"[data-award='{number}']")).to_have_count(0)
    expect(page.locator("#history")).to_contain_text("the hand was fouled")
    expect(small).to_be_visible()

    meter = page.locator(".meter")
    for amount, told in (("12.5", "Write an amount"), ("12.50", "")):
        meter.get_by_label("Dollars").fill(amount)
        meter.get_by_label("Reason").fill("float moved")
        twice(meter.locator(".adjust"))
        expect(meter.locator("[role=alert]")).to_contain_text(told)
    expect(page.locator("#history")).to_contain_text("float moved")
    expect(meter.locator("tbody")).to_contain_text("$")
    twice(meter.locator("[data-to=locked]"))
    expect(meter.locator("h3")).to_contain_text("locked")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        twice(page.locator("#clear"))
    assert cleared == ["supervisor Ann Lee"]
    desk_site.host.refuse_with = "End the round first."
    twice(page.locator("#drop"))
    expect(page.locator("#said")).to_have_text("End the round first.")
    assert [(act["act"], by) for act, by in desk_site.host.acts] == [("drop", "supervisor Ann Lee")]


def test_a_desk_whose_table_is_away_says_so_and_goes_on_by_itself(
    desk_site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(desk_site.address + "desk", quiet=False)
    enter(page, "Ann Lee")
    expect(page.locator(".award")).to_have_count(3)
    with page.expect_event("requestfailed", lambda asked: asked.url.endswith("/api/desk")):
        desk_site.stop()
    expect(page.locator("#banner")).to_contain_text("No answer from the table")
    with page.expect_event("requestfailed", lambda asked: asked.url.endswith("/api/logout")):
        page.locator(".me").click()  # logging out needs the table: the page stays
    desk_site.start()
    page.locator("body[data-live=on]").wait_for()
    expect(page.locator(".award")).to_have_count(3)
