"""Hold'em on a whole running table: a side bet on a sensor, cards from the host, paid by touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from feltlink.table.audit import books
from support.fingers import press_primary
from support.real_table import real_table


def test_a_round_of_holdem_with_a_reload_at_each_decision(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    with real_table(tmp_path, iter(()), "uth.toml") as table:
        page = open_page(table.address + "dealer")
        press_primary(page, "New game")
        page.locator("[data-chip='4']").click()
        expect(page.locator(".cardseat[data-seat='4']")).to_have_attribute("data-state", "covered")
        page.locator(".cardseat[data-seat='4']").click()
        page.locator("[data-wager='wager ante']").click()
        page.get_by_role("button", name="+$25").click()
        press_primary(page, "Seat 4 ante – $25")
        press_primary(page, "Seat 4 blind – $25")
        page.locator(".cardseat[data-seat='4']").click()
        press_primary(page, "Lock the bets")
        expect(page.locator(".cardseat[data-seat='4'] .body")).to_contain_text("trips $5")
        expect(page.locator("[data-chip='4'] .lamp")).to_have_attribute("data-lit", "yes")
        for choice in ("check", "check", "1x"):
            page.locator(f"[data-choice='{choice}']").wait_for()
            page.reload()
            page.locator(f"[data-choice='{choice}']").click()
        expect(page.locator("[data-place=board] .card:not([data-suit=none])")).to_have_count(5)
        while owed := [p for p in table.state["payments"] if not p["paid"]]:
            payment = page.locator(f"[data-payment='{owed[0]['payment']}']")
            payment.click()
            expect(payment).to_have_attribute("data-paid", "")
        press_primary(page, "End of round")
        expect(page.locator("#primary")).to_have_text("New game")
        assert table.table is not None
        record = table.table.record
        sums = table.ask(lambda: books(record.live))
        assert (sums.faults, sums.lines > 0) == ([], True)
