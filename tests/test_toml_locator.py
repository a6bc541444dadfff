"""A file that is no file of ours is told as one, whatever is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict

from feltlink.problem import Problem
from feltlink.toml_locator import load_toml


class Small(BaseModel):
    """One key."""

    model_config = ConfigDict(extra="forbid")

    name: str


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "t.toml:1:1: name: is missing"),
        (b'name = "a\0b"', "t.toml:1:10: Illegal character"),
        (b"\xff\xfen", "byte 0 is not UTF-8"),
        (b"name = " + b"[" * 5000, "nests deeper than any file of Feltlink"),
        (b"name = " + b"[" * 300 + b"]" * 300, "name: expected text in quotes"),
        (b"name = " + b"{a=" * 300 + b"1" + b"}" * 300, "name: expected text in quotes"),
        (b"name" + b".a" * 3000 + b" = 1", "nests deeper than any file of Feltlink"),
        (b"name = " + b"9" * 5000, "holds a number too long to be one"),
        (b"a" * 1_000_000, "t.toml:1:1: Expected '='"),
    ],
)
def test_what_is_no_table_is_told(tmp_path: Path, text: bytes, says: str) -> None:
    file = tmp_path / "t.toml"
    file.write_bytes(text)
    with pytest.raises(Problem, match=says) as told:
        load_toml(file, Small)
    assert told.value.code == 2


@pytest.mark.parametrize("text", [b'\xef\xbb\xbfname = "x"\n', b'name = "x"\r\n'])
def test_a_byte_order_mark_and_windows_lines_are_taken(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "t.toml"
    file.write_bytes(text)
    assert load_toml(file, Small).name == "x"
