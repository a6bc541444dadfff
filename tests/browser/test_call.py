"""A dealer calls a supervisor: by one tap on any game's page, told at the desk, answered there."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.fingers import enter, twice
from support.pages import FakeHost, bonus_spin, site_of
from support.real_table import RealTable, real_table


@pytest.mark.parametrize(("file", "path"), [("table.toml", "dealer"), ("uth.toml", "cards")])
def test_a_call_is_told_at_the_desk_and_in_the_record_until_somebody_has_come(
    tmp_path: Path, open_page: Callable[..., Any], file: str, path: str
) -> None:
    with real_table(tmp_path, itertools.repeat(6), file) as table:
        page = open_page(table.address + path)
        desk = open_page(table.address + "desk")
        page.locator("body[data-live=on]:not([data-trouble])").wait_for()
        expect(desk.locator("#called")).to_be_hidden()
        page.get_by_role("button", name="Call supervisor").click()
        expect(page.locator("#came")).to_contain_text("Supervisor called")
        page.reload()
        expect(page.locator("#came")).to_contain_text("Supervisor called")
        expect(desk.locator("#called")).to_contain_text("dealer has called a supervisor")
        for screen in (page, desk):
            found = Axe().run(screen)
            assert found.violations_count == 0, found.generate_report()
        desk.get_by_label("Your name").fill("Ann Lee")
        twice(desk.locator("#came"))
        expect(desk.locator("#called")).to_be_hidden()
        expect(page.locator("#call")).to_be_visible()
        assert acts(table) == [
            ("dealer", "call_supervisor"),
            ("supervisor Ann Lee", "supervisor_came"),
        ]


def acts(table: RealTable) -> list[tuple[str, str]]:
    """Who has done what, as the record has it."""
    assert table.table is not None
    record = table.table.record
    wanted = "SELECT source, kind FROM entry WHERE act_id IS NOT NULL ORDER BY number"
    found: list[tuple[str, str]] = table.ask(lambda: record.live.execute(wanted).fetchall())
    return found


def test_only_a_supervisors_pin_ends_a_call_at_a_dealers_screen(
    open_page: Callable[..., Any],
) -> None:
    host = FakeHost(bonus_spin("idle"), people={"Bo": "dealer", "Ann Lee": "supervisor"})
    host.then = lambda act: host.show(
        call={"by": "dealer Bo", "at_utc_us": 0, "reason": ""}
        if act["act"] == "call_supervisor"
        else None
    )
    with site_of(host) as site:
        page = open_page(site.address + "dealer", quiet=False)
        enter(page, "Bo")
        page.wait_for_url("**/dealer")
        page.locator("body[data-live=on]").wait_for()
        page.locator("#call").click()
        twice(page.locator("#came"))
        enter(page, "Ann Lee")
        expect(page.locator("#call")).to_be_visible()
    assert [(act["act"], by) for act, by in host.acts] == [
        ("call_supervisor", "dealer Bo"),
        ("supervisor_came", "supervisor Ann Lee"),
    ]


def test_a_stopped_table_still_calls_and_a_dead_line_does_not_pretend_to(
    host: FakeHost, site: Any, dealer: Any
) -> None:
    site.show(stopped="The draw failed.")
    call = dealer.locator("#call")
    expect(call).not_to_have_attribute("aria-disabled", "true")
    call.dblclick()
    dealer.wait_for_function("() => sessionStorage['feltlink.pending'] === '[]'")
    assert [act["act"] for act, _ in host.acts][:1] == ["call_supervisor"]
    site.stop()
    expect(call).to_have_attribute("aria-disabled", "true")
    seen = len(host.acts)
    call.click(force=True)
    site.start()
    dealer.locator("#call:not([aria-disabled])").wait_for()
    assert len(host.acts) == seen
