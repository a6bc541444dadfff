"""The first page: in a demo it changes the game, and the other pages follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.pages import FakeHost, Site, site_of


class Games:
    """Two games, of which one is never dealt while a round is open."""

    games = ("bonus-spin", "uth")

    def __init__(self, host: FakeHost) -> None:
        self.host = host
        self.game = "bonus-spin"
        self.refuse_with = "A round is open. End it first."

    async def choose(self, game: str) -> str:
        if not self.refuse_with:
            self.game = game
            self.host.show(table=f"Table of {game}")
        return self.refuse_with


def test_the_game_is_chosen_or_the_page_says_why_not(
    host: FakeHost, open_page: Callable[..., Any]
) -> None:
    games = Games(host)
    with site_of(host, games=games) as site:
        page = open_page(site.address, quiet=False)
        spin, uth = (page.locator(f"[data-game='{game}']") for game in games.games)
        expect(spin).to_have_attribute("aria-pressed", "true")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        uth.click()
        expect(page.locator("#games-say")).to_have_text("A round is open. End it first.")
        expect(spin).to_have_attribute("aria-pressed", "true")
        games.refuse_with = ""
        uth.click()
        expect(page.locator("#games-say")).to_contain_text("Ultimate Texas Hold'em is on the table")
        expect(uth).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#title")).to_have_text("Table of uth")


def test_a_table_that_is_no_demo_offers_no_games(site: Site, open_page: Callable[..., Any]) -> None:
    page = open_page(site.address)
    expect(page.locator("#title")).to_have_text("Table 7")
    expect(page.locator("#games")).to_be_hidden()
