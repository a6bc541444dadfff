"""A technician at the bench's page, with hands on the simulated felt."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from feltlink.table import attendance, selftest
from support.real_table import RealTable

AWAY = re.compile("does not answer|not connected|cannot be reached|telling what happened")
PATIENCE_MS = 30_000  # a prompt is opened, a chip starts anew, on a busy machine
# Twice is no harm: one calibration at a time is begun.
TRY = """() => {
  const button = document.getElementById("begin-calibration");
  if (button.checkVisibility() && !button.disabled) button.click();
}"""


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
        self.act("Start the self-test", self.question.filter(has_text="light of"))

    def act(self, name: str, done: Any) -> None:
        """Press a button until `done` is there; again where the controller was lost just then, as
        it is when the machine stands still for a second.
        """
        away = self.page.locator("#said").filter(has_text=AWAY)
        for _ in range(20):
            button = self.page.get_by_role("button", name=name)
            expect(button).to_be_enabled()
            self.press(button)
            expect(done.or_(away).first).to_be_visible()
            if done.is_visible():
                return
            self.page.wait_for_timeout(500)
        raise AssertionError(away.inner_text())

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
        assert self.table.sim.run_until(lambda: self.table.sim.lit(light), PATIENCE_MS * 1000)


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
        asked = self.question.filter(has_text="Take all chips")
        for _ in range(60):
            self.page.evaluate(TRY)
            self.page.wait_for_timeout(1000)
            if asked.is_visible():
                return
        raise AssertionError(self.page.locator("#said").inner_text(), self.last.inner_text())

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


def patient(monkeypatch: Any) -> None:
    """Let no time of the bench run out: the machine may be busy with other tests."""
    long_us = 600_000_000
    for name in ("ALONE_US", "GONE_US"):
        monkeypatch.setattr(attendance, name, long_us)
    for name in ("PATIENCE_US", "LOST_US"):
        monkeypatch.setattr(selftest, name, long_us)
