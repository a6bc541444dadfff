"""By touch: a dealer logs in, a supervisor lends a PIN for a top prize, an auditor is sent in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.dealer import Dealer
from support.fingers import enter, twice
from support.looks import STATES
from support.pages import PIN, FakeHost, bonus_spin, site_of, spin
from support.real_table import real_table
from support.staffed_folder import staff

PEOPLE = {"Dee": "dealer", "Ana Ruiz": "supervisor"}


def key_pin(page: Any, pin: str) -> None:
    for digit in pin:
        page.locator(f"[data-pin='{digit}']").click()
    page.locator(".ok").click()


def test_a_top_prize_is_verified_under_the_supervisors_own_pin(
    open_page: Callable[..., Any],
) -> None:
    host = FakeHost(STATES["top prize"], people=PEOPLE)
    checks: dict[str, str] = {}

    def verify(act: dict[str, Any]) -> None:
        checks[act["check"]] = act["name"]
        held = spin("top_prize", stop=0, checks=dict(checks))
        host.show(state={**STATES["top prize"], "spin": held})

    host.then = verify
    with site_of(host) as site:
        page = open_page(site.address + "dealer", quiet=False)
        expect(page).to_have_url(site.address + "login?to=/dealer")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.locator("[data-person='Dee']").click()
        key_pin(page, "000000")
        expect(page.locator(".hint")).to_have_text("Name and PIN do not match.")
        key_pin(page, PIN)
        expect(page).to_have_url(site.address + "dealer")
        expect(page.locator("#head .me")).to_have_text("Dee, dealer – log out")
        page.get_by_label("Name of who checked").fill("Sam Sight")
        page.locator("[data-check=bet_made]").click()
        dialog = page.locator("dialog")
        expect(dialog.locator("[data-person]")).to_have_count(1)
        key_pin(dialog, PIN)
        expect(dialog).to_have_count(0)
        expect(page.locator("#checks .by:not(:empty)")).to_have_count(1)
        page.locator("[data-check=natural_blackjack]").click()  # within two minutes, no PIN again
        expect(page.locator("#checks .by:not(:empty)")).to_have_count(2)
        assert [(act["check"], act["name"], by) for act, by in host.acts] == [
            ("bet_made", "Sam Sight", "supervisor Ana Ruiz"),
            ("natural_blackjack", "Sam Sight", "supervisor Ana Ruiz"),
        ]
        page.locator("#head .me").click()
        expect(page).to_have_url(site.address + "login?to=%2Fdealer")


def test_a_stopped_table_is_resumed_by_two_each_with_a_pin(open_page: Callable[..., Any]) -> None:
    host = FakeHost(people={**PEOPLE, "Cal Ray": "supervisor"})
    host.show(stopped="The draw failed.", two_people=["resume_after_failure"])
    with site_of(host) as site:
        page = open_page(site.address + "dealer", quiet=False)
        enter(page, "Dee")
        page.locator("body[data-trouble=stopped]").wait_for()
        twice(page.locator("#resume"))
        first = page.get_by_role("dialog", name="A supervisor's PIN", exact=True)
        first.locator("[data-person='Ana Ruiz']").click()
        key_pin(first, PIN)
        other = page.get_by_role("dialog", name="A second supervisor's PIN", exact=True)
        expect(other.locator("[data-person]")).to_have_text(["Cal Raysupervisor"])
        assert not host.acts
        key_pin(other, PIN)
        expect(other.locator(".hint")).not_to_be_empty()  # no reason, no word
        assert not host.acts
        other.get_by_label("Reason").fill("seen the tape")
        key_pin(other, PIN)
        expect(other).to_have_count(0)
        page.wait_for_function("() => document.querySelectorAll('dialog').length === 0")
        host_acts = [(act["act"], by) for act, by in host.acts]
        assert host_acts == [("resume_after_failure", "supervisor Ana Ruiz")]


def test_a_pin_that_no_table_heard_is_typed_again(open_page: Callable[..., Any]) -> None:
    with site_of(FakeHost(people=PEOPLE)) as site:
        page = open_page(site.address + "login", quiet=False)
        site.stop()
        enter(page, "Dee")
        expect(page.locator(".hint")).to_have_text("No answer from the table. Try again.")
        site.start()
        enter(page, "Dee")
        expect(page).to_have_url(site.address + "dealer")


def test_whoever_was_logged_out_is_led_to_the_pin_pad_and_back(
    open_page: Callable[..., Any],
) -> None:
    """By idleness, or at another screen: the next press is refused, and says how to go on."""
    host = FakeHost(bonus_spin("idle", primary={"act": "new_game"}), people=PEOPLE)
    with site_of(host) as site:
        page = open_page(site.address + "dealer", quiet=False)
        enter(page, "Dee")
        dealer = Dealer(page)
        gone = {"id": "idle-0001", "act": "sign_out", "name": "Dee"}
        site.call(host.act, gone, "host")
        host.refuse_with = "Sign in as dealer first: name and PIN."
        dealer.press("New game")
        expect(page).to_have_url(site.address + "login?to=%2Fdealer")
        host.refuse_with = ""
        enter(page, "Dee")
        dealer.live()
        dealer.press("New game")
        page.wait_for_function("() => sessionStorage['feltlink.pending'] === '[]'")
    assert [act["act"] for act, _ in host.acts] == ["new_game", "new_game"]


def test_five_wrong_pins_lock_a_name_out_and_say_for_how_long(
    tmp_path: Path, open_page: Callable[..., Any]
) -> None:
    staff(tmp_path, {"Bo": "314159", "Ann Lee": "271828"})
    with real_table(tmp_path, iter(())) as table:
        page = open_page(table.address + "dealer", quiet=False)
        hint = page.locator(".hint")
        for _ in range(5):
            with page.expect_response("**/api/login"):
                enter(page, "Bo", "000000")
            expect(hint).to_have_text("This name and PIN do not belong together.")
        enter(page, "Bo", "314159")
        expect(hint).to_have_text("Bo is locked out for 5 min: too many wrong PINs.")
        enter(page, "Ann Lee", "271828")
        page.wait_for_url("**/dealer")
        expect(page.locator("#head .me")).to_have_text("Ann Lee, supervisor – log out")


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example/", "/\\evil.example"])
def test_the_login_leads_to_no_other_site(open_page: Callable[..., Any], to: str) -> None:
    with site_of(FakeHost(people=PEOPLE)) as site:
        page = open_page(site.address + "login?to=" + to)
        page.locator("[data-person='Dee']").click()
        key_pin(page, PIN)
        expect(page).to_have_url(site.address + "dealer")
