"""One browser for a module, a fresh page for a test; a page that complains fails its test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from support.chromium import browser, chromium
from support.pages import FakeHost, Site, site_of

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 30_000  # only a failure waits so long: the machine may be busy with other tests


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    if not chromium():
        pytest.skip("no chromium on the PATH; install it or set CHROMIUM=path")
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE_MS)
    with browser() as running:
        yield running


@pytest.fixture
def host() -> FakeHost:
    return FakeHost()


@pytest.fixture
def site(host: FakeHost) -> Iterator[Site]:
    with site_of(host) as site:
        yield site


@pytest.fixture
def open_page(chrome: Any) -> Iterator[Callable[..., Any]]:
    """`open_page(url, size=TABLET, **context)`: a page in a context of its own.

    With `quiet=False` it may complain, e.g. of a part that this site does not have.
    """
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(url: str, size: dict[str, int] = TABLET, **options: Any) -> Any:
        prepare = options.pop("prepare", None)
        quiet = options.pop("quiet", True)
        context = chrome.new_context(viewport=size, **options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if quiet:
            page.on("console", lambda said: _complain(said, complaints))
        if prepare:
            prepare(page)
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def _complain(said: Any, complaints: list[str]) -> None:
    # A host that is away is told by the browser too; that is no fault of the page.
    away = ("WebSocket connection to", "net::ERR_")
    if said.type in ("error", "warning") and not any(words in said.text for words in away):
        complaints.append(said.text)


@pytest.fixture
def dealer(site: Site, open_page: Callable[..., Any]) -> Any:
    """The dealer's page on the 10" screen, live."""
    page = open_page(site.address + "dealer")
    page.locator("body[data-live=on]").wait_for()
    return page
