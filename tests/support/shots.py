"""A camera for the pages: which screens there are, and how a page is waited for and taken."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 720}
SIZES = {"tablet": TABLET, "phone": PHONE}
# A page at rest: the big button past its dead time, and nothing else on its way.
AT_REST = """() => !document.querySelector("#primary[data-dead]")
  && (sessionStorage["feltlink.pending"] || "[]") === "[]" """


class Camera:
    """Takes pictures of `chrome`'s pages into `folder`."""

    def __init__(self, chrome: Any, folder: Path) -> None:
        self.chrome = chrome
        self._folder = folder

    def page(self, size: dict[str, int], scale: float = 1) -> Any:
        """A page in a visit of its own; `scale` makes the picture smaller, not the page."""
        return self.chrome.new_context(viewport=size, device_scale_factor=scale).new_page()

    def look(self, page: Any, address: str) -> None:
        """Open `address`, until the page is live and at rest."""
        page.goto("about:blank")  # another hash alone is no new page
        page.goto(address)
        page.locator("body[data-live]").wait_for()
        self.rest(page)

    def rest(self, page: Any) -> None:
        """Wait until nothing is on its way."""
        page.wait_for_timeout(500)
        page.wait_for_function(AT_REST)

    def shot(self, page: Any, name: str, *, whole: bool = False) -> None:
        """Take it; `whole` takes what must be scrolled to as well."""
        to = self._folder / f"{name.replace(' ', '-')}.png"
        page.screenshot(path=to, full_page=whole)
        sys.stdout.write(f"{to}\n")
