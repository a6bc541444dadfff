"""A page as it is sent: its own file, with the part of the head that all pages share.

The browser is told at once of every module that the page's script imports, however deep; else it
would learn of them level by level, each a round trip later.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
HEAD = """<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/base.css">
<link rel="stylesheet" href="/static/login.css">
"""
_SCRIPT = re.compile(r'<script type="module" src="/static/([\w.-]+)">')
_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"\./([\w.-]+)"', re.MULTILINE)


@cache
def page(file: str) -> str:
    """The whole document of `static/file`."""
    text = (STATIC / file).read_text(encoding="utf-8")
    modules: list[str] = []
    for script in _SCRIPT.findall(text):
        _collect(script, modules)
    early = "".join(f'<link rel="modulepreload" href="/static/{name}">\n' for name in modules)
    return text.replace("<head>\n", HEAD + early, 1)


def _collect(script: str, into: list[str]) -> None:
    """Add what `script` imports, and what that imports."""
    for name in _IMPORT.findall((STATIC / script).read_text(encoding="utf-8")):
        if name not in into:
            into.append(name)
            _collect(name, into)
