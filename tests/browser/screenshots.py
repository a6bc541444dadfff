"""Pictures of every page in every state, to be looked at: `make screenshots`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from support.chromium import browser, chromium
from support.looks import STATES, StillFelt
from support.pages import FakeHost, Site, site_of

SIZES = {
    "tablet": ("dealer", {"width": 1280, "height": 800}),
    "phone": ("dealer", {"width": 390, "height": 844}),
    "screen": ("wheel", {"width": 1280, "height": 720}),
}
TROUBLES: dict[str, dict[str, Any]] = {
    "refused": {"last_refusal": "Seat 2 has no locked bet, so it cannot win."},
    "controller lost": {
        "controller": {"state": "lost", "why": "its cable is out.", "name": "", "uid": ""}
    },
    "record failing": {"record": {"ok": False, "why": "the disk is full."}},
}


def shoot(site: Site, page: Any, to: Path, path: str) -> None:
    """One picture of `path` as it is when it has just come."""
    page.goto(site.address + path)
    page.locator("body[data-live]").wait_for()
    page.wait_for_timeout(600)  # past the dead time of the button, and the lamps are lit
    page.screenshot(path=to)
    sys.stdout.write(f"{to}\n")


def main(folder: Path) -> int:
    """Make all pictures in `folder`; returns the exit code."""
    if not chromium():
        sys.stderr.write("no chromium on the PATH; install it or set CHROMIUM=path\n")
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    host = FakeHost()
    plain = host.view()
    with site_of(host, StillFelt()) as site, browser() as chrome:
        for size, (path, viewport) in SIZES.items():
            page = chrome.new_page(viewport=viewport)
            for name, state in STATES.items():
                site.show(state=state)
                shoot(site, page, folder / f"{path}-{size}-{name.replace(' ', '-')}.png", path)
            for name, trouble in TROUBLES.items():
                site.show(state=STATES["marking"], **trouble)
                shoot(site, page, folder / f"{path}-{size}-{name.replace(' ', '-')}.png", path)
                site.show(**{key: plain[key] for key in trouble})
        shoot(site, chrome.new_page(viewport=SIZES["tablet"][1]), folder / "home.png", "")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/screenshots")))
