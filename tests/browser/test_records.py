"""The auditor's page: a round, reports with plots, a search through all rounds, the check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltlink.floor.opening import open_store
from feltlink.table.desk import Desk
from feltlink.web.records import Records
from support.desk_rig import meter_with_wins
from support.pages import FakeHost, Site, site_of
from support.table_rig import Rig


@pytest.fixture
def read_site(tmp_path: Path) -> Iterator[Site]:
    rig = Rig(tmp_path / "t.db")
    rig.play_three()
    store = str(tmp_path / "meters.db")
    with open_store(store) as meters:
        meter_with_wins(meters)
    desk = Desk(lambda: open_store(store), lambda: "")
    with site_of(FakeHost(), records=Records(rig.path), desk=desk) as site:
        yield site
    rig.record.close()


def test_an_auditor_reads_a_round_a_report_and_finds_an_entry(
    read_site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(read_site.address + "records")
    page.locator("[data-round='2']").click()
    expect(page.locator("#round h2")).to_have_text("Round 2")
    page.locator("#report").click()
    expect(page.locator("#round h2")).to_have_text("Reports")
    expect(page.locator(".plot rect")).to_have_count(4)
    expect(page.get_by_role("img", name="Meter uth-1, from $0 to $10,000.70")).to_be_visible()
    expect(page.locator("#round tbody tr").last).to_contain_text("all")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.locator("[data-by=shift]").click()
    expect(page.locator("#round tbody th").first).to_contain_text(":00")
    page.locator("#find").fill("button pressed")
    page.locator("#find").press("Enter")
    expect(page.locator("#round tbody tr")).to_have_count(3)
    page.locator("#round tbody a").first.click()
    expect(page.locator("#round h2")).to_have_text("Round 3")
    page.locator("#check").click()
    expect(page.locator("#checked")).to_contain_text("Balanced")
    with page.expect_download() as saved:
        page.locator("#export a").last.click()
    assert saved.value.suggested_filename == "record.csv"
    assert Path(saved.value.path()).read_text().startswith("number,utc,role")
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
