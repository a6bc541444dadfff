"""What a finger does on the dealer's page: absolute intent, once, and never the next thing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from support.pages import FakeHost, Site, bonus_spin, seat, spin

LOCKED = {"covered": True, "locked": True}


def marking(mark: str = "none") -> dict[str, Any]:
    seats = [seat(n, **(LOCKED if n == 3 else {})) for n in range(1, 7)]
    seats[2]["mark"] = mark
    return bonus_spin("marking", seats=seats, primary={"act": "proceed_to_spins", "label": "x"})


def follow_marks(host: FakeHost) -> None:
    """Do what the table does with a mark."""

    def then(act: dict[str, Any]) -> None:
        if act["act"] == "mark":
            host.show(state=marking(act["mark"]))

    host.then = then


def past_dead_time(page: Any) -> None:
    expect(page.locator("#primary")).not_to_have_attribute("data-dead", "yes")
    expect(page.locator("#primary")).not_to_have_attribute("aria-disabled", "true")


def test_taps_cycle_as_ruled(host: FakeHost, site: Site, dealer: Any) -> None:
    follow_marks(host)
    site.show(state=marking())
    tile = dealer.locator(".seat[data-seat='3']")
    for state in ("even_money", "spin", "locked"):
        tile.click()
        expect(tile).to_have_attribute("data-state", state)
    marks = [act["mark"] for act, _ in host.acts]
    assert marks == ["even_money", "spin", "none"]
    assert {(a["act"], a["seat"], a["round_id"]) for a, _ in host.acts} == {("mark", 3, 412)}
    assert len({act["id"] for act, _ in host.acts}) == 3


def test_two_quick_taps_mean_spin_even_before_the_first_is_answered(
    host: FakeHost, site: Site, dealer: Any
) -> None:
    site.show(state=marking())
    tile = dealer.locator(".seat[data-seat='3']")
    expect(tile).to_have_attribute("data-state", "locked")
    dealer.evaluate("() => { const t = document.querySelector('[data-seat=\"3\"]');"
                    "t.click(); t.click(); }")  # fmt: skip
    dealer.wait_for_function("() => !sessionStorage['feltlink.pending'].includes('mark')")
    assert [act["mark"] for act, _ in host.acts] == ["even_money", "spin"]


def test_a_double_tap_on_an_act_acts_once(host: FakeHost, site: Site, dealer: Any) -> None:
    paid = bonus_spin("offer", spin=spin("offer", 6), primary={"act": "enable_spin", "seat": 6})
    host.then = lambda act: host.show(state=paid) if act["act"] == "winner_paid" else None
    first = {"act": "winner_paid", "seat": 3}
    site.show(state=bonus_spin("spun", spin=spin("spun", stop=6), primary=first))
    finish_turn(dealer)
    expect(dealer.locator("#primary")).to_have_text("Winner paid – seat 3 – $75")
    past_dead_time(dealer)
    dealer.locator("#primary").dblclick()
    expect(dealer.locator("#primary")).to_have_text("Press to enable – seat 6")
    assert [act["act"] for act, _ in host.acts] == ["winner_paid"]


# From the moment at which the button goes dead; the browser's clock is coarse by a tenth of a ms.
WATCH = """() => {
  const button = document.getElementById("primary");
  const set = button.setAttribute.bind(button);
  window.dead = new Promise((done) => {
    button.setAttribute = (name, value) => {
      const since = performance.now();
      set(name, value);
      if (name !== "data-dead") return;
      button.setAttribute = set;
      const timer = setInterval(() => {
        button.click();
        if (button.hasAttribute("data-dead")) return;
        clearInterval(timer);
        done(performance.now() - since);
      }, 5);
    };
  });
}"""


def test_the_button_is_dead_while_its_meaning_is_new(
    host: FakeHost, site: Site, dealer: Any
) -> None:
    site.show(state=bonus_spin("idle", primary={"act": "new_game"}))
    button = dealer.locator("#primary")
    expect(button).to_have_text("New game")
    past_dead_time(dealer)
    dealer.evaluate(WATCH)
    host.refuse_with = "Not now."
    site.show(state=bonus_spin("bets", primary={"act": "begin_game"}))
    assert dealer.evaluate("() => window.dead") >= 399
    dealer.wait_for_function("() => sessionStorage['feltlink.pending'] === '[]'")
    assert [act["act"] for act, _ in host.acts] == ["begin_game"]


def test_a_finger_that_was_already_down_does_not_do_the_next_thing(
    host: FakeHost, site: Site, dealer: Any
) -> None:
    site.show(state=bonus_spin("idle", primary={"act": "new_game"}))
    button = dealer.locator("#primary")
    expect(button).to_have_text("New game")
    past_dead_time(dealer)
    button.hover()
    dealer.mouse.down()
    site.show(state=bonus_spin("bets", primary={"act": "begin_game"}))
    expect(button).to_have_text("Begin game – lock the bets")
    past_dead_time(dealer)
    dealer.mouse.up()
    button.focus()
    dealer.keyboard.press("Enter")
    dealer.wait_for_function("() => sessionStorage['feltlink.pending'] === '[]'")
    assert [act["act"] for act, _ in host.acts] == ["begin_game"]


def test_the_touch_that_wakes_the_screen_does_nothing_else(
    host: FakeHost, site: Site, open_page: Callable[..., Any]
) -> None:
    site.show(state=bonus_spin("idle", primary={"act": "new_game"}))
    page = open_page(site.address + "dealer", prepare=lambda p: p.clock.install())
    page.locator("body[data-live=on]").wait_for()
    box = page.locator("#primary").bounding_box()
    page.clock.fast_forward("05:01")
    expect(page.locator("#wake")).to_be_visible()
    page.locator("body[data-live=on]").wait_for()
    page.mouse.click(box["x"] + 200, box["y"] + 50)
    expect(page.locator("#wake")).to_be_hidden()
    expect(page.locator("#primary")).not_to_have_attribute("data-dead", "yes")
    assert host.acts == []
    page.locator("#primary").click()
    page.wait_for_function("() => sessionStorage['feltlink.pending'] === '[]'")
    assert [act["act"] for act, _ in host.acts] == ["new_game"]


def test_a_misdeal_is_asked_for_twice(host: FakeHost, site: Site, dealer: Any) -> None:
    site.show(state={**marking(), "acts": [{"act": "misdeal", "label": "Misdeal"}]})
    button = dealer.locator("[data-act=misdeal]")
    button.dblclick()
    expect(button).to_have_text("Void round 412? Press again")
    assert host.acts == []
    dealer.wait_for_timeout(450)
    button.click()
    expect(button).to_have_text("Misdeal")
    dealer.wait_for_function("() => sessionStorage['feltlink.pending'] === '[]'")
    assert [act["act"] for act, _ in host.acts] == ["misdeal"]


def test_a_refusal_is_a_sentence_until_it_is_understood(
    host: FakeHost, site: Site, dealer: Any
) -> None:
    host.refuse_with = "Seat 2 has no locked bet, so it cannot win."
    site.show(state=marking())
    dealer.locator(".seat[data-seat='2']").click()
    refusal = dealer.locator("#refusal")
    expect(refusal).to_contain_text(host.refuse_with)
    assert [act["seat"] for act, _ in host.acts] == [2]
    refusal.get_by_role("button").click()
    expect(refusal).to_be_hidden()


def finish_turn(page: Any) -> None:
    """Let the wheel come to rest now."""
    page.locator(".wheel[data-state=turning]").wait_for()
    page.evaluate("() => document.getAnimations().forEach((a) => a.finish())")
    page.locator(".wheel[data-state=stopped]").wait_for()
