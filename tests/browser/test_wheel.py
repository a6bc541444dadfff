"""The wheel turns to the recorded stop, and tells nothing that is not in the view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from support.pages import WHEEL, FakeHost, Site, bonus_spin, seat, spin

# Which wedge lies under the pointer's tip, by what is drawn there.
UNDER_POINTER = """() => {
  const tip = document.querySelector(".pointer").getBoundingClientRect();
  const at = document.elementsFromPoint(tip.x + tip.width / 2, tip.bottom + 6);
  const wedge = at.find((node) => node.classList.contains("wedge"));
  return [...document.querySelectorAll(".wedge")].indexOf(wedge);
}"""
PAY = {"act": "winner_paid", "seat": 3}


def seats() -> list[dict[str, Any]]:
    return [seat(n, locked=n == 3, mark="spin" if n == 3 else "none") for n in range(1, 7)]


def show_spun(site: Site, stop: int, arm_id: int = 41) -> None:
    site.show(state=bonus_spin("armed", seats=seats(), spin=spin("armed", arm_id=arm_id)))
    won = spin("spun", stop=stop, arm_id=arm_id)
    site.show(state=bonus_spin("spun", seats=seats(), spin=won, primary=PAY))


@pytest.mark.parametrize("path", ["dealer", "wheel"])
def test_it_turns_for_four_to_six_seconds_and_tells_nothing_before(
    site: Site, open_page: Callable[..., Any], path: str
) -> None:
    page = open_page(site.address + path)
    page.locator("body[data-live=on]").wait_for()
    show_spun(site, stop=6)
    page.locator(".wheel[data-state=turning]").wait_for()
    (ms,) = page.evaluate(
        "() => document.getAnimations().map((a) => a.effect.getTiming().duration)"
    )
    assert 4000 <= ms <= 6000
    told = page.evaluate(
        "() => [...document.querySelectorAll('main, footer')].map((n) => n.innerText"
        ".replace(document.querySelector('.disc').innerText, '')).join(' ')"
    )
    assert "75" not in told.replace(page.locator(".disc").inner_text(), "")
    assert page.locator("[data-won]").count() == 0
    page.evaluate("() => document.getAnimations().forEach((a) => a.finish())")
    page.locator(".wheel[data-state=stopped]").wait_for()
    expect(page.locator(".hub")).to_have_text("$75")
    assert page.evaluate(UNDER_POINTER) == 6


def test_every_stop_comes_to_rest_under_the_pointer(
    site: Site, open_page: Callable[..., Any]
) -> None:
    page = open_page(site.address + "wheel", reduced_motion="reduce")
    page.locator("body[data-live=on]").wait_for()
    for stop, prize in enumerate(WHEEL):
        show_spun(site, stop, arm_id=100 + stop)
        told = "$10,000" if prize["top"] else prize["label"]
        expect(page.locator(".hub")).to_have_text(told)
        assert page.evaluate(UNDER_POINTER) == stop
        assert page.evaluate("() => document.getAnimations().length") == 0


def test_the_dealer_cannot_pay_before_the_wheel_rests(
    host: FakeHost, site: Site, dealer: Any
) -> None:
    show_spun(site, stop=3)
    dealer.locator(".wheel[data-state=turning]").wait_for()
    button = dealer.locator("#primary")
    expect(button).to_have_text("The wheel is turning …")
    button.click(force=True)
    dealer.evaluate("() => document.getAnimations().forEach((a) => a.finish())")
    expect(button).to_have_text("Winner paid – seat 3 – $150")
    expect(dealer.locator("#result")).to_have_text("Pay seat 3$150")
    assert host.acts == []


def test_a_reload_shows_the_stop_at_once(site: Site, dealer: Any) -> None:
    show_spun(site, stop=9)
    dealer.locator(".wheel[data-state=turning]").wait_for()
    dealer.reload()
    dealer.locator(".wheel[data-state=stopped]").wait_for()
    expect(dealer.locator("#primary")).to_have_text("Winner paid – seat 3 – $60")
    assert dealer.evaluate(UNDER_POINTER) == 9


def test_a_screen_without_a_keyboard_has_letters_for_the_name(
    host: FakeHost, site: Site, open_page: Callable[..., Any]
) -> None:
    site.show(state=bonus_spin("top_prize", seats=seats(), spin=spin("top_prize", stop=0)))
    page = open_page(site.address + "dealer", has_touch=True, is_mobile=True)
    for key in ("A", "N", "space", "L", "X", "back", "E"):
        page.locator(f"[data-letter='{key}']").tap()
    expect(page.get_by_label("Name of who checked")).to_have_value("An Le")
    page.locator("[data-check=bet_made]").tap()
    page.wait_for_function("() => sessionStorage['feltlink.pending'] === '[]'")
    expect(page.locator("#refusal")).to_be_hidden()
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_top_prize_waits_for_four_checks_each_by_name(
    host: FakeHost, site: Site, dealer: Any
) -> None:
    checks: dict[str, str | None] = dict.fromkeys(spin("top_prize")["checks"])

    def verify(act: dict[str, Any]) -> None:
        checks[act["check"]] = act["name"]
        held = spin("top_prize", stop=0, checks=dict(checks))
        done = PAY if all(checks.values()) else None
        host.show(state=bonus_spin("top_prize", seats=seats(), spin=held, primary=done))

    host.then = verify
    held = spin("top_prize", stop=0, checks=dict(checks))
    site.show(state=bonus_spin("top_prize", seats=seats(), spin=held))
    dealer.reload()  # the hold outlives the page
    panel = dealer.locator("#checks")
    expect(panel).to_be_visible()
    expect(dealer.locator("#primary")).to_have_attribute("aria-disabled", "true")
    panel.get_by_role("button", name="verify: The hand was dealt properly").click()
    expect(panel).to_contain_text("Enter the name first.")
    assert host.acts == []
    panel.locator("[data-deny=bet_made]").dblclick()
    expect(panel.locator("[data-deny=bet_made]")).to_have_text("No prize? Press again")
    assert host.acts == []
    for check in checks:
        panel.get_by_label("Name of who checked").fill(f"Ana {check}")
        panel.locator(f"[data-check={check}]").click()
        expect(panel).to_contain_text(f"verified by Ana {check}")
    assert [(a["check"], a["name"]) for a, _ in host.acts] == [(c, f"Ana {c}") for c in checks]
    assert [by for _, by in host.acts] == [f"supervisor Ana {c}" for c in checks]
    expect(dealer.locator("#primary")).to_have_text("Winner paid – seat 3 – $10,000")
