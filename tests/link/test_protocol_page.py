"""docs/protocol.md is what the catalogue says, and says something of every message and field."""

from __future__ import annotations

from pathlib import Path

from feltlink.cli.docs import PAGES
from feltlink.link.protocol.page import meanings, page
from feltwire import catalogue

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_message_and_field_has_a_meaning_and_nothing_else_has() -> None:
    words = meanings()
    shared = set(words.pop("shared"))
    assert set(words) == {row[1] for row in catalogue.MESSAGES}
    used = set()
    for _kind, name, _sender, _reliable, text in catalogue.MESSAGES:
        fields = {f.split(":")[0] for f in text.split()}
        own = set(words[name]) - {"about"}
        assert own <= fields, name
        assert fields - own <= shared, name
        used |= fields - own
    assert used == shared


def test_the_page_in_docs_is_up_to_date() -> None:
    for name, make in PAGES.items():
        assert (DOCS / name).read_text(encoding="utf-8") == make(), "run: feltlink docs write"


def test_no_place_of_the_template_is_left_open() -> None:
    assert "{{" not in page()
