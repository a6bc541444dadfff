"""Pictures of Bonus Spin: the dealer's page and the players' screen, in every state and trouble."""

from __future__ import annotations

from typing import Any

from support.looks import STATES, StillFelt
from support.pages import FakeHost, bonus_spin, site_of, spin
from support.shots import PHONE, SCREEN, TABLET, Camera

PAGES = {
    "tablet": ("dealer", TABLET),
    "phone": ("dealer", PHONE),
    "screen": ("wheel", SCREEN),
}
CALL = {"by": "dealer Bo", "at_utc_us": 1_790_000_000_000_000, "reason": ""}
LONG = "Table 17 – High Limit Room, Deadwood Mountain"
LONG_WHY = (
    "Not now. The controller on /dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66118c4e3471a29"
    " does not answer; look at its cable and its power."
)
TROUBLES: dict[str, dict[str, Any]] = {
    "refused": {"last_refusal": "Seat 2 has no locked bet, so it cannot win."},
    "refused at length": {"last_refusal": LONG_WHY},
    "controller lost": {
        "controller": {"state": "lost", "why": "its cable is out.", "name": "", "uid": ""}
    },
    "record failing": {"record": {"ok": False, "why": "the disk is full."}},
    "stopped": {"stopped": "The draw failed (no wheel). Call a technician.", "call": CALL},
    "called": {"call": CALL},
    "long name": {"table": LONG, "people": None},
}


def take(camera: Camera) -> None:
    """All of them."""
    host = FakeHost()
    plain = host.view()
    with site_of(host, StillFelt()) as site:
        for size, (path, viewport) in PAGES.items():
            page = camera.page(viewport)
            for name, state in STATES.items():
                site.show(state=state)
                camera.look(page, site.address + path)
                camera.shot(page, f"{path}-{size}-{name}")
            for name, trouble in TROUBLES.items():
                site.show(state=STATES["marking"], **trouble)
                camera.look(page, site.address + path)
                camera.shot(page, f"{path}-{size}-{name}")
                site.show(**{key: plain[key] for key in trouble})
    _festive(camera)


def _festive(camera: Camera) -> None:
    """The players' screen while nothing is open, and with a verified jackpot."""
    with site_of(FakeHost()) as site:
        page = camera.page(SCREEN)
        camera.look(page, site.address + "wheel")
        camera.shot(page, "wheel-screen-attract")
        site.show(state=bonus_spin("spun", spin=spin("spun", stop=0)))
        page.locator("body[data-jackpot]").wait_for()
        camera.shot(page, "wheel-screen-jackpot")
