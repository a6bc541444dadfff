"""A technician finds a stuck sensor by the self-test, on the page alone: by touch, by keyboard."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from feltlink.cli.selftest import checked
from feltlink.link import events as link
from support.axe import clean
from support.fingers import press_primary
from support.idle_bench import IdleLine, bench_of
from support.pages import FakeHost, site_of
from support.real_table import RealTable, real_table
from support.technician import Technician, patient

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LONG_MS = 60_000  # to read a whole program, between the scans
FINGER_PX = 118  # 20 mm on the 10" screen


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    patient(monkeypatch)


def checks(page: Any) -> Callable[[str], None]:
    """Each state of the walk is looked at by axe once, and its buttons measured."""
    seen: set[str] = set()

    def reach(state: str) -> None:
        if state in seen:
            return
        seen.add(state)
        clean(page)
        for button in page.locator(".answers button:visible").all():
            box = button.bounding_box()
            assert min(box["width"], box["height"]) >= FINGER_PX, button.inner_text()

    return reach


def at_work(open_page: Callable[..., Any], table: RealTable, **options: Any) -> Technician:
    # the browser tells a refusal as well: the controller may be lost for a moment
    page = open_page(table.address + "bench", quiet=False, **options)
    return Technician(page, table)


def by_keyboard(button: Any) -> None:
    button.focus()
    button.press("Enter")


@pytest.mark.timeout(600)  # fourteen questions, each with its second on a busy machine
@pytest.mark.parametrize("press", [None, by_keyboard], ids=["touch", "keyboard"])
def test_a_technician_finds_a_stuck_sensor_by_the_self_test(
    tmp_path: Path, open_page: Callable[..., Any], press: Callable[[Any], None] | None
) -> None:
    with real_table(tmp_path, itertools.repeat(5)) as table:
        tom = at_work(open_page, table)
        tom.press = press or tom.press
        if not press:  # looked at once
            tom.reach = checks(tom.page)
            clean(tom.page)
        dealer = open_page(table.address + "dealer")
        table.felt.set_chip(4, True)  # nobody's chip: the sensor is stuck
        tom.begin()
        expect(dealer.locator("#banner")).to_contain_text("tested by technician Tom Hart")
        expect(dealer.locator("#primary")).to_have_attribute("aria-disabled", "true")
        tom.lights(range(1, 7))

        expect(tom.question).to_contain_text("Take all chips off")
        expect(tom.page.locator(".covered")).to_contain_text("Covered now: seat 4 bonus_spin (GP5)")
        tom.reach("clear")
        tom.answer("They are free – go on")
        tom.sensors([1, 2, 3, 5, 6])

        last = tom.page.locator("#test-last")
        expect(last).to_have_text(
            "✕ Failed: seat 4 bonus_spin sensor (GP5) is active with nothing on it."
        )
        row = tom.page.locator(".reports li")
        expect(row).to_have_count(1)
        expect(row).to_contain_text("technician Tom Hart")
        clean(tom.page)
        with tom.page.expect_download() as saving:
            tom.press(row.get_by_role("link", name="Save the signed report"))
        report = saving.value.path()
        checked(report, tmp_path / "workshop")
        assert [s["name"] for s in json.loads(report.read_text())["steps"] if s["detail"]] == [
            "seat 4 bonus_spin sensor (GP5)"
        ]
        expect(dealer.locator("#banner")).to_be_hidden()
        table.felt.set_chip(4, False)
        expect(dealer.locator("#primary")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.timeout(300)
def test_a_page_that_is_loaded_anew_goes_on_and_one_that_stops_gives_the_table_back(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    with real_table(tmp_path, itertools.repeat(5)) as table:
        tom = at_work(open_page, table)
        tom.begin()
        expect(tom.question).to_contain_text("light of seat 1,")
        tom.answer("No")
        expect(tom.question).to_contain_text("light of seat 2,")
        tom.page.reload()
        expect(tom.question).to_contain_text("light of seat 2,")
        expect(tom.page.locator(".steps li")).to_have_count(1)
        expect(tom.page.get_by_label("seat 2 bonus_spin")).to_be_disabled()
        tom.page.set_viewport_size(PHONE)
        clean(tom.page)
        tom.page.get_by_role("button", name="Stop the self-test").click()
        expect(tom.page.locator("#test-last")).to_contain_text("Not finished: stopped by")
        expect(tom.page.locator("#banner")).to_be_hidden()
        expect(tom.page.get_by_label("seat 2 bonus_spin")).to_be_enabled()


@pytest.mark.timeout(300)
def test_who_does_not_say_a_name_or_comes_in_a_round_is_told(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    with real_table(tmp_path, itertools.repeat(5)) as table:
        tom = at_work(open_page, table)
        begin = tom.page.get_by_role("button", name="Start the self-test")
        begin.click()
        expect(tom.page.locator("#said")).to_contain_text("Say who you are")
        expect(tom.page.get_by_label("Your name")).to_be_focused()
        clean(tom.page)
        dealer = open_page(table.address + "dealer")
        for label in ("New game", "Begin game – lock the bets"):
            press_primary(dealer, label)
        expect(begin).to_be_disabled()
        expect(tom.page.locator("#test")).to_contain_text("A round is open")
        expect(tom.page.get_by_role("button", name="Check the program")).to_be_disabled()
        clean(tom.page)


@pytest.mark.timeout(300)
def test_the_program_is_checked_and_told_by_word(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    with real_table(tmp_path, itertools.repeat(5)) as table:
        tom = at_work(open_page, table)
        verdict = tom.page.locator(".verdict")
        expect(verdict).to_contain_text("✓ As released", timeout=LONG_MS)
        tom.page.get_by_label("Your name").fill("Tom Hart")
        said = tom.page.locator("#said").filter(has_text="The controller reads its program")
        tom.act("Check the program", said)
        expect(verdict).to_have_attribute("data-state", "right", timeout=LONG_MS)
        digests = tom.page.locator(".digests dd")
        assert digests.nth(0).inner_text() == digests.nth(1).inner_text()
        assert len(digests.nth(0).inner_text()) == 64
        expect(tom.page.locator("#calibration")).to_contain_text("None is needed")
        table.felt.pull()
        expect(verdict).to_contain_text("Not known: no controller answers")


def test_a_wrong_program_and_how_to_calibrate_are_told_in_words(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    host, line = FakeHost(), IdleLine("/dev/ttyUSB0")
    bench = bench_of(host, tmp_path, line, board="esp32-7seat-adc")
    with site_of(host, bench=bench) as site:
        site.call(line.watch, link.ProgramChecked(b"\xee" * 32, bytes(32), 41))
        page = open_page(site.address + "bench")
        verdict = page.locator(".verdict")
        expect(verdict).to_contain_text("✕ NOT the released program (41 files")
        expect(page.locator(".digests")).to_contain_text("ee" * 32)
        page.get_by_text("Without this page").click()
        expect(page.locator("#calibration code")).to_have_text(
            "feltlink calibrate /dev/ttyUSB0 --board esp32-7seat-adc"
        )
        for size in (TABLET, PHONE):
            page.set_viewport_size(size)
            clean(page)
        site.call(line.watch, link.ControllerLost("silent"))
        expect(verdict).to_contain_text("Not known: no controller answers")
