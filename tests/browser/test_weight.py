"""Each page is light: with all that it fetches, and from the table alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from feltlink.web.app import PAGES
from support.weight import MOST_BYTES, every_page, weigh


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with every_page(tmp_path_factory.mktemp("weight")) as found:
        yield found


@pytest.mark.parametrize("path", PAGES)
def test_a_page_weighs_at_most_300_kilobytes_and_asks_nobody_else(
    chrome: Any, addresses: dict[str, str], path: str
) -> None:
    address = addresses[path]
    found = weigh(chrome, address)
    table = address.removesuffix(path)
    assert all(url.startswith(f"{table}/") for url, _ in found.asked), found.asked
    assert found.total <= MOST_BYTES, found.asked
    assert any(url.endswith(".js") for url, _ in found.asked), "the page itself, not an answer"
