"""Where each key and element of a TOML text stands.

`tomllib` reads the values and checks the grammar but forgets the places; `tomlkit` keeps the
text but tells no line either. This scanner runs after `tomllib` has accepted the text, so it
only has to walk, never to judge.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress

Path = tuple[str | int, ...]
Position = tuple[int, int]  # line and column, from 1

_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|(?!""").)*"{3,5}|' + r"'''(?:(?!''').)*'{3,5}|" + r"\"(?:\\.|[^\"\\])*\"|'[^']*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]+")


def positions(text: str) -> dict[Path, Position]:
    """Return the place of every key and array element of a valid TOML text."""
    return _Scanner(text).run()


def again(text: str) -> tuple[Path, Position, Position] | None:
    """(key, where it stood first, where again) when the last key or table of a text, which is valid
    but for that, was there before; None when it was not.
    """
    scanner = _Scanner(text + "\n")
    with suppress(IndexError):  # it ends in the middle of a table
        scanner.run()
    here = scanner.last
    for end in range(len(here[0]), 0, -1):
        path = here[0][:end]
        if scanner.found.get(path, here[1]) != here[1]:
            return path, scanner.found[path], here[1]
    return None


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._tables: dict[Path, int] = {}  # array of tables -> index of its last one
        self.found: dict[Path, Position] = {(): (1, 1)}
        self.last: tuple[Path, Position] = (), (1, 1)

    def run(self) -> dict[Path, Position]:
        table: Path = ()
        self._skip()
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip()
        return self.found

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._at)
        if match:
            self._at = match.end()

    def _place(self, at: int) -> Position:
        before = self._text.rfind("\n", 0, at) + 1
        return self._text.count("\n", 0, at) + 1, at - before + 1

    def _note(self, path: Path, at: int) -> None:
        self.found.setdefault(path, self._place(at))

    def _key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self._skip()
            match = _KEY.match(self._text, self._at)
            if not match:
                return parts
            self._at = match.end()
            raw = match.group()
            parts.append(tomllib.loads(f"k = {raw}")["k"] if raw[0] in "\"'" else raw)
            self._skip()
            if self._text[self._at] != ".":
                return parts
            self._at += 1

    def _header(self) -> Path:
        start = self._at
        many = self._text.startswith("[[", start)
        self._at += 2 if many else 1
        path: Path = ()
        parts = self._key()
        for i, part in enumerate(parts):
            path += (part,)
            self._note(path, start)
            if many and i == len(parts) - 1:
                self._tables[path] = self._tables.get(path, -1) + 1
            if path in self._tables:
                path += (self._tables[path],)
                self._note(path, start)
        self._at += 2 if many else 1
        self.last = path, self._place(start)
        return path

    def _pair(self, table: Path) -> None:
        self._skip()
        start = self._at
        path = table
        for part in self._key():
            path += (part,)
            self._note(path, start)
        self.last = path, self._place(start)
        self._at += 1  # "="
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip()
        opening = self._text[self._at]
        if opening in "[{":
            self._many(path, opening)
            return
        match = (_STRING if opening in "\"'" else _SCALAR).match(self._text, self._at)
        if match:
            self._at = match.end()

    def _many(self, path: Path, opening: str) -> None:
        closing = "]" if opening == "[" else "}"
        self._at += 1
        index = 0
        self._skip()
        while self._text[self._at] != closing:
            if opening == "[":
                self._note((*path, index), self._at)
                self._value((*path, index))
                index += 1
            else:
                self._pair(path)
            self._skip()
            if self._text[self._at] == ",":
                self._at += 1
                self._skip()
        self._at += 1
