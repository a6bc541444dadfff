"""The pictures in README and docs: the real pages of two real tables on simulated boards."""

from __future__ import annotations

import itertools
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import expect

from feltlink.cli.demo_progressive import SEATS, stacked
from support.dealer import Dealer
from support.real_table import RealTable, real_table
from support.shots import TABLET, Camera
from support.shots_others import SEVENTY_FIVE, a_round, settled

SCALE = 0.6
LOW = {"width": 1280, "height": 640}


def take(camera: Camera) -> None:
    """All of them."""
    with TemporaryDirectory() as folder:
        own = Path(folder)
        for name in ("spin", "progressive"):
            (own / name).mkdir()
        with real_table(own / "spin", itertools.repeat(SEVENTY_FIVE)) as table:
            _bonus_spin(camera, table)
        with real_table(own / "progressive", iter(()), "progressive.toml", deck=stacked) as table:
            _progressive(camera, table)


def _bonus_spin(camera: Camera, table: RealTable) -> None:
    """Dealer and wheel with a spin to be paid; then bench and records."""
    a_round(camera, table)
    page = camera.page(TABLET, SCALE)
    page.goto(table.address + "dealer")
    dealer = Dealer(page)
    sign = camera.page(LOW, SCALE)
    sign.goto(table.address + "wheel")
    for number in (1, 3, 5):
        dealer.tap(number, "even_money")
    dealer.tap(3, "spin")
    dealer.press("Proceed to spins")
    dealer.press("Press to enable – seat 3")
    dealer.spin()
    sign.evaluate("() => document.getAnimations().forEach((one) => one.finish())")
    sign.locator(".wheel[data-state=stopped]").wait_for()
    for name, shown in (("dealer", page), ("wheel", sign)):
        camera.rest(shown)
        camera.shot(shown, name)
    for path in ("bench", "records#1"):
        page = camera.page(TABLET, SCALE)
        camera.look(page, table.address + path)
        settled(page, path)
        if path == "bench":
            page.evaluate("() => document.getElementById('inputs').scrollIntoView()")
        camera.shot(page, path.partition("#")[0])


def _progressive(camera: Camera, table: RealTable) -> None:
    """Two winners of the meter: keyed at the table, to be verified at the desk."""
    page, desk, sign = (camera.page(size, SCALE) for size in (TABLET, TABLET, LOW))
    page.goto(table.address + "cards")
    page.locator("body[data-live=on]:not([data-trouble])").wait_for()
    _to_pay(page, table)
    keys = page.locator("[data-award]")
    for key in keys.all():
        key.click()
        expect(key).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-standing=pending]")).to_have_count(2)
    camera.rest(page)
    camera.shot(page, "cards")
    for shown, path in ((desk, "desk"), (sign, "wheel")):
        camera.look(shown, table.address + path)
    desk.locator(".award").nth(1).wait_for()
    camera.shot(desk, "desk")
    camera.shot(sign, "sign")


def _to_pay(page: Any, table: RealTable) -> None:
    """Three seats on the meter, and all they choose, up to the paying."""
    _act(table, "new_game")
    for number in SEATS:
        for wager in ("ante", "blind"):
            _act(table, "wager", seat=number, wager=wager, amount_cents=1000)
        table.felt.set_chip(number, True)
        tile = page.locator(f".cardseat[data-seat='{number}'] .body")
        expect(tile).to_contain_text("blind $10")
        page.locator(f"[data-chip='{number}'][aria-pressed=true]").wait_for()
    page.wait_for_timeout(200)  # the sensors' debouncing
    _act(table, "begin_game")
    while True:
        page.locator("[data-choice], .keypad").first.wait_for()
        choices = [one for one in table.state["acts"] if one["act"] == "decide"]
        if not choices:
            return
        _act(table, "decide", seat=choices[0]["seat"], choice=choices[0]["choice"])


def _act(table: RealTable, act: str, **data: Any) -> None:
    assert table.table is not None
    host = table.table.host
    given = {"id": f"shot-{act}-{host.view()['seq']}", "act": act, **data}
    answer = table.ask(host.act, given, "dealer")
    assert answer["ok"], answer
