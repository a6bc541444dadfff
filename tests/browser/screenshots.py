"""Pictures of every page in every state, to be looked at: `make screenshots`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from feltlink.cli.demo_run import GAMES
from feltlink.floor.opening import open_store
from feltlink.link.events import ProgramChecked
from feltlink.table.desk import Desk
from support.card_host import CardHost
from support.chromium import browser, chromium
from support.desk_rig import meter_with_wins
from support.idle_bench import IdleLine, bench_of
from support.looks import STATES, StillFelt, holdem_round
from support.pages import FakeHost, Site, bonus_spin, seat, site_of, spin
from support.real_table import real_table
from support.technician import Technician

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SIZES = {
    "tablet": ("dealer", TABLET),
    "phone": ("dealer", PHONE),
    "screen": ("wheel", {"width": 1280, "height": 720}),
}
TROUBLES: dict[str, dict[str, Any]] = {
    "refused": {"last_refusal": "Seat 2 has no locked bet, so it cannot win."},
    "controller lost": {
        "controller": {"state": "lost", "why": "its cable is out.", "name": "", "uid": ""}
    },
    "record failing": {"record": {"ok": False, "why": "the disk is full."}},
    "stopped": {"stopped": "The draw failed (no wheel). Call a technician."},
}
Shot = Callable[[Any, str], None]


def bonus_spin_pages(chrome: Any, shot: Shot) -> None:
    """Dealer on tablet and phone and the players' screen, in every state and every trouble."""
    host = FakeHost()
    plain = host.view()
    with site_of(host, StillFelt()) as site:
        for size, (path, viewport) in SIZES.items():
            page = chrome.new_page(viewport=viewport)
            for name, state in STATES.items():
                site.show(state=state)
                _look(page, site.address + path)
                shot(page, f"{path}-{size}-{name}")
            for name, trouble in TROUBLES.items():
                site.show(state=STATES["marking"], **trouble)
                _look(page, site.address + path)
                shot(page, f"{path}-{size}-{name}")
                site.show(**{key: plain[key] for key in trouble})
        page = chrome.new_page(viewport=TABLET)
        _look(page, site.address)
        shot(page, "home")


def festive_screen(chrome: Any, shot: Shot) -> None:
    """The players' screen while nothing is open, and with a verified jackpot."""
    with site_of(FakeHost()) as site:
        page = chrome.new_page(viewport=SIZES["screen"][1])
        _look(page, site.address + "wheel")
        shot(page, "wheel-screen-attract")
        site.show(state=bonus_spin("spun", spin=spin("spun", stop=0)))
        page.wait_for_timeout(6000)
        shot(page, "wheel-screen-jackpot")


def card_pages(chrome: Any, shot: Shot) -> None:
    """Hold'em at each stage of a round."""
    host = CardHost("ultimate-holdem", {"seats": 6})
    with site_of(host) as site:
        pages = {
            "tablet": chrome.new_page(viewport=TABLET),
            "phone": chrome.new_page(viewport=PHONE),
        }
        for stage in _stages(site, host):
            for size, page in pages.items():
                _look(page, site.address + "cards")
                shot(page, f"cards-{size}-{stage}")


def _stages(site: Site, host: CardHost) -> Iterator[str]:
    seen = ""
    for kind, data in holdem_round(host):
        stage = host.view()["state"]["phase"]
        if stage != seen:
            yield stage
        seen = stage
        site.call(host.give, kind, **data)
    yield "end"


def login_page(chrome: Any, shot: Shot) -> None:
    """The way in."""
    people = {"Dee": "dealer", "Ana Ruiz": "supervisor", "Tom": "technician", "Ada": "auditor"}
    with site_of(FakeHost(people=people)) as site:
        page = chrome.new_page(viewport=TABLET)
        page.goto(site.address + "login")
        page.locator("[data-person='Ana Ruiz']").click()
        page.locator("[data-pin='7']").click()
        shot(page, "login")


def desk_page(chrome: Any, shot: Shot) -> None:
    """The supervisor's desk with wins to verify, and a demo's first page."""
    with TemporaryDirectory() as folder, open_store(f"{folder}/meters.db") as store:
        meter_with_wins(store)
        host = FakeHost(bonus_spin("idle", seats=[seat(1), seat(2, faulted=True)]))
        desk = Desk(lambda: open_store(store.url), lambda: "")
        with site_of(host, desk=desk, games=StillGames()) as site:
            for size, viewport in (("tablet", TABLET), ("phone", PHONE)):
                page = chrome.new_page(viewport=viewport)
                for path in ("desk", ""):
                    _look(page, site.address + path)
                    shot(page, f"{path or 'home-demo'}-{size}")


class StillGames:
    """A demo's choice that is never made."""

    games, game = GAMES, "uth"

    async def choose(self, game: str) -> str:
        return "A round is open."


def technical_pages(chrome: Any, shot: Shot) -> None:
    """Bench and records of a real table on a simulated board."""
    with TemporaryDirectory() as folder, real_table(Path(folder), iter(())) as table:
        page = chrome.new_page(viewport=TABLET)
        for _press in ("new game", "begin game"):
            table.felt.set_chip(3, True)
            page.goto(table.address + "dealer")
            page.locator("#primary:not([aria-disabled], [data-dead])").click()
            page.wait_for_timeout(500)
        for path in ("bench", "records#1", "records#report"):
            page.goto("about:blank")  # another hash alone is no new page
            _look(page, table.address + path)
            page.wait_for_timeout(1000)
            shot(page, path.replace("#", "-"))


def bench_pages(chrome: Any, shot: Shot) -> None:
    """The self-test at each kind of question, what it found, a wrong program, a calibration."""
    with TemporaryDirectory() as folder, real_table(Path(folder), iter(())) as table:
        page = chrome.new_page(viewport=TABLET)
        _look(page, table.address + "bench")
        shot(page, "bench-idle")
        table.felt.set_chip(4, True)  # a stuck sensor
        tom = Technician(page, table)

        def at(state: str) -> None:
            page.wait_for_timeout(500)
            shot(page, f"bench-{state}")

        tom.reach = at
        tom.begin()
        tom.lights(range(1, 7))
        at("clear")
        tom.answer("They are free – go on")
        tom.sensors([1, 2, 3, 5, 6])
        page.locator("#test-last[data-state=failed]").wait_for()
        at("failed")
    host, line = FakeHost(), IdleLine("/dev/ttyUSB0")
    with TemporaryDirectory() as folder:
        bench = bench_of(host, Path(folder), line, board="esp32-7seat-adc")
        with site_of(host, bench=bench) as site:
            site.call(line.watch, ProgramChecked(b"\xee" * 32, bytes(32), 41))
            for size, viewport in (("tablet", TABLET), ("phone", PHONE)):
                page = chrome.new_page(viewport=viewport)
                _look(page, site.address + "bench")
                page.locator("#calibration").scroll_into_view_if_needed()
                shot(page, f"bench-calibration-{size}")


def _look(page: Any, address: str) -> None:
    page.goto(address)
    page.locator("body[data-live]").wait_for()
    page.wait_for_timeout(600)  # past the dead time of the button, and the lamps are lit


def main(folder: Path) -> int:
    """Make all pictures in `folder`; returns the exit code."""
    if not chromium():
        sys.stderr.write("no chromium on the PATH; install it or set CHROMIUM=path\n")
        return 2
    folder.mkdir(parents=True, exist_ok=True)

    def shot(page: Any, name: str) -> None:
        to = folder / f"{name.replace(' ', '-')}.png"
        page.screenshot(path=to)
        sys.stdout.write(f"{to}\n")

    with browser() as chrome:
        for part in (
            bonus_spin_pages,
            festive_screen,
            card_pages,
            login_page,
            desk_page,
            technical_pages,
            bench_pages,
        ):
            part(chrome, shot)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots")))
