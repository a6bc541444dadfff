"""A technician at the bench's page, with hands on the simulated felt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from support.real_table import RealTable

PATIENCE_MS = 30_000  # a prompt is opened, a chip starts anew, on a busy machine


class Technician:
    """Walks the self-test. `press` presses a button of the page, `reach` is told each question."""

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


class Calibrator:
    """A technician who calibrates on the bench's page, with chips for the simulated felt."""

    def __init__(self, page: Any, table: RealTable) -> None:
        self.page, self.table = page, table
        self.prompt = 1  # in the list of ports; 0: found by itself
        self.question = page.locator("#calibration .question")
        self.last = page.locator("#calibrated")

    def begin(self) -> None:
        """Start it, again when the prompt was not reached in time: nothing was changed then."""
        self.page.get_by_label("Your name").fill("Tom Hart")
        self.page.get_by_label("Port of the controller's prompt").select_option(index=self.prompt)
        for _ in range(3):
            begin = self.page.get_by_role("button", name="Start the calibration")
            expect(begin).to_be_enabled(timeout=PATIENCE_MS)
            begin.click()
            told = (
                self.question.or_(self.last)
                .filter(has_text="Take all chips")
                .or_(self.last.filter(has_text="Nothing was kept:"))
            )
            expect(told).to_be_visible(timeout=PATIENCE_MS)
            if self.question.is_visible():
                return
            expect(self.page.locator("body")).to_have_attribute(
                "data-live", "on", timeout=PATIENCE_MS
            )
        raise AssertionError(self.last.inner_text())

    def answer(self, name: str) -> None:
        """Press the answer once it is alive."""
        button = self.page.get_by_role("button", name=name, exact=True)
        expect(button).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE_MS)
        expect(button).not_to_have_attribute("data-dead", "yes")
        button.click()

    def chips(self, *, on: bool, missing: int = 0) -> None:
        """A chip on every sensor, but not on seat `missing`; or all off."""
        for seat in self.table.setup.board.seats:
            self.table.felt.set_chip(seat, on and seat != missing)

    def measure(self, missing: int = 0) -> None:
        """Felt, then chips."""
        self.answer("They are off – measure")
        expect(self.question).to_contain_text("Put a chip on every sensor", timeout=PATIENCE_MS)
        self.chips(on=True, missing=missing)
        self.answer("They lie there – measure")
