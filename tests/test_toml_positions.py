"""Every key and element of a TOML text is found where it stands."""

from __future__ import annotations

import tomllib

import pytest

from feltlink.toml_positions import Path, positions

TEXT = '''# head
title = "a # no comment" # one
"quoted key".'x' = 1
odd = """
[not a table]
"" still \\""" text"""
raw = \'\'\'
key = 1\'\'\'
[a.b]
c = [1, # one
  { d = 2, e = "]" }, [3,
  4]]
[[list]]
n = 1
[[list.inner]]
m = 2021-01-01 10:00:00
[[list]]
[[list.inner]]
m = -3.5e7
'''

WHERE = [
    (("title",), (2, 1)),
    (("quoted key", "x"), (3, 1)),
    (("odd",), (4, 1)),
    (("raw",), (7, 1)),
    (("a", "b"), (9, 1)),
    (("a", "b", "c"), (10, 1)),
    (("a", "b", "c", 0), (10, 6)),
    (("a", "b", "c", 1, "d"), (11, 5)),
    (("a", "b", "c", 1, "e"), (11, 12)),
    (("a", "b", "c", 2, 1), (12, 3)),
    (("list", 0, "n"), (14, 1)),
    (("list", 0, "inner", 0, "m"), (16, 1)),
    (("list", 1), (17, 1)),
    (("list", 1, "inner", 0, "m"), (19, 1)),
]


def paths(value: object, path: Path = ()) -> list[Path]:
    out: list[Path] = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            out += paths(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            out += paths(inner, (*path, i))
    return out


@pytest.mark.parametrize(("path", "where"), WHERE)
def test_place(path: Path, where: tuple[int, int]) -> None:
    assert positions(TEXT)[path] == where


def test_every_path_of_the_document_is_found() -> None:
    assert set(paths(tomllib.loads(TEXT))) <= set(positions(TEXT))
