"""A technician who walks the self-test on the bench's page, with hands on the simulated felt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from support.real_table import RealTable


class Technician:
    """`press` presses a button of the page; `reach` is called at each question that is new."""

    def __init__(self, page: Any, table: RealTable) -> None:
        self.page, self.table = page, table
        self.press: Callable[[Any], None] = lambda button: button.click()
        self.reach: Callable[[str], None] = lambda state: None
        self.question = page.locator("#question")

    def begin(self) -> None:
        """Start it, under a name."""
        self.page.locator("body[data-live=on]").wait_for()
        self.page.get_by_label("Your name").fill("Tom Hart")
        begin = self.page.get_by_role("button", name="Start the self-test")
        expect(begin).to_be_enabled()
        self.press(begin)

    def answer(self, name: str) -> None:
        """Press the answer once it is alive."""
        button = self.page.get_by_role("button", name=name, exact=True)
        expect(button).not_to_have_attribute("aria-disabled", "true")
        expect(button).not_to_have_attribute("data-dead", "yes")
        self.press(button)

    def lights(self, seats: range) -> None:
        """Look at each light; say yes to what blinks on the board."""
        for seat in seats:
            expect(self.question).to_contain_text(f"light of seat {seat},")
            self._blinks(f"light {seat}")
            self.reach("look")
            self.answer("Yes, it blinks")
        expect(self.question).to_contain_text("lamp of the spin button")
        self._blinks("lamp")
        self.answer("Yes, it blinks")

    def sensors(self, seats: list[int]) -> None:
        """Put a chip on each and take it off; then the button."""
        for seat in seats:
            expect(self.question).to_contain_text(f"Put a chip on seat {seat},")
            self.reach("put")
            self.table.felt.set_chip(seat, True)
            expect(self.question).to_contain_text(f"Take the chip off seat {seat}")
            self.reach("take")
            self.table.felt.set_chip(seat, False)
        expect(self.question).to_contain_text("Press and hold the spin button")
        self.table.felt.button(True)
        expect(self.question).to_contain_text("Let go of the button")
        self.table.felt.button(False)

    def _blinks(self, light: str) -> None:
        """It blinks 2.5 times a second: it is lit within a second, unless the machine stands."""
        assert self.table.sim.run_until(lambda: self.table.sim.lit(light), 8_000_000)
