"""What each page weighs with all that it fetches, and how soon it can be used."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from feltlink.web.app import PAGES
from support.pages import FakeHost, site_of
from support.real_table import real_table

MOST_BYTES = 300_000
# When the page first showed the table as it is, or took a PIN: ms since it was asked for.
NOTE_READY = """(() => {
  window.ready = new Promise((told) => new MutationObserver(() => {
    const live = document.body && document.body.dataset.live === "on";
    if (live || document.querySelector("[data-pin]")) told(performance.now());
  }).observe(document, {attributes: true, subtree: true, childList: true}));
})()"""


@dataclass
class Weighed:
    """One visit with an empty cache: `asked` is each address and its bytes, uncompressed."""

    asked: list[tuple[str, int]]
    ready_ms: float

    @property
    def total(self) -> int:
        return sum(size for _, size in self.asked)


def weigh(chrome: Any, address: str) -> Weighed:
    """Visit `address` in a browser that has never been there."""
    context = chrome.new_context()
    page = context.new_page()
    page.add_init_script(NOTE_READY)
    asked: list[tuple[str, int]] = []
    page.on("response", lambda answer: asked.append((answer.url, len(answer.body()))))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    ready_ms = page.evaluate("() => window.ready")
    context.close()
    return Weighed(asked, ready_ms)


@contextmanager
def every_page(folder: Path) -> Iterator[dict[str, str]]:
    """The address of every page by its path: two tables on simulated boards, and one with people
    for the login.
    """
    with ExitStack() as stack:
        tables = {}
        for file in ("table.toml", "uth.toml"):
            own = folder / file.removesuffix(".toml")
            own.mkdir()
            tables[file] = stack.enter_context(real_table(own, itertools.repeat(5), file))
        people = {"Dee": "dealer", "Ann Lee": "supervisor"}
        door = stack.enter_context(site_of(FakeHost(people=people)))
        places = {"/login": door.address, "/cards": tables["uth.toml"].address}
        spin = tables["table.toml"].address
        yield {path: places.get(path, spin) + path.removeprefix("/") for path in PAGES}
