"""A technician at the bench: finds the sensor that is stuck, tries a light, disturbs no round."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.fingers import press_primary
from support.real_table import real_table


def test_pins_lights_and_frames_of_a_running_table(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    with real_table(tmp_path, itertools.repeat(5)) as table:
        page = open_page(table.address + "bench")
        page.locator("body[data-live=on]").wait_for()
        stuck = page.locator("[data-input='3']")
        expect(stuck).to_contain_text("GP5○ free○ free")
        table.felt.set_chip(4, True)
        expect(stuck).to_contain_text("● covered● covered")
        expect(page.locator("[data-frame=EDGE]").first).to_contain_text("input 3 covered")

        choice = page.get_by_label("seat 2 bonus_spin")
        choice.select_option("on")
        page.wait_for_function("() => document.querySelector('[data-frame=DONE]')")
        assert table.sim.lit("light 2")

        dealer = open_page(table.address + "dealer")
        for label in ("New game", "Begin game – lock the bets"):
            press_primary(dealer, label)
        expect(choice).to_be_disabled()
        expect(stuck).to_contain_text("▲ bet locked")
        expect(page.locator("#lights")).to_contain_text("A round is open")
        assert not table.sim.lit("light 2")

        clear = page.get_by_role("button", name="Clear all faults")
        expect(clear).to_be_disabled()
        table.sim.reset("power")  # it starts with a chip on seat 4: nobody saw it come
        expect(stuck).to_contain_text("✕ fault")
        clear.click()
        expect(stuck).to_contain_text("● covered● covered")
        expect(clear).to_be_disabled()

        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
