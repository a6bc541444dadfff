"""The dealer's page of the card games, played by touch through the real rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from support.card_host import CardHost
from support.fingers import press_primary
from support.pages import Site, site_of


@pytest.fixture
def game() -> tuple[str, dict[str, Any]]:
    return "ultimate-holdem", {"seats": 6}


@pytest.fixture
def host(game: tuple[str, dict[str, Any]]) -> CardHost:
    return CardHost(*game)


@pytest.fixture
def site(host: CardHost) -> Iterator[Site]:
    with site_of(host) as site:
        yield site


class Table:
    """A dealer's hands at the page of a card game."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.primary = page.locator("#primary")

    def press(self, label: str) -> None:
        press_primary(self.page, label)

    def seat(self, number: int) -> Any:
        return self.page.locator(f".cardseat[data-seat='{number}']")

    def key(self, cards: str) -> None:
        """Two taps a card."""
        for card in cards.split():
            self.page.locator(f".ranks [data-key='{card[0]}']").click()
            self.page.locator(f".suits [data-key='{card[1]}']").click()

    def wager(self, seat: int, *labels: str) -> None:
        """$25 on the seat's wagers, one press for each after the first amount."""
        self.seat(seat).click()
        self.page.locator("#panel").get_by_role("button", name="ante", exact=True).click()
        if not self.primary.inner_text().endswith("$25"):
            self.page.get_by_role("button", name="+$25").click()
        for label in labels:
            self.press(label)
        self.seat(seat).click()


@pytest.fixture
def table(site: Site, open_page: Callable[..., Any]) -> Table:
    page = open_page(site.address + "dealer")  # the dealer's page goes where the game is
    page.locator("body[data-page=cards][data-live=on]").wait_for()
    return Table(page)


def test_a_round_of_holdem_by_touch(host: CardHost, table: Table) -> None:
    table.press("New game")
    table.wager(2, "Seat 2 ante – $25", "Seat 2 blind – $25")
    table.press("Lock the bets")
    table.press("Dealt face down")
    table.page.locator("[data-choice=check]").click()
    expect(table.primary).to_have_text("Key 3 cards: Board")
    table.key("As Kd")
    ace = table.page.locator(".ranks [data-key='A']")
    ace.click()
    spade = table.page.locator(".suits [data-key='s']")
    expect(spade).to_have_attribute("aria-disabled", "true")  # the ace of spades lies there
    table.page.get_by_role("button", name="Take back").click()
    table.key("7c")
    table.page.reload()
    expect(table.primary).to_have_text("Key 3 cards: Board")  # nothing was sent yet
    table.key("As Kd 7c")
    table.press("Board: A♠ K♦ 7♣")
    table.page.locator("[data-choice='2x']").click()
    table.key("2h 3s")
    table.press("Board: 2♥ 3♠")
    for place, cards, shown in (("Seat 2", "Ac 5d", "A♣ 5♦"), ("Dealer", "Qc Jd", "Q♣ J♦")):
        expect(table.page.locator("#panel h2")).to_have_text(place)
        table.key(cards)
        table.press(f"{place}: {shown}")
    owed = host.view()["state"]["payments"]
    assert owed
    for payment in owed:
        button = table.page.locator(f"[data-payment='{payment['payment']}']")
        expect(button).to_have_attribute("data-next", "")
        button.click()
        expect(button).to_have_attribute("data-paid", "")
    table.press("End of round")
    expect(table.primary).to_have_text("New game")
    kinds = [act["act"] for act, _ in host.acts]
    assert kinds.count("decide") == 2
    assert kinds.count("cards") == 4
    assert kinds.count("close") == 1


def test_a_keyed_card_is_corrected_by_tapping_it(host: CardHost, table: Table) -> None:
    table.press("New game")
    table.wager(2, "Seat 2 ante – $25", "Seat 2 blind – $25")
    table.press("Lock the bets")
    table.press("Dealt face down")
    table.page.locator("[data-choice=check]").click()
    table.key("As Kd 7c")
    table.press("Board: A♠ K♦ 7♣")
    table.page.locator("[data-place=board]").click()
    table.key("As Kd 8c")
    table.press("Correct Board: A♠ K♦ 8♣")
    expect(table.page.locator("[data-place=board]")).to_contain_text("8♣")
    assert host.view()["state"]["cards"]["board"][:3] == ["As", "Kd", "8c"]


def test_a_choice_is_made_anew_and_a_misdeal_has_its_reason(host: CardHost, table: Table) -> None:
    table.press("New game")
    table.wager(2, "Seat 2 ante – $25", "Seat 2 blind – $25")
    table.press("Lock the bets")
    table.press("Dealt face down")
    page = table.page
    page.locator("[data-choice=check]").click()
    table.seat(2).click()
    expect(page.locator("[data-fix='preflop check']")).to_have_attribute("aria-pressed", "true")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.locator("[data-fix='preflop 4x']").click()
    expect(table.seat(2)).to_contain_text("4x")
    assert host.view()["state"]["seats"][1]["choices"] == {"preflop": "4x"}
    misdeal = page.locator("[data-act=misdeal]")
    misdeal.click()
    page.wait_for_timeout(450)
    misdeal.click()
    page.locator("#why-ok").click()
    expect(page.locator("dialog [role=alert]")).to_have_text("Give a reason.")
    page.locator("[data-reason='boxed card']").click()
    page.locator("#why").fill("boxed card at seat 2")
    page.locator("#why-ok").click()
    expect(table.primary).to_have_text("New game")
    assert [act["reason"] for act, _ in host.acts if act["act"] == "misdeal"] == [
        "boxed card at seat 2"
    ]


def test_a_refusal_is_the_rules_sentence(host: CardHost, table: Table) -> None:
    table.press("New game")
    table.seat(3).click()
    table.page.locator("[data-wager='wager ante']").click()
    table.page.get_by_role("button", name="+$25").click()
    table.press("Seat 3 ante – $25")
    table.seat(3).click()
    table.press("Lock the bets")
    expect(table.page.locator("#refusal")).to_contain_text("must be equal")


@pytest.mark.parametrize(
    "game",
    [
        ("ultimate-holdem", {"seats": 6}),
        ("duel-draw", {"seats": 7}),
        ("player-dealer", {"seats": 6, "blind_table": "UTH-01", "trips_table": "UTH-01"}),
    ],
    ids=lambda game: game[0],
)
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_and_nothing_is_too_wide(
    host: CardHost, site: Site, open_page: Callable[..., Any], width: int
) -> None:
    page = open_page(site.address + "cards", size={"width": width, "height": 800})
    page.locator("body[data-live=on]").wait_for()
    Table(page).press("New game")
    page.locator(".cardseat[data-seat='2']").click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_hand_is_dealt_with_the_keyboard_alone(open_page: Callable[..., Any]) -> None:
    """What is pressed keeps the keyboard's place, though all around it is drawn anew."""
    host = CardHost("ultimate-holdem", {"seats": 3})
    with site_of(host) as site:
        page = open_page(site.address + "cards")
        by_key(page, "#primary", "New game")
        by_key(page, ".cardseat[data-seat='2']", "no bet")
        by_key(page, "[data-wager='wager ante']", "ante")
        by_key(page, ".chips button", "+$25")
        by_key(page, "#primary", "Seat 2 ante – $25")
        by_key(page, "#primary", "Seat 2 blind – $25")
        by_key(page, ".cardseat[data-seat='2']", "plays")
        by_key(page, "#primary", "Lock the bets")
        by_key(page, "#primary", "Dealt face down")
        by_key(page, "[data-choice='4x']", "Bet 4x")
        for card in ("As", "Kd", "7c"):
            for key in card:
                by_key(page, f"[data-key='{key}']", "")
        by_key(page, "#primary", "Board: A♠ K♦ 7♣")
        expect(page.locator("#primary")).to_have_text("Key 2 cards: Board")
    assert host.view()["state"]["seats"][1]["choices"] == {"preflop": "4x"}


def by_key(page: Any, wanted: str, label: str) -> None:
    """Tab to it, and press Enter."""
    target = page.locator(wanted).filter(has_text=label).first
    expect(target).not_to_have_attribute("aria-disabled", "true")
    expect(target).not_to_have_attribute("data-dead", "yes")
    for _ in range(80):
        if target.evaluate("(one) => one === document.activeElement"):
            page.keyboard.press("Enter")
            page.wait_for_function("() => (sessionStorage['feltlink.pending'] || '[]') === '[]'")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {wanted}")
