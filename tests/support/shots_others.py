"""Pictures of the other pages: first page, login, desk, records, bench."""

from __future__ import annotations

import itertools
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from feltlink.cli.demo_run import GAMES
from feltlink.floor.opening import open_store
from feltlink.table.desk import Desk
from support.dealer import Dealer
from support.desk_rig import meter_with_wins
from support.pages import FakeHost, bonus_spin, seat, site_of
from support.real_table import RealTable, real_table
from support.shots import SIZES, TABLET, Camera
from support.shots_spin import CALL

PEOPLE = {"Dee": "dealer", "Ana Ruiz": "supervisor", "Tom": "technician", "Ada": "auditor"}
SEVENTY_FIVE = 6


class StillGames:
    """A demo's choice that is never made."""

    games, game = GAMES, "uth"

    async def choose(self, game: str) -> str:
        return "A round is open."


def take(camera: Camera) -> None:
    """All of them."""
    with site_of(FakeHost()) as site:
        page = camera.page(TABLET)
        camera.look(page, site.address)
        camera.shot(page, "home")
    _login(camera)
    _desk(camera)
    with (
        TemporaryDirectory() as folder,
        real_table(Path(folder), itertools.repeat(SEVENTY_FIVE)) as table,
    ):
        a_round(camera, table)
        _technical(camera, table)


def _login(camera: Camera) -> None:
    with site_of(FakeHost(people=PEOPLE)) as site:
        for size, viewport in SIZES.items():
            page = camera.page(viewport)
            page.goto(site.address + "login")
            page.locator("[data-person='Ana Ruiz']").click()
            page.locator("[data-pin='7']").click()
            camera.shot(page, f"login-{size}")


def _desk(camera: Camera) -> None:
    """Wins to verify, a call, a fault; and a desk where nothing waits."""
    with TemporaryDirectory() as folder, open_store(f"{folder}/meters.db") as store:
        meter_with_wins(store)
        host = FakeHost(bonus_spin("idle", seats=[seat(1), seat(2, faulted=True)]))
        host.show(call=CALL)
        desk = Desk(lambda: open_store(store.url), lambda: "")
        with site_of(host, desk=desk, games=StillGames()) as site:
            for size, viewport in SIZES.items():
                page = camera.page(viewport)
                for path in ("desk", ""):
                    camera.look(page, site.address + path)
                    camera.shot(page, f"{path or 'home-demo'}-{size}", whole=True)
    with site_of(FakeHost(), desk=Desk(None, lambda by: "")) as site:
        page = camera.page(TABLET)
        camera.look(page, site.address + "desk")
        camera.shot(page, "desk-nothing")


def a_round(camera: Camera, table: RealTable) -> None:
    """Play a round, three seats, one of which spins $75; and begin another one."""
    page = camera.page(TABLET)
    page.goto(table.address + "dealer")
    dealer = Dealer(page)
    dealer.to_offer(1, 3, 5)
    for number in (1, 3, 5):
        dealer.press(f"Press to enable – seat {number}")
        dealer.spin()
        dealer.press(f"Winner paid – seat {number} – $75")
    dealer.press("Begin game – lock the bets")
    dealer.expect_seat(1, "locked")


def _technical(camera: Camera, table: RealTable) -> None:
    for size, viewport in SIZES.items():
        page = camera.page(viewport)
        for path in ("bench", "records", "records#1", "records#report"):
            camera.look(page, table.address + path)
            settled(page, path)
            camera.shot(page, f"{path.replace('#', '-')}-{size}", whole=size == "phone")
        page.get_by_label("Search all rounds").fill("pressed")
        page.keyboard.press("Enter")
        page.locator("#round td").first.wait_for()
        camera.shot(page, f"records-search-{size}", whole=size == "phone")


def settled(page: Any, path: str) -> None:
    """Wait for what this page asks for when it has come."""
    wanted = {"records#1": "#round table", "records#report": ".plots", "bench": "#inputs tbody tr"}
    if path in wanted:
        page.locator(wanted[path]).first.wait_for()
