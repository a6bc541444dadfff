"""Debian's Chromium for the browser tests, or the reason why there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"),
]


def chromium() -> str:
    """The path of the browser, `CHROMIUM=path` first; empty when there is none."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or ""


needs_chromium = pytest.mark.skipif(
    not chromium(), reason="no chromium on the PATH; install it or set CHROMIUM=path"
)


@contextmanager
def browser() -> Iterator[Any]:
    """A headless browser, closed at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=chromium(), headless=True, args=FLAGS)
        try:
            yield running
        finally:
            running.close()
