"""What every state of a page must stand: nothing for axe to find, and no page too wide."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe


def clean(page: Any) -> None:
    """Fail unless everybody can read the page as it is now, without scrolling sideways."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} px too wide"
