"""The head that all pages share: styles, icon, and every module of the page's script."""

from __future__ import annotations

import re

import pytest

from feltlink.web import shell
from feltlink.web.app import PAGES


@pytest.mark.parametrize("file", PAGES.values())
def test_a_page_names_each_of_its_modules_once_and_all_of_them(file: str) -> None:
    text = shell.page(file)
    early = re.findall(r'<link rel="modulepreload" href="/static/(.+?)">', text)
    (script,) = re.findall(r'<script type="module" src="/static/(.+?)">', text)
    assert len(early) == len(set(early))
    reached = {script}
    for name in (script, *early):
        code = (shell.STATIC / name).read_text()
        reached |= set(re.findall(r'from "\./(.+?)"', code))
    assert reached == {script, *early}
    assert text.count("<title>") == text.count("base.css") == text.count('name="viewport"') == 1
