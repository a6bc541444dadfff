"""A dealer at a page of Bonus Spin, as the browser tests play one."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from feltlink.web.host import FeltPanel
from support.fingers import press_primary


class Dealer:
    """Reloads the page at each step when `nervous`. The felt is the page's own, in a demo, or
    `felt`: a simulated board that is somewhere else, as a real one is.
    """

    def __init__(self, page: Any, nervous: bool = False, felt: FeltPanel | None = None) -> None:
        self.page = page
        self.nervous = nervous
        self.felt = felt
        self.primary = page.locator("#primary")
        self.live()

    def live(self) -> None:
        self.page.locator("body[data-live=on]:not([data-trouble])").wait_for()

    def reload(self) -> None:
        if self.nervous:
            self.page.reload()
            self.live()

    def press(self, label: str) -> None:
        expect(self.primary).to_have_text(label)
        self.reload()
        press_primary(self.page, label)

    def seat(self, number: int) -> Any:
        return self.page.locator(f".seat[data-seat='{number}']")

    def expect_seat(self, number: int, state: str) -> None:
        expect(self.seat(number)).to_have_attribute("data-state", state)

    def tap(self, number: int, *states: str) -> None:
        for state in states:
            self.seat(number).click()
            self.expect_seat(number, state)
            self.reload()
            self.expect_seat(number, state)

    def chip(self, number: int, on: bool) -> None:
        if self.felt is not None:
            self.felt.set_chip(number, on)
            return
        button = self.page.locator(f"[data-chip='{number}']")
        if (button.get_attribute("aria-pressed") == "true") != on:
            button.click()
        expect(button).to_have_attribute("aria-pressed", str(on).lower())

    def spin(self) -> None:
        """Wait for the lamp, press the button on the felt, and let the wheel come to rest."""
        spin = self.page.locator("#spin")
        expect(spin.locator(".lamp")).to_have_attribute("data-lit", "yes")
        spin.hover()
        self.page.mouse.down()
        self.page.locator(".wheel[data-state=turning]").wait_for()
        self.page.mouse.up()
        self.rest()

    def rest(self) -> None:
        self.page.evaluate("() => document.getAnimations().forEach((a) => a.finish())")
        self.page.locator(".wheel[data-state=stopped]").wait_for()

    def to_offer(self, *seats: int) -> None:
        """Bets on `seats`, each with a blackjack, up to the first offer of the button."""
        self.press("New game")
        for seat in seats:
            self.chip(seat, True)
            self.expect_seat(seat, "covered")
        self.press("Begin game – lock the bets")
        for seat in seats:
            self.expect_seat(seat, "locked")
            self.tap(seat, "even_money", "spin")
        self.press("Proceed to spins")
        expect(self.primary).to_have_text(f"Press to enable – seat {seats[0]}")
